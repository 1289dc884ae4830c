using System.Net.Sockets;
using WebEcho;

if (args is not ([] or ["--urls", _]))
{
    Console.Error.WriteLine("WebEcho: the only argument is --urls and an address.");
    return 2;
}

WebApplicationBuilder builder = WebApplication.CreateSlimBuilder(args);
builder.Services.AddPooledGenMemoryPool(); // this line puts the server on pooled memory
builder.WebHost.UseUrls(builder.Configuration["urls"] ?? "http://127.0.0.1:0"); // --urls, or any free port
builder.Logging.SetMinimumLevel(LogLevel.Warning);
builder.Logging.AddFilter("Microsoft.Extensions.Hosting", LogLevel.None); // a failed start is one line, below

await using WebApplication app = builder.Build();
app.MapPost("/echo", Echo.Answer);
app.MapGet("/stats", Statistics.Answer);

try
{
    await app.StartAsync();
}
catch (Exception exception) when (exception is IOException or SocketException or FormatException or ArgumentException or InvalidOperationException)
{
    Console.Error.WriteLine($"WebEcho: {exception.Message}");
    return 1;
}

foreach (string address in app.Urls)
    Console.WriteLine(address);

await app.WaitForShutdownAsync();
return 0;

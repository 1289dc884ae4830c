// PoolDashboard: every pool of a web application on a page.
//
//     dotnet run --project samples/PoolDashboard
//
// prints two addresses. At the first one are buttons that leak and that trim, at the second one is the page that shows it. Both answer
// this machine only. --urls http://127.0.0.1:5000 sets the port.
using System.Net.Sockets;
using PoolDashboard;

if (args is not ([] or ["--urls", _]))
{
    Console.Error.WriteLine("PoolDashboard: the only argument is --urls and an address.");
    return 2;
}

WebApplicationBuilder builder = WebApplication.CreateSlimBuilder(args);
builder.Services.AddPooledGenMemoryPool(); // the server's own memory is one of the pools
builder.Services.AddHostedService<Load>();
builder.WebHost.UseUrls(builder.Configuration["urls"] ?? "http://127.0.0.1:0"); // any free port
builder.Logging.SetMinimumLevel(LogLevel.Warning);
builder.Logging.AddFilter("Microsoft.Extensions.Hosting", LogLevel.None); // a failed start is one line, below

await using WebApplication app = builder.Build();
app.MapPooledBuffers("/pools"); // this line is the dashboard
app.MapGet("/", Controls.Show);
app.MapPost("/leak", Controls.Leak).AddEndpointFilter(Controls.RefuseForeignPages);
app.MapPost("/trim", Controls.Trim).AddEndpointFilter(Controls.RefuseForeignPages);

try
{
    await app.StartAsync();
}
catch (Exception exception) when (exception is IOException or SocketException or FormatException or ArgumentException or InvalidOperationException)
{
    Console.Error.WriteLine($"PoolDashboard: {exception.Message}");
    return 1;
}

foreach (string address in app.Urls)
{
    Console.WriteLine(address);
    Console.WriteLine($"{address}/pools");
}

await app.WaitForShutdownAsync();
return 0;

// RespServer: a small server that speaks the protocol of Redis.
//
//     dotnet run -c Release --project samples/RespServer
//     redis-cli set greeting hello EX 60
//     redis-benchmark -t ping,set,get -P 16
//
// prints its address, and that of a page with its pools. Both answer this machine only. --port 6380 sets the port; 0 is any free one.
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using RespServer;

int? requestedPort = args switch
{
    [] => 6379,
    ["--port", var text] when ushort.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out ushort number) => number,
    _ => null,
};
if (requestedPort is not { } port)
{
    Console.Error.WriteLine("RespServer: the only argument is --port and a number.");
    return 2;
}

WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
builder.WebHost.UseUrls("http://127.0.0.1:0"); // any free port
builder.Logging.SetMinimumLevel(LogLevel.Warning);

await using WebApplication app = builder.Build();
app.MapPooledBuffers("/pools");

try
{
    await using var server = new Server(new IPEndPoint(IPAddress.Loopback, port), TimeProvider.System);
    await app.StartAsync();
    Console.WriteLine($"redis://{server.Address}");
    Console.WriteLine($"{app.Urls.Single()}/pools");
    await app.WaitForShutdownAsync();
    return 0;
}
catch (SocketException exception)
{
    Console.Error.WriteLine($"RespServer: cannot listen to port {port}: {exception.Message}");
    return 1;
}

namespace PooledGen.Samples.Tests;

/// <summary>WebEcho, running, and a client of it.</summary>
internal sealed class WebEchoServer : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    private readonly RunningSample _sample;

    private WebEchoServer(RunningSample sample, string address)
    {
        _sample = sample;

        // One connection: a request is answered when the one before is over on the server too.
        var oneConnection = new SocketsHttpHandler { MaxConnectionsPerServer = 1 };
        Client = new HttpClient(oneConnection) { BaseAddress = new Uri(address), Timeout = s_patience };
    }

    public HttpClient Client { get; }

    public static async Task<WebEchoServer> Start()
    {
        var sample = new RunningSample("WebEcho");
        try
        {
            return new WebEchoServer(sample, await sample.Line());
        }
        catch
        {
            sample.Dispose();
            throw;
        }
    }

    public void Dispose()
    {
        Client.Dispose();
        _sample.Dispose();
    }

    /// <summary>Stops it as a service manager does.</summary>
    /// <returns>The exit code.</returns>
    public Task<int> Stop() => _sample.Stop();
}

using System.Diagnostics;

namespace PooledGen.Samples.Tests;

/// <summary>WebEcho, running, and a client of it. It is killed at the latest at the end of the test.</summary>
internal sealed class WebEchoServer : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    private readonly Process _process;

    private WebEchoServer(Process process, string address)
    {
        _process = process;

        // One connection: a request is answered when the one before is over on the server too.
        var oneConnection = new SocketsHttpHandler { MaxConnectionsPerServer = 1 };
        Client = new HttpClient(oneConnection) { BaseAddress = new Uri(address), Timeout = s_patience };
    }

    public HttpClient Client { get; }

    public static async Task<WebEchoServer> Start()
    {
        Process process = Process.Start(SampleRun.Command("WebEcho", AppContext.BaseDirectory))!;
        try
        {
            string? address = await process.StandardOutput.ReadLineAsync().WaitAsync(s_patience);
            return new WebEchoServer(process, address ?? await process.StandardError.ReadToEndAsync().WaitAsync(s_patience));
        }
        catch
        {
            End(process);
            throw;
        }
    }

    public void Dispose()
    {
        Client.Dispose();
        End(_process);
    }

    /// <summary>Stops it as a service manager does.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> Stop()
    {
        using (Process kill = Process.Start("kill", ["-TERM", $"{_process.Id}"]))
            await kill.WaitForExitAsync().WaitAsync(s_patience);

        await _process.WaitForExitAsync().WaitAsync(s_patience);
        return _process.ExitCode;
    }

    private static void End(Process process)
    {
        process.Kill(); // does nothing to a process that has ended
        process.Dispose();
    }
}

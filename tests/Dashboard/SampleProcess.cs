using System.Diagnostics;
using System.Net;

namespace PooledGen.Dashboard.Tests;

/// <summary>samples/PoolDashboard, started as a user would.</summary>
internal sealed class SampleProcess : IAsyncDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    private readonly Process _process;

    private SampleProcess(Process process, string address, string pools)
    {
        _process = process;
        Client = new HttpClient { Timeout = s_patience, BaseAddress = new Uri(address) };
        Pools = pools;
    }

    /// <summary>A client of the page with the buttons.</summary>
    public HttpClient Client { get; }

    /// <summary>The address of the page with the pools.</summary>
    public string Pools { get; }

    /// <summary>Starts it on a free port, and waits until it has printed its two addresses.</summary>
    public static async Task<SampleProcess> StartAsync()
    {
        var process = Process.Start(new ProcessStartInfo(Host, [Assembly]) { RedirectStandardOutput = true })!;
        string address = (await process.StandardOutput.ReadLineAsync().WaitAsync(s_patience))!;
        string pools = (await process.StandardOutput.ReadLineAsync().WaitAsync(s_patience))!;
        return new SampleProcess(process, address, pools);
    }

    /// <summary>Runs it until it ends.</summary>
    /// <returns>Its exit code, and what it wrote to the error output.</returns>
    public static async Task<(int ExitCode, string Errors)> RunAsync(params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(Host, [Assembly, .. arguments]) { RedirectStandardError = true })!;
        string errors = await process.StandardError.ReadToEndAsync().WaitAsync(s_patience);
        await process.WaitForExitAsync().WaitAsync(s_patience);
        return (process.ExitCode, errors);
    }

    /// <summary>Presses a button of the page.</summary>
    public async Task<HttpStatusCode> PressAsync(string button)
    {
        using HttpResponseMessage response = await Client.PostAsync(button, content: null);
        return response.StatusCode;
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        _process.Kill();
        await _process.WaitForExitAsync().WaitAsync(s_patience);
        _process.Dispose();
    }

    private static string Host => Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet";

    private static string Assembly => Path.Combine(AppContext.BaseDirectory, "PoolDashboard.dll");
}

using System.Diagnostics;
using System.Net;
using PooledGen.Samples.Tests;

namespace PooledGen.Dashboard.Tests;

/// <summary>samples/PoolDashboard, started as a user would.</summary>
internal sealed class SampleProcess : IDisposable
{
    private readonly RunningSample _sample;

    private SampleProcess(RunningSample sample, string address, string pools)
    {
        _sample = sample;
        Client = new HttpClient { Timeout = TimeSpan.FromSeconds(60), BaseAddress = new Uri(address) };
        Pools = pools;
    }

    /// <summary>A client of the page with the buttons.</summary>
    public HttpClient Client { get; }

    /// <summary>The address of the page with the pools.</summary>
    public string Pools { get; }

    /// <summary>Starts it on a free port, and waits until it has printed its two addresses.</summary>
    public static async Task<SampleProcess> StartAsync()
    {
        ProcessStartInfo command = SampleRun.Command("PoolDashboard", AppContext.BaseDirectory);
        command.Environment.Remove("POOLEDGEN_TRIM_PERIOD_SECONDS"); // its page shows what the idle timer does
        var sample = new RunningSample(command);
        try
        {
            return new SampleProcess(sample, await sample.Line(), await sample.Line());
        }
        catch
        {
            sample.Dispose();
            throw;
        }
    }

    /// <summary>Presses a button of the page.</summary>
    public async Task<HttpStatusCode> PressAsync(string button)
    {
        using HttpResponseMessage response = await Client.PostAsync(button, content: null);
        return response.StatusCode;
    }

    public void Dispose()
    {
        Client.Dispose();
        _sample.Dispose();
    }
}

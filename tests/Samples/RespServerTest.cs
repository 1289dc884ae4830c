using System.Net;
using RespServer;

namespace PooledGen.Samples.Tests;

/// <summary>
/// RespServer in this process, under a check of all pools. It is stopped at the end of the test, when its pools have to be at rest.
/// </summary>
[Collection(Name)]
public abstract class RespServerTest : IAsyncLifetime
{
    public const string Name = "Pools of this process";

    private readonly RentalCheck _check = RentalCheck.Start();

    protected RespServerTest() => Server = new Server(new IPEndPoint(IPAddress.Loopback, 0), Time);

    internal ManualTime Time { get; } = new();

    protected Server Server { get; }

    private protected Task<RespClient> Connect() => RespClient.Connect(Server.Address);

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync()
    {
        // The check finds leaks, and what was written to a buffer that was returned too early.
        using (_check)
            await Server.DisposeAsync().AsTask().WaitAsync(TimeSpan.FromSeconds(60));

        Assert.Equal((0, 0, 0), (InputBuffer.Pool.GetStatistics().InUse, ReplyBuffer.Pool.GetStatistics().InUse, ValueBuffer.Pool.GetStatistics().InUse));
    }
}

/// <summary>A check sees every rental of the process, so these tests run alone.</summary>
[CollectionDefinition(RespServerTest.Name, DisableParallelization = true)]
public class PoolsOfThisProcess;

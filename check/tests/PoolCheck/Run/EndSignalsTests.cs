using System.Runtime.InteropServices;

namespace PooledGen.PoolCheck.Tests;

/// <summary>The signals that ask the tool to end.</summary>
public class EndSignalsTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);

    /// <summary>The command that the handler passes the signal on to may end at once, and its files go.</summary>
    [Fact]
    public void Dispose_WhileAHandlerRuns_WaitsForIt()
    {
        using var hasBegun = new ManualResetEventSlim();
        using var mayEnd = new ManualResetEventSlim();
        bool hasEnded = false;
        var signals = new EndSignals(_ =>
        {
            hasBegun.Set();
            hasEnded = mayEnd.Wait(s_patience);
        });
        var signal = new Thread(() => signals.Handle(new PosixSignalContext(PosixSignal.SIGHUP)));
        signal.Start();
        Assert.True(hasBegun.Wait(s_patience), "The handler was not called.");
        var dispose = new Thread(signals.Dispose);
        dispose.Start();
        bool isEarly = dispose.Join(200);
        mayEnd.Set();
        Assert.True(dispose.Join(s_patience), "Dispose goes on waiting for a handler that has ended.");

        Assert.False(isEarly);
        Assert.True(hasEnded);
    }
}

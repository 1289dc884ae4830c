using System.Runtime.InteropServices;

namespace PooledGen.PoolCheck.Tests;

/// <summary>The signals that ask the tool to end.</summary>
public class EndSignalsTests
{
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
            mayEnd.Wait();
            hasEnded = true;
        });
        var signal = new Thread(() => signals.Handle(new PosixSignalContext(PosixSignal.SIGHUP)));
        signal.Start();
        hasBegun.Wait();
        var dispose = new Thread(signals.Dispose);
        dispose.Start();
        bool isEarly = dispose.Join(200);
        mayEnd.Set();
        dispose.Join();

        Assert.False(isEarly);
        Assert.True(hasEnded);
    }
}

using System.Diagnostics;
using System.Globalization;

namespace PooledGen.PoolCheck.Tests;

/// <summary>The signals that ask the tool to end.</summary>
[Trait("System", "Unix")]
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
        using (Process kill = Process.Start("kill", ["-HUP", Environment.ProcessId.ToString(CultureInfo.InvariantCulture)]))
            kill.WaitForExit();

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

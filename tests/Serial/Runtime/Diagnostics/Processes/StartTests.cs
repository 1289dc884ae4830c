namespace PooledGen.Runtime.Tests.Diagnostics.Processes;

/// <summary>
/// The event source and the meter come into being while others rent, and call listeners who rent too. Each case needs a process in which nothing was
/// rented yet: StartScenarios in Target.
/// </summary>
public class StartTests
{
    [Theory]
    [InlineData("callback", "called: True, thrown: nothing, in use: 0")]
    [InlineData("listeners' lock", "listened: True, rented: True")]
    [InlineData("instrument", "published: True, rented: True")]
    [InlineData("array pool", "ours: True, array pool's: as it was")]
    [InlineData("copies", "heard: 2 of 2")]
    [InlineData("tracing", "tracing: True, first: PoolCreated")]
    [InlineData("assembly", "listening: True, trimmed: 1, blocked: 0")]
    [InlineData("attach", "15 instruments, Packet System.Byte 1 1 0 1 0 0 0 0")] // what the threads lose to a listener of every rental counts as trimmed
    public async Task Listener_ThatIsThereFirst_DisturbsNoRental(string scenario, string end)
        => Assert.Equal(end, await TargetProcess.Play(scenario));

    // On macOS a native buffer needs no library.
    [Fact]
    [Trait("System", "Linux")]
    public async Task HandlerOfNativeLibraries_ThatWaitsForARental_DisturbsNone()
        => Assert.Equal("loaded: True, rented: True", await TargetProcess.Play("native library"));

    // Settings are read in a static constructor, and the text about the value has a number in it.
    [Fact]
    public async Task SettingThatIsIgnored_RentsNothingFromTheFrameworksPool()
        => Assert.Equal("ours: True, array pool's: as it was", await TargetProcess.Play("array pool", ("POOLEDGEN_MAX_RETAINED_BYTES", "much")));
}

namespace PooledGen.Runtime.Tests.Diagnostics.Processes;

/// <summary>Without memory a check may lose a finding, but no rental loses its buffer: ScarceMemoryScenario in Target.</summary>
public class ScarceMemoryTests
{
    private const int Attempts = 5;

    [Fact]
    public async Task CheckedRental_WithoutMemory_LosesNoBufferAndEndsNoOwnerThatWasNotResized()
    {
        // The runtime itself rarely ends a process that has so little memory, before it says anything.
        string? end = null;
        for (int i = 0; end is null && i < Attempts; i++)
            end = await TargetProcess.Play("scarce memory", ("DOTNET_GCHeapHardLimit", "4000000"), ("DOTNET_gcConcurrent", "0"));

        Assert.Equal("failed returns: 0, rents fail: True, findings that are none: 0; failed resizes: 1, owner: valid; in use: 0", end);
    }
}

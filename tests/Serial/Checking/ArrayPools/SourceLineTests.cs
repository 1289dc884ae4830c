using System.Buffers;
using System.Runtime.CompilerServices;

namespace PooledGen.Checking.Tests;

/// <summary>The files and lines of the stacks of array pools. NativeAOT has none.</summary>
public class SourceLineTests
{
    [Fact]
    public void Dispose_WithAnArrayThatIsNotReturned_ThrowsTheLineOfItsRent()
    {
        ArrayPoolCheck check = ArrayPoolCheck.Start(typeof(SourceLineTests).Assembly);
        Lose(3000);

        ArrayPoolMisuse leak = Assert.Single(Assert.Throws<ArrayPoolMisuseException>(check.Dispose).Findings);

        Assert.Matches(@"\.Lose\(.*SourceLineTests\.cs:line \d+$", leak.Rented!.Stack.Split('\n')[0]);
    }

    [Fact]
    public async Task Dispose_WithAnArrayThatAnAsyncMethodLost_ShowsTheMethodOnce()
    {
        ArrayPoolCheck check = ArrayPoolCheck.Start(typeof(SourceLineTests).Assembly);
        await LoseAsync(3000);

        ArrayPoolMisuse leak = Assert.Single(Assert.Throws<ArrayPoolMisuseException>(check.Dispose).Findings);

        string line = Assert.Single(leak.Rented!.Stack.Split('\n'), static line => line.Contains(nameof(LoseAsync), StringComparison.Ordinal));
        Assert.Matches(@"SourceLineTests\.cs:line \d+$", line);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Lose(int length) => ArrayPool<byte>.Shared.Rent(length);

    private static async Task LoseAsync(int length)
    {
        ArrayPool<byte>.Shared.Rent(length);
        await Task.Yield();
    }
}

using System.Diagnostics;
using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>A thread spills into a size class while another thread opens the first place of that class.</summary>
[Trait("Category", "Long")]
public class FirstPlaceStormTests
{
    [Fact]
    public async Task Spill_WhileTheFirstPlaceIsOpened_FindsItOrNone()
    {
        TimeSpan limit = StormTime.Read(otherwise: 1);
        var elapsed = Stopwatch.StartNew();
        do
        {
            var tier = new CoreTier([1]);
            var stack = new ThreadStack(pool: null!, maxCapacity: 1, new object());
            bool isOpen = false;
            Task opening = Task.Run(() =>
            {
                tier.TryPrepare(0);
                tier.Grow(0, nodes: 1);
                Volatile.Write(ref isOpen, true);
            });

            while (!Volatile.Read(ref isOpen))
                tier.TrySpill(stack, 0, out _);

            await opening;
            Assert.True(tier.TrySpill(stack, 0, out _));
        }
        while (elapsed.Elapsed < limit);
    }
}

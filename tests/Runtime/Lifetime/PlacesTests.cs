using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>
/// A place that a visit leaves open when it closes the others is open afterwards, in use or not. To close it in the end would be too late to see
/// who used it meanwhile.
/// </summary>
public class PlacesTests
{
    private readonly PooledNode<byte> _node = new TestPool(new Housekeeper(TimeProvider.System, TimeSpan.Zero, long.MaxValue)).Rent(16);

    public PlacesTests() => _node.End(); // or it would be idle

    [Fact]
    public void Settle_OfAStackThatWasEmptiedMeanwhile_LeavesItOpen()
    {
        var stack = new ThreadStack<byte>(maxDepth: 1);
        stack.Widen();
        stack.TryPush(_node);
        stack.TrimIdle(trimmed: null);
        stack.Spill(new PooledNode<byte>?[1], out _);

        Assert.Equal(0, stack.Settle());

        Assert.Equal(1, stack.Depth);
    }

    [Fact]
    public void Settle_OfASlotThatWasEmptiedMeanwhile_LeavesItOpen()
    {
        var tier = new CoreTier<byte>(depths: [1]);
        tier.Prepare(0);
        tier.Widen(0);
        tier.TryAdd(_node);
        tier.Narrow(0);
        tier.TryRefill(new ThreadStack<byte>(maxDepth: 0), 0);

        Assert.Equal(0, tier.Settle(0));

        Assert.True(tier.TryAdd(_node));
    }
}

namespace PooledGen;

/// <summary>The options of a <see cref="PooledArrayPool{T}"/>: <c>new() { Name = "Keys", Clear = ClearPolicy.OnReturn }</c>.</summary>
public sealed class PooledArrayPoolOptions
{
    /// <summary>The name in messages, statistics and metrics. Default: that of the pool's type.</summary>
    public string? Name { get; set; }

    /// <summary>The most bytes of free arrays that the pool retains. Default: only the limit of the process holds.</summary>
    public long MaxRetainedBytes { get; set; } = long.MaxValue;

    /// <summary>The policy for clearing elements.</summary>
    public ClearPolicy Clear { get; set; }

    /// <summary>
    /// The number of lengths from one power of two to the next: 1, 2 or 4, or 0 for the default, 1. An array is at most 2, 1.5 or 1.25 times as long as
    /// requested.
    /// </summary>
    public int SizeClassesPerDoubling { get; set; } = 1;

    /// <summary>The budget that limits the arrays which are rented at the same time. Default: nothing does.</summary>
    public BufferBudget? Budget { get; set; }
}

namespace PooledGen;

/// <summary>The policy for a request above <see cref="PooledBufferOptionsAttribute.MaxLength"/>.</summary>
public enum OversizePolicy
{
    /// <summary>An array of exactly that length that is never pooled. Counted in <see cref="PoolStatistics.Oversize"/>.</summary>
    Allocate,

    /// <summary>An <see cref="ArgumentOutOfRangeException"/> that names the type, the length and the maximum.</summary>
    Throw,
}

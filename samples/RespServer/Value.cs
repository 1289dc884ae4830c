using PooledGen;

namespace RespServer;

/// <summary>A stored value, or a share of one.</summary>
/// <remarks>
/// Small values are plain arrays, because an owner takes about 90 bytes beside its array, and 300 more once it was shared. For a million values of 32
/// bytes that is ten times the values. From 4 KB on it is less than a tenth, and a value that is replaced leaves nothing to the garbage collector.
/// </remarks>
internal readonly struct Value : IDisposable
{
    /// <summary>The longest value that is a plain array.</summary>
    public const int MaxSmallLength = 4096;

    private readonly byte[]? _small; // never changes, so that any number of readers may have it
    private readonly PooledOwner<byte> _large;

    private Value(byte[]? small, PooledOwner<byte> large)
    {
        _small = small;
        _large = large;
    }

    public int Length => _small?.Length ?? _large.Length;

    public ReadOnlySpan<byte> Span => _small ?? _large.Span;

    public ReadOnlyMemory<byte> Memory => _small ?? _large.Memory;

    public static Value CopyOf(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length <= MaxSmallLength)
            return new Value(bytes.ToArray(), default);

        PooledOwner<byte> large = ValueBuffer.RentOwner(bytes.Length);
        bytes.CopyTo(large.Span);
        return new Value(null, large);
    }

    /// <summary>Another handle of the same bytes, which stay until both are disposed.</summary>
    public Value Share() => _small is null ? new Value(null, _large.Share()) : this;

    public void Dispose() => _large.Dispose();
}

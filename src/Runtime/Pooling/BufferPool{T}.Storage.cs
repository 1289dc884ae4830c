using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Buffers whose address never changes.</summary>
public sealed partial class BufferPool<T>
{
    /// <inheritdoc/>
    public override long MappedBytes => _storage?.MappedBytes ?? 0;

    /// <summary>Whether the address of a rented buffer never changes.</summary>
    internal bool IsStable => _storage is not null;

    /// <summary>Throws if buffers do not begin at the first element of an array.</summary>
    /// <exception cref="InvalidOperationException">They are aligned or native.</exception>
    internal void ThrowIfPlaced()
    {
        if (_storage is { IsPlaced: true })
            throw BufferErrors.NoArrayInBlock(Name);
    }

    // No thread can reach the pool any more, so its free buffers are nobody's.
    private protected override void GiveBackPages()
    {
        // The retention is null if the constructor could not allocate it.
        if (_storage is not { StaysOffThreads: true } || _retention is null)
            return;

        try
        {
            _retention.Trim();
        }
        catch (OutOfMemoryException)
        {
            // The finalizer's thread must go on. The pages stay with the process.
        }
    }
}

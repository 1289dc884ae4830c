using System.Buffers;

namespace PooledGen;

/// <summary>A part of an array of ArrayPool.Shared. Each one is disposed once: nothing but the code that uses it takes care of that.</summary>
internal readonly struct PooledOwner<T>(T[]? array, int start, int length) : IDisposable
{
    public int Length => length;

    public int Capacity => array?.Length ?? 0;

    public bool IsEmpty => length == 0;

    public Span<T> Span => array.AsSpan(start, length);

    public Memory<T> Memory => array.AsMemory(start, length);

    public static PooledOwner<T> Rent(int length) => new(ArrayPool<T>.Shared.Rent(length), 0, length);

    /// <summary>A copy, because an array has one owner.</summary>
    public PooledOwner<T> Share()
    {
        PooledOwner<T> copy = Rent(length);
        Span.CopyTo(copy.Span);
        return copy;
    }

    public PooledOwner<T> DetachSlice(int offset, int? count = null) => new(array, start + offset, count ?? length - offset);

    public PooledOwner<T> Resize(int newLength)
    {
        PooledOwner<T> resized = newLength <= Capacity ? new(array, newLength <= Capacity - start ? start : 0, newLength) : Rent(newLength);
        Span<T> kept = Span[..Math.Min(length, newLength)];
        if (kept != resized.Span[..kept.Length])
            kept.CopyTo(resized.Span);

        if (newLength > Capacity)
            Dispose();

        return resized;
    }

    public void Dispose()
    {
        if (array is not null)
            ArrayPool<T>.Shared.Return(array);
    }

    public static implicit operator ReadOnlySpan<T>(PooledOwner<T> owner) => owner.Span;
}

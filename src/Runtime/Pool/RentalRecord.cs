using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The record of one checked rental, as the pool knows it: the watch attaches it to the node, and the pool tells it what happens to the rental. It stays with
/// the node until the next rental.
/// </summary>
/// <param name="length">The number of elements that the holder may use.</param>
/// <param name="isSample">Whether the rental must behave like one that is not checked.</param>
internal abstract class RentalRecord(int length, bool isSample)
{
    private object? _memory; // the object behind the memories of the rental

    /// <summary>The number of elements of the array that the holder may use. An owner that is resized may get more.</summary>
    public int Length { get; set; } = length;

    public bool IsSample => isSample;

    public abstract bool IsOver { get; }

    /// <summary>Records the end of the rental, unless it is over. Others may hold its buffer still.</summary>
    public abstract void End(PooledNode node);

    /// <summary>Ends the check of a buffer that nobody holds any more, while the array is as the last holder left it.</summary>
    public abstract void EndCheck(PooledNode node);

    /// <summary>Looks for writes behind the length, unless the rental is over.</summary>
    public abstract void FindOverrun(PooledNode node);

    /// <summary>Lets the holder use more of the array, unless the rental is over.</summary>
    /// <param name="node">The node.</param>
    /// <param name="length">The number of elements that the holder may use from now on, counted from the start of the array.</param>
    public abstract void Extend(PooledNode node, int length);

    /// <summary>The record of a share that has just begun. This record looks for writes behind the length.</summary>
    /// <param name="generation">The generation of the share.</param>
    public abstract RentalRecord OfShare(nint generation);

    /// <summary>Throws if the rental is over. The first time it is a finding.</summary>
    /// <exception cref="ObjectDisposedException">The rental is over; the exception names the annotated type.</exception>
    public abstract void ThrowIfOver();

    /// <summary>The object behind the memories of the rental: always the same one, so that equal memories are equal.</summary>
    /// <param name="plain">The elements.</param>
    public WatchedMemory<T> Watch<T>(Memory<T> plain)
        => (WatchedMemory<T>)(_memory ?? Interlocked.CompareExchange(ref _memory, new WatchedMemory<T>(this, plain), null) ?? _memory);
}

using System.Buffers;
using System.Runtime.InteropServices;

namespace PooledGen;

/// <summary>
/// The elements of a checked rental for asynchronous code. A consumer that keeps the <see cref="Memory{T}"/> longer than the rental gets an
/// <see cref="ObjectDisposedException"/>, where the plain one would show the elements of another rental.
/// </summary>
/// <param name="rental">The rental.</param>
/// <param name="plain">The elements, as an owner gives them out that is not checked.</param>
internal sealed class CheckedMemory<T>(CheckedRental rental, Memory<T> plain) : MemoryManager<T>
{
    /// <inheritdoc/>
    public override Memory<T> Memory => CreateMemory(plain.Length);

    /// <summary>A part of the elements. The caller has checked that it is inside the buffer.</summary>
    public Memory<T> Slice(int start, int length) => CreateMemory(start, length);

    /// <inheritdoc/>
    public override Span<T> GetSpan()
    {
        rental.ThrowIfOver();
        return plain.Span;
    }

    /// <inheritdoc/>
    public override MemoryHandle Pin(int elementIndex = 0)
    {
        rental.ThrowIfOver();
        return plain.Slice(elementIndex).Pin();
    }

    /// <summary>Does nothing: the handle that <see cref="Pin"/> gives is the plain memory's.</summary>
    public override void Unpin()
    {
    }

    /// <summary>Gives the array as the plain memory does, so that consumers behave as without a check.</summary>
    protected override bool TryGetArray(out ArraySegment<T> segment)
    {
        rental.ThrowIfOver();
        return MemoryMarshal.TryGetArray(plain, out segment);
    }

    // Does nothing: the pool decides what happens to the buffer, and not a holder of its memory.
    protected override void Dispose(bool disposing)
    {
    }
}

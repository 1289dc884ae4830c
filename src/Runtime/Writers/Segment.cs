using System.Buffers;

namespace PooledGen;

/// <summary>
/// One rented array of a chain, in the form that a <see cref="ReadOnlySequence{T}"/> is made of. The object is reused after its array was returned.
/// </summary>
internal sealed class Segment<T> : ReadOnlySequenceSegment<T>
{
    private OwnedArray<T> _rental;

    /// <summary>The whole buffer; <see cref="ReadOnlySequenceSegment{T}.Memory"/> may be only the used part of it.</summary>
    public Window<T> Window => _rental.Window;

    /// <summary>The position of the first element in the whole chain.</summary>
    public long Start => RunningIndex;

    /// <summary>The position after the last element.</summary>
    public long End => RunningIndex + Memory.Length;

    /// <summary>Rents an array for a segment that has none, or a longer one for a segment in which nothing was written.</summary>
    public void Rent(BufferPool<T> pool, int length)
    {
        var rental = new OwnedArray<T>(pool, length);
        _rental.Return();
        _rental = rental;
        Memory = rental.Window.AsMemory(0);
    }

    /// <summary>Puts a segment behind this one, which ends after <paramref name="used"/> elements from now on.</summary>
    public void Link(Segment<T> next, int used)
    {
        Memory = Memory.Slice(0, used);
        next.RunningIndex = End;
        Next = next;
    }

    /// <summary>Makes this segment the last one.</summary>
    public void Unlink() => Next = null;

    /// <summary>Returns the array and resets the segment.</summary>
    public void Return()
    {
        OwnedArray<T> rental = _rental;
        _rental = default;
        Memory = default;
        Next = null;
        RunningIndex = 0;
        rental.Return();
    }
}

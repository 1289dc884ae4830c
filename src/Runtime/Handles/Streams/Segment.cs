using System.Buffers;

namespace PooledGen;

/// <summary>
/// One rented array of a stream, in the form that a <see cref="ReadOnlySequence{T}"/> is made of. The object is reused after its array was returned.
/// </summary>
internal sealed class Segment : ReadOnlySequenceSegment<byte>
{
    private OwnedArray<byte> _rental;

    public Window<byte> Window => _rental.Window;

    /// <summary>The position of the first byte in the whole stream.</summary>
    public long Start => RunningIndex;

    /// <summary>The position after the last byte.</summary>
    public long End => RunningIndex + Memory.Length;

    /// <summary>Rents an array for a segment that has none.</summary>
    public void Rent(BufferPool<byte> pool, int length, BufferBudget? budget = null)
    {
        _rental = new OwnedArray<byte>(pool, length, budget);
        Memory = _rental.Window.AsMemory(0);
    }

    /// <summary>Puts a segment after this one.</summary>
    public void Link(Segment next)
    {
        next.RunningIndex = End;
        Next = next;
    }

    /// <summary>Makes this segment the last one.</summary>
    public void Unlink() => Next = null;

    /// <summary>Returns the array and resets the segment.</summary>
    public void Return()
    {
        OwnedArray<byte> rental = _rental;
        _rental = default;
        Memory = default;
        Next = null;
        RunningIndex = 0;
        rental.Return();
    }
}

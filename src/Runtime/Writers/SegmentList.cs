using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The segments of a writer or a stream, in order. A position leads to its segment. The first takes about 4 KB, each further one twice as much as
/// the one before, up to the segment length: little data takes little memory, and much data takes few segments.
/// </summary>
internal struct SegmentList<T>
{
    private const int FirstBytes = 4 * 1024;
    private const int LongestBytes = 64 * 1024;

    private readonly int _segmentLength;

    // The segments beyond the count have returned their arrays, and are reused.
    private Segment<T>?[] _segments = [];

    public SegmentList(BufferPool<T> pool, int segmentLength)
    {
        WriterContract.CheckSegmentLength(pool, segmentLength);
        Pool = pool;
        _segmentLength = segmentLength;
    }

    public BufferPool<T> Pool { get; }

    public int Count { get; private set; }

    /// <summary>The greatest number of elements: 2^30 segments.</summary>
    public readonly long MaxCapacity => (long)_segmentLength << 30;

    /// <summary>The number of elements that the segments have room for; the last one counts in full.</summary>
    public readonly long Capacity => Count == 0 ? 0 : Last.End;

    /// <summary>The least length of the first segment.</summary>
    public readonly int FirstLength => LengthAt(0);

    public readonly Segment<T> First => this[0];

    public readonly Segment<T> Last => this[Count - 1];

    public readonly Segment<T> this[int index] => _segments[index]!;

    /// <summary>The default segment length: the largest size class up to 64 KB.</summary>
    public static int DefaultLength(BufferPool<T> pool)
    {
        int length = Math.Max(1, LongestBytes / Unsafe.SizeOf<T>());
        return length >= pool.MaxLength ? pool.MaxLength : 1 << SizeClass.Log2(length);
    }

    /// <summary>Adds a segment behind a full one.</summary>
    public Segment<T> Append() => Append(minLength: 1, Count == 0 ? 0 : Last.Memory.Length);

    /// <summary>Adds a segment.</summary>
    /// <param name="minLength">The least length of the segment.</param>
    /// <param name="used">The used length of the previous segment, which ends there.</param>
    public Segment<T> Append(int minLength, int used)
    {
        if (Count == _segments.Length)
            Array.Resize(ref _segments, Math.Max(4, 2 * Count));

        // Each call that may throw does so before an array is rented, and before the segment is linked.
        Segment<T> segment = _segments[Count] ??= new Segment<T>();
        segment.Rent(Pool, Math.Max(minLength, LengthAt(Count)));
        if (Count > 0)
            Last.Link(segment, used);

        Count++;
        return segment;
    }

    /// <summary>Exchanges the array of the last segment, in which nothing was written, for a longer one.</summary>
    public readonly Segment<T> Replace(int minLength)
    {
        Last.Rent(Pool, minLength);
        return Last;
    }

    /// <summary>Returns all segments but the first ones. The newest goes first, so that the pool rents them out again in the order of the list.</summary>
    public void Truncate(int count)
    {
        while (Count > count)
            this[--Count].Return();

        if (Count > 0)
            Last.Unlink();
    }

    /// <summary>The index of the segment in which a position lies.</summary>
    /// <param name="position">0 to less than the capacity.</param>
    public readonly int IndexOf(long position)
    {
        int low = 0;
        int high = Count - 1;
        while (low < high)
        {
            int middle = (low + high + 1) >>> 1;
            if (this[middle].Start <= position)
                low = middle;
            else
                high = middle - 1;
        }

        return low;
    }

    private readonly int LengthAt(int index)
    {
        long first = Math.Max(1, FirstBytes / Unsafe.SizeOf<T>());
        return (int)Math.Min(first << Math.Min(index, 20), _segmentLength);
    }
}

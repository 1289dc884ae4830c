namespace PooledGen;

/// <summary>
/// The rented segments of a stream, in order. A position leads to its segment. The first segment takes about 4 KB, each further one twice as much as
/// the one before, up to the segment length: little data takes little memory, and much data takes few segments.
/// </summary>
internal struct SegmentList
{
    private const int FirstLimit = 4 * 1024;
    private const int DefaultLimit = 64 * 1024; // of the segment length: the largest size class up to this

    private readonly int _segmentLength;

    // The segments beyond the count have returned their arrays, and are reused.
    private Segment?[] _segments = [];

    public SegmentList(BufferPool<byte> pool, int segmentLength, BufferBudget? budget = null)
    {
        if (segmentLength < 0 || segmentLength > pool.MaxLength)
        {
            throw new ArgumentOutOfRangeException(
                nameof(segmentLength),
                segmentLength,
                $"The length of a segment of {pool.Name} is 1 to {pool.MaxLength}, the longest length that the pool keeps, or 0 for the default.");
        }

        Pool = pool;
        Budget = budget;
        _segmentLength = segmentLength == 0 ? Math.Min(DefaultLimit, pool.MaxLength) : segmentLength;
    }

    public BufferPool<byte> Pool { get; }

    /// <summary>The budget that limits the segments; null for none.</summary>
    public BufferBudget? Budget { get; }

    public int Count { get; private set; }

    /// <summary>The greatest number of bytes: 2^30 segments.</summary>
    public readonly long MaxCapacity => (long)_segmentLength << 30;

    /// <summary>The number of bytes that the segments have room for.</summary>
    public readonly long Capacity => Count == 0 ? 0 : this[Count - 1].End;

    /// <summary>The length of the first segment, or of a larger size class.</summary>
    public readonly int FirstLength => LengthAt(0);

    public readonly Segment First => this[0];

    public readonly Segment this[int index] => _segments[index]!;

    /// <summary>Adds a segment.</summary>
    public void Append()
    {
        if (Count == _segments.Length)
            Array.Resize(ref _segments, Math.Max(4, 2 * Count));

        // Each call that may throw does so before an array is rented, and before the segment is linked.
        Segment segment = _segments[Count] ??= new Segment();
        segment.Rent(Pool, LengthAt(Count), Budget);
        if (Count > 0)
            this[Count - 1].Link(segment);

        Count++;
    }

    /// <summary>Returns all segments but the first ones. The newest goes first, so that the pool rents them out again in the order of the list.</summary>
    public void Truncate(int count)
    {
        while (Count > count)
            this[--Count].Return();

        if (Count > 0)
            this[Count - 1].Unlink();
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

    private readonly int LengthAt(int index) => (int)Math.Min((long)FirstLimit << Math.Min(index, 20), _segmentLength);
}

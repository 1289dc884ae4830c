namespace PooledGen;

/// <summary>What is known of one checked rental. It stays with the node until the next one, so that what is done too late still has a name.</summary>
/// <remarks>
/// Rented on one thread and ended on another, which have synchronised by handing the rental over. Who comes too late may read it at any time,
/// and then asks for the generation first.
/// </remarks>
internal sealed class CheckedRental
{
    private readonly BufferPool _pool;
    private readonly int _capacity;
    private readonly nint _firstGeneration;
    private readonly PoolCallSite _rented;
    private volatile PoolCallSite? _returned;
    private nint _endGeneration;

    /// <param name="pool">The pool.</param>
    /// <param name="length">How many elements the holder may use.</param>
    /// <param name="capacity">The length of the array.</param>
    /// <param name="generation">The generation of the first handle.</param>
    /// <param name="check">The check that wants to know of it; null where the switch is on, or it is a sample.</param>
    /// <param name="isSample">Whether it is a sample, in production: looking up lines would take too long there.</param>
    public CheckedRental(BufferPool pool, int length, int capacity, nint generation, PoolCheck? check, bool isSample)
    {
        _pool = pool;
        Length = length;
        _capacity = capacity;
        _firstGeneration = generation;
        Check = check;
        IsSample = isSample;
        _rented = new PoolCallSite(withLines: !isSample);
    }

    // Nobody can return it any more. While a check is interested it holds on to all that are out, and says so itself.
    ~CheckedRental() => ReportLeak();

    /// <summary>How many elements of the array the holder may use. An owner that is resized may get more.</summary>
    public int Length { get; set; }

    public PoolCheck? Check { get; }

    public bool IsSample { get; }

    public bool IsOver => _returned is not null;

    /// <summary>Its place in the check's list.</summary>
    public LinkedListNode<CheckedRental>? Entry { get; set; }

    /// <summary>Notes the return.</summary>
    /// <param name="generation">The node's generation after it.</param>
    public void End(nint generation)
    {
        GC.SuppressFinalize(this);
        _endGeneration = generation;
        _returned = new PoolCallSite(withLines: !IsSample);
        Check?.Forget(this);
    }

    /// <summary>Whether nobody has rented the node since this rental ended.</summary>
    public bool IsLast(nint generation) => IsOver && _endGeneration == generation;

    /// <summary>Whether a handle was one of this rental, which is over.</summary>
    public bool Covers(nint generation)
        => IsOver && unchecked((nuint)(generation - _firstGeneration) < (nuint)(_endGeneration - _firstGeneration));

    public void ReportLeak()
    {
        GC.SuppressFinalize(this);
        Report(PoolMisuseKind.Leak);
    }

    public void ReportOverrun(int first, int last) => Report(PoolMisuseKind.Overrun, first, last);

    public void ReportWriteAfterReturn(int first, int last) => Report(PoolMisuseKind.WriteAfterReturn, first, last);

    public void ReportDoubleDispose() => Report(PoolMisuseKind.DoubleDispose, disposedAgain: new PoolCallSite(withLines: !IsSample));

    private void Report(PoolMisuseKind kind, int first = -1, int last = -1, PoolCallSite? disposedAgain = null)
        => Findings.Report(_pool, Check, new PoolMisuse(kind, _pool)
        {
            Length = Length,
            Capacity = _capacity,
            FirstWritten = first,
            LastWritten = last,
            Rented = _rented,
            Returned = _returned,
            DisposedAgain = disposedAgain,
        });
}

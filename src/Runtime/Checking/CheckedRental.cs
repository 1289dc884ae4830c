using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>The record of one checked rental. It stays with the node until its next rental, so that late writes and returns can be reported.</summary>
/// <remarks>
/// A rental may begin on one thread and end on another; handing it over has synchronised the two. A thread with an outdated handle may read the
/// record at any time, and compares the generation first.
/// </remarks>
internal sealed class CheckedRental
{
    private readonly BufferPool _pool;
    private readonly int _capacity;
    private readonly nint _firstGeneration;
    private readonly PoolCallSite _rented;
    private PoolCallSite? _returned; // null, too, if there was no memory for it
    private volatile bool _isOver;
    private nint _endGeneration;

    private object? _memory; // the object behind the memories of the rental
    private int _lateUses;

    /// <param name="pool">The pool.</param>
    /// <param name="length">The number of elements that the holder may use.</param>
    /// <param name="capacity">The length of the array.</param>
    /// <param name="generation">The generation of the first handle.</param>
    /// <param name="check">The check that the rental belongs to; null if the switch is on, or it is a sample.</param>
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

    // No thread can return the rental any more. A check refers to all its rentals that are in use, and reports their leaks itself.
    ~CheckedRental()
    {
        // No place exists if the constructor could not allocate it. The caller then got no buffer.
        if (_rented is not null)
            ReportNotReturned();
    }

    /// <summary>The number of elements of the array that the holder may use. An owner that is resized may get more.</summary>
    public int Length { get; set; }

    public PoolCheck? Check { get; }

    public bool IsSample { get; }

    public bool IsOver => _isOver;

    /// <summary>Whether the elements behind the length were looked at for the last time.</summary>
    public bool IsVerified { get; set; }

    /// <summary>The entry of this rental in the check's list.</summary>
    public LinkedListNode<CheckedRental>? Entry { get; set; }

    /// <summary>The record of a share that has just begun. The record of the buffer's own rental looks for writes behind the length.</summary>
    /// <param name="generation">The generation of the share.</param>
    public CheckedRental OfShare(nint generation)
    {
        var share = new CheckedRental(_pool, Length, _capacity, generation, Check is null ? null : CheckedMode.Newest, IsSample) { IsVerified = true };
        share.Check?.Remember(share);
        return share;
    }

    /// <summary>Records the return.</summary>
    /// <param name="generation">The node's generation after it.</param>
    public void End(nint generation)
    {
        GC.SuppressFinalize(this);
        _endGeneration = generation;
        try
        {
            _returned = new PoolCallSite(withLines: !IsSample);
        }
        catch (OutOfMemoryException)
        {
            // The return is under way, and must not lose the buffer.
        }

        _isOver = true;
        Check?.Forget(this);
    }

    /// <summary>Whether the node was not rented again since this rental ended.</summary>
    public bool IsLast(nint generation) => IsOver && _endGeneration == generation;

    /// <summary>Whether this rental is over and the handle belonged to it.</summary>
    public bool Covers(nint generation)
        => IsOver && unchecked((nuint)(generation - _firstGeneration) < (nuint)(_endGeneration - _firstGeneration));

    /// <summary>The object behind the memories of the rental: always the same one, so that equal memories are equal.</summary>
    /// <param name="plain">The elements.</param>
    public WatchedMemory<T> Watch<T>(Memory<T> plain)
        => (WatchedMemory<T>)(_memory ?? Interlocked.CompareExchange(ref _memory, new WatchedMemory<T>(this, plain), null) ?? _memory);

    /// <summary>Throws if the rental is over. The first time it is a finding.</summary>
    /// <exception cref="ObjectDisposedException">The rental is over; the exception names the annotated type.</exception>
    public void ThrowIfOver()
    {
        if (!IsOver)
            return;

        if (Interlocked.Exchange(ref _lateUses, 1) == 0)
            Report(PoolMisuseKind.UseAfterReturn);

        throw DisposedErrors.OfHandle(_pool.Name, RentalHandle.Memory, wasHandedOver: false);
    }

    public void ReportNotReturned()
    {
        GC.SuppressFinalize(this);
        Report(PoolMisuseKind.NotReturned);
    }

    public void ReportOverrun(int first, int last) => Report(PoolMisuseKind.Overrun, first, last);

    public void ReportWriteAfterReturn(int first, int last) => Report(PoolMisuseKind.WriteAfterReturn, first, last);

    public void ReportDoubleDispose() => Report(PoolMisuseKind.DoubleDispose);

    private void Report(PoolMisuseKind kind, int first = -1, int last = -1)
    {
        try
        {
            Findings.Report(_pool, Check, new PoolMisuse(kind, _pool.Name)
            {
                Length = Length,
                Capacity = _capacity,
                FirstWritten = first,
                LastWritten = last,
                Rented = _rented,
                Returned = _returned,
                DisposedAgain = kind == PoolMisuseKind.DoubleDispose ? new PoolCallSite(withLines: !IsSample) : null,
                Used = kind == PoolMisuseKind.UseAfterReturn ? new PoolCallSite(withLines: true) : null,
            });
        }
        catch (Exception)
        {
            // Most likely there is no memory. The finding is lost, but the rent or return that is under way goes on. On the finalizer's thread the exception
            // would end the process.
        }
    }
}

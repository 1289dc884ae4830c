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

    private int _lateUses;

    // Whether the elements past the length were looked at for the last time.
    private bool _isVerified;

    private object? _memory; // the object that backs the memories of the rental

    /// <param name="pool">The pool.</param>
    /// <param name="length">The number of elements that the holder may use.</param>
    /// <param name="capacity">The length of the array.</param>
    /// <param name="generation">The generation of the first handle.</param>
    /// <param name="check">The check that the rental belongs to; null if the switch is on, or it is a sample.</param>
    /// <param name="isSample">Whether it is a sample, in production: looking up lines would take too long there.</param>
    public CheckedRental(BufferPool pool, int length, int capacity, nint generation, RentalCheck? check, bool isSample)
    {
        _pool = pool;
        Length = length;
        IsSample = isSample;
        _capacity = capacity;
        _firstGeneration = generation;
        Check = check;
        _rented = new PoolCallSite(withLines: !isSample);
    }

    // No thread can return the rental any more. A check refers to all its rentals that are in use, and reports their leaks itself.
    ~CheckedRental()
    {
        // No place exists if the constructor could not allocate it. The caller then got no buffer.
        if (_rented is not null)
            ReportNotReturned();
    }

    public RentalCheck? Check { get; }

    /// <summary>The number of elements of the array that the holder may use. An owner that is resized may get more.</summary>
    public int Length { get; private set; }

    /// <summary>Whether the rental must behave like one that is not checked.</summary>
    public bool IsSample { get; }

    public bool IsOver => _isOver;

    /// <summary>The entry of this rental in the check's list.</summary>
    public LinkedListNode<CheckedRental>? Entry { get; set; }

    /// <summary>The record of a share that has just begun. This record looks for writes past the length.</summary>
    /// <param name="generation">The generation of the share.</param>
    public CheckedRental OfShare(nint generation)
    {
        var share = new CheckedRental(_pool, Length, _capacity, generation, Check is null ? null : RentalCheck.Newest, IsSample) { _isVerified = true };
        share.Check?.Remember(share);
        return share;
    }

    /// <summary>Records the end of the rental, unless it is over. Others may hold its buffer still.</summary>
    public void End(PooledNode node)
    {
        if (IsOver)
            return;

        GC.SuppressFinalize(this);
        _endGeneration = node.Generation;
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

    /// <summary>Ends the check of a buffer that nobody holds any more, while the array is as the last holder left it.</summary>
    public void EndCheck(PooledNode node)
    {
        End(node);
        if (_isVerified)
            return;

        _isVerified = true;
        VerifyCanary(node);
    }

    /// <summary>Looks for writes past the length, unless the rental is over.</summary>
    public void FindOverrun(PooledNode node)
    {
        if (!IsOver)
            VerifyCanary(node);
    }

    /// <summary>Lets the holder use more of the array, unless the rental is over.</summary>
    /// <param name="node">The node.</param>
    /// <param name="length">The number of elements that the holder may use from now on, counted from the start of the array.</param>
    public void Extend(PooledNode node, int length)
    {
        if (IsOver || length <= Length)
            return;

        VerifyCanary(node);
        if (!IsSample)
            Pattern.Fill(node, Length, length - Length, Pattern.Fresh);

        Length = length;

        // The last holder may be a share. The record of the buffer's first rental, which is over, looks for writes past the length once more at the end.
        if (node.Shares?.Buffer.Rental is { } first)
            first.Length = length;
    }

    private void VerifyCanary(PooledNode node)
    {
        if (!Pattern.IsWritten(node, Length, Pattern.Canary, out int first, out int last))
            return;

        // The fill comes before the report: an overrun is reported once, and the written elements may be a secret.
        Pattern.Fill(node, Length, node.Capacity - Length, Pattern.Canary);
        Report(PoolMisuseKind.Overrun, first, last);
    }

    /// <summary>Whether the node was not rented again since this rental ended.</summary>
    public bool IsLast(nint generation) => IsOver && _endGeneration == generation;

    /// <summary>Whether this rental is over and the handle belonged to it.</summary>
    public bool Covers(nint generation)
        => IsOver && unchecked((nuint)(generation - _firstGeneration) < (nuint)(_endGeneration - _firstGeneration));

    /// <summary>The object that backs the memories of the rental: always the same one, so that equal memories are equal.</summary>
    /// <param name="plain">The elements.</param>
    public CheckedMemory<T> MemoryOver<T>(Memory<T> plain)
        => (CheckedMemory<T>)(_memory ?? Interlocked.CompareExchange(ref _memory, new CheckedMemory<T>(this, plain), null) ?? _memory);

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

    public void ReportWriteAfterReturn(int first, int last) => Report(PoolMisuseKind.WriteAfterReturn, first, last);

    public void ReportDoubleDispose() => Report(PoolMisuseKind.ReturnedTwice);

    private void Report(PoolMisuseKind kind, int first = -1, int last = -1)
    {
        try
        {
            MisuseReporter.Report(_pool, Check, new PoolMisuse(kind, _pool.Name)
            {
                Length = Length,
                Capacity = _capacity,
                FirstWritten = first,
                LastWritten = last,
                Rented = _rented,
                Returned = _returned,
                ReturnedAgain = kind == PoolMisuseKind.ReturnedTwice ? new PoolCallSite(withLines: !IsSample) : null,
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

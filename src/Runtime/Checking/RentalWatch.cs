using PooledGen.CompilerServices;

namespace PooledGen;

// A double dispose that a check finds takes these steps:
// 1. RentalCheck opens. Every pool enters the mode (PoolRegistry, BufferPool.Enter): Enter closes the threads' stacks, so that rents and returns come here.
// 2. A rent ends with Observe. BeginCheck attaches a CheckedRental to the node, with the place of the call, and fills the elements.
// 3. The first Dispose ends the record (RetainOrDrop in BufferPool.Return.cs), and TryQuarantine keeps the node from being rented.
// 4. The second Dispose has an older generation than the node: CountMisuse calls TryReportDoubleDispose, and the record says whether the handle was its own.
// 5. CheckedRental.Report makes the finding, a PoolMisuse. MisuseReporter gives it to the check, the event source and the handlers.
// 6. RentalCheck.Dispose leaves the mode, looks for late writes and leaks, and throws what was found.

/// <summary>
/// Watches the rentals of one pool: it reports them to listeners, checks all of them for misuse, or checks a sample. The pool creates it with the first mode
/// that it enters, or with the first sample.
/// </summary>
/// <remarks>
/// It sees every rental without a test on the fast path: a mode closes the threads' stacks, so that each rent and each return takes the
/// slow path. A sample nulls one slot of one stack instead.
/// </remarks>
internal sealed class RentalWatch(BufferPool pool, ThreadRoster roster)
{
    private volatile PoolMode _mode;

    // The stack whose next rental in the slow path will be checked.
    private ThreadStack? _sampled;

    /// <summary>Whether returned buffers must wait in quarantine.</summary>
    public bool UsesQuarantine => IsChecked || Sampler.IsOn;

    private bool IsChecked => (_mode & PoolMode.Checked) != 0;

    /// <summary>Begins to watch every rental. The caller holds the roster's lock.</summary>
    public void Enter(PoolMode mode)
    {
        _mode |= mode;
        pool.CloseToThreads();
    }

    /// <summary>Undoes <see cref="Enter"/>. The caller holds the roster's lock.</summary>
    public void Leave(PoolMode mode)
    {
        _mode &= ~mode;
        if (_mode == PoolMode.None)
            pool.OpenToThreads();
    }

    /// <summary>Looks at a rental in the slow path, before its holder gets it.</summary>
    /// <param name="node">The rented node.</param>
    /// <param name="stacks">The calling thread's stacks.</param>
    /// <param name="length">The number of elements that the holder may use.</param>
    public void Observe(PooledNode node, ThreadStack[]? stacks, int length)
    {
        PoolMode mode = _mode;
        bool isChecked = (mode & PoolMode.Checked) != 0;
        bool isSample = !isChecked && TakesSample(stacks, node);
        if (mode == PoolMode.None && !isSample)
            return;

        // Without a home the node takes the slow path again when it is returned, so the watch sees the return too.
        node.Home = roster.ClosedStack;
        if ((mode & PoolMode.Traced) != 0)
            PoolListener.Current?.Rented(node);

        if (isChecked || isSample)
            BeginCheck(node, length, isSample);
    }

    /// <summary>Makes a rental take the slow path soon, to be checked, if any thread rented since the last call. The caller holds the roster's lock.</summary>
    public bool TrySample(Random random)
    {
        // The sampler marks a stack that its thread uses, because an idle stack would never produce a rental. The stack is in a local, because a rental may
        // remove the mark at once (CheckStormTests).
        if (roster.FindRentedFrom(random) is not { } stack)
            return false;

        _sampled = stack;
        stack.RemoveNewest();
        return true;
    }

    // Benign race: the sampler may mark another stack meanwhile. The compare-exchange then leaves its mark alone, and this rental unchecked.
    private bool TakesSample(ThreadStack[]? stacks, PooledNode node)
        => _sampled is { } stack
            && stacks is not null
            && stacks[node.SizeClass] == stack
            && Interlocked.CompareExchange(ref _sampled, null, stack) == stack;

    private readonly Quarantine _quarantine = new();

    /// <summary>Counts the nodes of a class in quarantine.</summary>
    public int CountQuarantined(int sizeClass) => _quarantine.CountNodes(sizeClass);

    /// <summary>Looks for late writes to the buffers that came to quarantine before a moment of the sampler's clock, and releases them.</summary>
    public void VerifyQuarantine(long before)
    {
        // No more than wait now, because other threads may add nodes faster.
        for (int left = _quarantine.Count; left > 0 && _quarantine.TakeBefore(before) is { } node; left--)
            Release(node);
    }

    /// <summary>Reports the Dispose of a handle whose rental is over, if the rental was checked.</summary>
    // Stack traces are kept for the last rental of a node only. In checked mode an earlier one is reported without them.
    public bool TryReportDoubleDispose(PooledNode node, nint generation)
    {
        if (node.Rental is { } rental && rental.Covers(generation))
            rental.ReportDoubleDispose();
        else if (IsChecked)
            MisuseReporter.Report(pool, RentalCheck.Newest, PoolMisuse.OfUnknownRental(pool));
        else
            return false;

        return true;
    }

    /// <summary>Keeps the node of a checked rental from being rented again for a while.</summary>
    /// <returns>Whether the node waits in quarantine; if not, it is free.</returns>
    public bool TryQuarantine(PooledNode node)
    {
        if (node.Rental?.IsLast(node.Generation) != true)
            return false;

        if (!UsesQuarantine)
        {
            node.Rental = null;
            return false;
        }

        Pattern.Fill(node, 0, node.Capacity, Pattern.Returned);
        if (!_quarantine.TryAdd(this, node))
            return false;

        while (_quarantine.TakeSurplus() is { } oldest)
            Release(oldest);

        return true;
    }

    // The pool fills the buffer before the holder sees it. It does not fill a sample, because a sample must behave like an unchecked rental.
    private void BeginCheck(PooledNode node, int length, bool isSample)
    {
        VerifyReturned(node);
        if (!isSample)
            Pattern.Fill(node, 0, length, Pattern.Fresh);

        Pattern.Fill(node, length, node.Capacity - length, Pattern.Canary);
        RentalCheck? check = isSample ? null : RentalCheck.Newest;
        var rental = new CheckedRental(pool, length, node.Capacity, node.Generation, check, isSample);
        try
        {
            node.Rental = rental;
            check?.Remember(rental);
        }
        catch (OutOfMemoryException)
        {
            // The caller gets no buffer, so this is not a leak.
            GC.SuppressFinalize(rental);
            throw;
        }
    }

    private void Release(PooledNode node)
    {
        VerifyReturned(node);
        pool.Readmit(node, _quarantine.Leave);
    }

    // If the generation has changed, the node was rented meanwhile without a check.
    private static void VerifyReturned(PooledNode node)
    {
        if (node.Rental is not { } last || !last.IsLast(node.Generation))
            return;

        if (!Pattern.IsWritten(node, 0, Pattern.Returned, out int firstWritten, out int lastWritten))
            return;

        // The fill comes before the report: the next look finds later writes only, and the written elements may be a secret.
        Pattern.Fill(node, 0, node.Capacity, Pattern.Returned);
        last.ReportWriteAfterReturn(firstWritten, lastWritten);
    }
}

using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// Watches the rentals of one pool: it reports them to listeners, checks all of them for misuse, or checks a sample.
/// </summary>
/// <remarks>
/// It sees every rental without a test on the fast path: a mode closes the threads' stacks, so that each rent and each return takes the
/// slow path. A sample nulls one slot of one stack instead.
/// </remarks>
internal sealed class RentalWatch(BufferPool pool, ThreadRoster roster) : PoolWatch
{
    private volatile PoolMode _mode;

    // The stack whose next rental in the slow path will be checked.
    private ThreadStack? _sampled;

    /// <summary>Whether returned buffers must wait in quarantine.</summary>
    public bool UsesQuarantine => IsChecked || Sampler.IsOn;

    private bool IsChecked => (_mode & PoolMode.Checked) != 0;

    /// <inheritdoc/>
    public override void Enter(PoolMode mode)
    {
        _mode |= mode;
        pool.CloseToThreads();
    }

    /// <inheritdoc/>
    public override void Leave(PoolMode mode)
    {
        _mode &= ~mode;
        if (_mode == PoolMode.None)
            pool.OpenToThreads();
    }

    /// <inheritdoc/>
    public override void Observe(PooledNode node, ThreadStack[]? stacks, int length)
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

    /// <inheritdoc/>
    public override bool TrySample(Random random)
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

    /// <inheritdoc/>
    public override int CountQuarantined(int sizeClass) => _quarantine.CountNodes(sizeClass);

    /// <inheritdoc/>
    public override void VerifyQuarantine(long before)
    {
        // No more than wait now, because other threads may add nodes faster.
        for (int left = _quarantine.Count; left > 0 && _quarantine.TakeBefore(before) is { } node; left--)
            Release(node);
    }

    /// <inheritdoc/>
    // Stack traces are kept for the last rental of a node only. In checked mode an earlier one is reported without them.
    public override bool TryReportDoubleDispose(PooledNode node, nint generation)
    {
        if (RentalOf(node) is { } rental && rental.Covers(generation))
            rental.ReportDoubleDispose();
        else if (IsChecked)
            Findings.Report(pool, OpenChecks.Newest, PoolMisuse.OfUnknownRental(pool));
        else
            return false;

        return true;
    }

    /// <inheritdoc/>
    public override bool TryQuarantine(PooledNode node)
    {
        if (RentalOf(node)?.IsLast(node.Generation) != true)
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
        RentalCheck? check = isSample ? null : OpenChecks.Newest;
        var rental = new CheckedRental(pool, length, node.Capacity, node.Generation, check, isSample);
        try
        {
            node.Rental = rental;
            check?.Remember(rental);
        }
        catch (OutOfMemoryException)
        {
            // The caller gets no buffer, so this is no leak.
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
        if (RentalOf(node) is not { } last || !last.IsLast(node.Generation))
            return;

        if (!Pattern.IsWritten(node, 0, Pattern.Returned, out int firstWritten, out int lastWritten))
            return;

        // The fill comes before the report: the next look finds later writes only, and the written elements may be a secret.
        Pattern.Fill(node, 0, node.Capacity, Pattern.Returned);
        last.ReportWriteAfterReturn(firstWritten, lastWritten);
    }

    // No other code creates records.
    private static CheckedRental? RentalOf(PooledNode node) => (CheckedRental?)node.Rental;
}

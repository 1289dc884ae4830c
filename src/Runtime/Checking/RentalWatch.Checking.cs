using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>The slow path of checked rentals: of all of them in checked mode, of a few while samples are taken.</summary>
internal sealed partial class RentalWatch<T>
{
    private readonly Quarantine<T> _quarantine = new();

    /// <summary>Counts the nodes of a class in quarantine.</summary>
    public int CountQuarantined(int sizeClass) => _quarantine.CountNodes(sizeClass);

    /// <summary>Looks for late writes to the buffers that came to quarantine before a moment of the sampler's clock, and releases them.</summary>
    public void VerifyQuarantine(long before)
    {
        // No more than wait now, because other threads may add nodes faster.
        for (int left = _quarantine.Count; left > 0 && _quarantine.TakeBefore(before) is { } node; left--)
            Release(node);
    }

    /// <summary>Ends the check of a rental, while the array is as its holder left it.</summary>
    public static void EndCheck(PooledNode<T> node)
    {
        if (node.Rental is not { IsOver: false } rental)
            return;

        rental.End(node.Generation);
        VerifyCanary(node, rental);
    }

    /// <summary>Reports the Dispose of a handle whose rental is over, if the rental was checked.</summary>
    // Stack traces are kept for the last rental of a node only. In checked mode an earlier one is reported without them.
    public bool TryReportDoubleDispose(PooledNode<T> node, nint generation)
    {
        if (node.Rental is { } rental && rental.Covers(generation))
            rental.ReportDoubleDispose();
        else if (IsChecked)
            Findings.Report(pool, CheckedMode.Newest, PoolMisuse.OfUnknownRental(pool));
        else
            return false;

        return true;
    }

    /// <summary>Keeps the node of a checked rental from being rented again for a while.</summary>
    /// <returns>Whether the node waits in quarantine; if not, it is free.</returns>
    public bool TryQuarantine(PooledNode<T> node)
    {
        if (node.Rental?.IsLast(node.Generation) != true)
            return false;

        if (!HoldsBack)
        {
            node.Rental = null;
            return false;
        }

        Pattern.Fill(node.Elements, Pattern.Returned);
        if (!_quarantine.TryAdd(this, node))
            return false;

        while (_quarantine.TakeSurplus() is { } oldest)
            Release(oldest);

        return true;
    }

    // The pool fills the buffer before the holder sees it. It does not fill a sample, because a sample must behave like an unchecked rental.
    private void BeginCheck(PooledNode<T> node, int length, bool isSample)
    {
        VerifyReturned(node);
        if (!isSample)
            Pattern.Fill(node.Elements.Slice(0, length), Pattern.Fresh);

        Pattern.Fill(node.Elements.Slice(length), Pattern.Canary);
        PoolCheck? check = isSample ? null : CheckedMode.Newest;
        node.Rental = new CheckedRental(pool, length, node.Capacity, node.Generation, check, isSample);
        check?.Remember(node.Rental);
    }

    private void Release(PooledNode<T> node)
    {
        try
        {
            VerifyReturned(node);
        }
        finally
        {
            retention.Readmit(node, _quarantine.Leave);
        }
    }

    // If the generation has changed, the node was rented meanwhile without a check.
    private static void VerifyReturned(PooledNode<T> node)
    {
        if (node.Rental is not { } last || !last.IsLast(node.Generation))
            return;

        if (!Pattern.IsWritten(node.Elements, 0, Pattern.Returned, out int firstWritten, out int lastWritten))
            return;

        // The fill comes before the report, which may fail: the next look finds later writes only, and the written elements may be a secret.
        Pattern.Fill(node.Elements, Pattern.Returned);
        last.ReportWriteAfterReturn(firstWritten, lastWritten);
    }
}

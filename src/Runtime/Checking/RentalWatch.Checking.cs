using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>What the slow path does with a checked rental: with all of them in checked mode, with one now and then while samples are taken.</summary>
internal sealed partial class RentalWatch<T>
{
    private readonly Quarantine<T> _quarantine = new();

    /// <summary>How many nodes of a class wait in quarantine.</summary>
    public int CountQuarantined(int sizeClass) => _quarantine.CountNodes(sizeClass);

    /// <summary>Looks for late writes to the buffers that came to quarantine before a moment of the sampler's clock, and lets them go.</summary>
    public void VerifyQuarantine(long before)
    {
        foreach (PooledNode<T> node in _quarantine.TakeBefore(before))
            Release(node);
    }

    /// <summary>Ends what is known of a checked rental, while the array is as its holder left it.</summary>
    public static void EndCheck(PooledNode<T> node)
    {
        if (node.Rental is not { IsOver: false } rental)
            return;

        rental.End(node.Generation);
        VerifyCanary(node, rental);
    }

    /// <summary>Reports the Dispose of a handle whose rental is over, where the rental was checked.</summary>
    // Of the last rental there are stacks, and of all the check knows.
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
    /// <returns>Whether it waits in quarantine; if not, it is free.</returns>
    public bool TryQuarantine(PooledNode<T> node)
    {
        if (node.Rental?.IsLast(node.Generation) != true)
            return false;

        if (!HoldsBack)
        {
            node.Rental = null;
            return false;
        }

        Pattern.Fill(node.Array.AsSpan(), Pattern.Returned);
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
            Pattern.Fill(node.Array.AsSpan(0, length), Pattern.Fresh);

        Pattern.Fill(node.Array.AsSpan(length), Pattern.Canary);
        PoolCheck? check = isSample ? null : CheckedMode.Newest;
        node.Rental = new CheckedRental(pool, length, node.Capacity, node.Generation, check, isSample);
        check?.Remember(node.Rental);
    }

    private void Release(PooledNode<T> node)
    {
        VerifyReturned(node);
        if (!node.IsOversize)
            retention.KeepInCoreTier(node);
    }

    // Where the generation has moved on, somebody had it meanwhile, unchecked.
    private static void VerifyReturned(PooledNode<T> node)
    {
        if (node.Rental is not { } last || !last.IsLast(node.Generation))
            return;

        if (!Pattern.IsWritten(node.Array, 0, Pattern.Returned, out int firstWritten, out int lastWritten))
            return;

        // Before the report, which may fail: the next look finds later writes only, and what was written may be a secret.
        Pattern.Fill(node.Array.AsSpan(), Pattern.Returned);
        last.ReportWriteAfterReturn(firstWritten, lastWritten);
    }
}

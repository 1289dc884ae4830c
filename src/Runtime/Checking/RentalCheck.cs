namespace PooledGen;

/// <summary>
/// Checks how rentals are used from its start to its Dispose: <c>using var check = RentalCheck.Start();</c>. All members may be used
/// from any thread.
/// </summary>
/// <remarks>
/// <para>A check sees the whole process, so rentals of other threads belong to it too. Tests with a check must not run in parallel with others
/// that rent.</para>
/// <para>A rental belongs to the check that was opened last before it began. Checks may nest and overlap: only one of them throws each finding.
/// A rental that began before the first check is not checked, and returning it during a check is fine.</para>
/// </remarks>
public sealed class RentalCheck : IDisposable
{
    // The rentals in use, in the order in which they began. This list is also the lock.
    private readonly LinkedList<CheckedRental> _live = new();
    private readonly FindingList<PoolMisuse> _findings = new();
    private bool _isOver;

    private RentalCheck() => OpenChecks.Open(this);

    /// <summary>Checks every rental of the process from now on: <c>using var check = RentalCheck.Start();</c> at the start of a test.</summary>
    /// <returns>The check. Its Dispose throws if there was a leak, a write after return, an overrun or a second return.</returns>
    public static RentalCheck Start() => new();

    /// <summary>The findings so far, in order. A rental still in use becomes a finding only with <see cref="Verify"/> or <see cref="Dispose"/>.</summary>
    public IReadOnlyList<PoolMisuse> Findings => _findings.All;

    /// <summary>Looks for late writes in returned buffers, and reports each rental still in use. The check goes on.</summary>
    /// <exception cref="PoolMisuseException">There are findings that were not thrown before.</exception>
    public void Verify()
    {
        OpenChecks.VerifyQuarantines();
        foreach (CheckedRental rental in TakeLive())
            rental.ReportNotReturned();

        if (_findings.TakeNew() is { Length: > 0 } findings)
            throw new PoolMisuseException(findings);
    }

    /// <summary>Verifies as <see cref="Verify"/> does, and ends the check. A second call does nothing.</summary>
    /// <remarks>
    /// If an exception is leaving a <c>using</c> block, the exception of the check replaces it, as everywhere in C#. A test class that disposes of
    /// the check in its own Dispose shows both.
    /// </remarks>
    /// <exception cref="PoolMisuseException">There are findings that were not thrown before. The check has ended all the same.</exception>
    public void Dispose()
    {
        if (!OpenChecks.Close(this))
            return;

        try
        {
            Verify();
        }
        finally
        {
            using (Uninterrupted.Lock(_live))
                _isOver = true;
        }
    }

    internal void Remember(CheckedRental rental)
    {
        using (Uninterrupted.Lock(_live))
        {
            if (!_isOver)
                rental.Entry = _live.AddLast(rental);
        }
    }

    internal void Forget(CheckedRental rental)
    {
        using (Uninterrupted.Lock(_live))
        {
            if (rental.Entry is { List: not null } entry)
                _live.Remove(entry);
        }
    }

    internal void Add(PoolMisuse finding)
    {
        using (Uninterrupted.Lock(_live))
        {
            if (!_isOver)
                _findings.Add(finding);
        }
    }

    private CheckedRental[] TakeLive()
    {
        using (Uninterrupted.Lock(_live))
        {
            CheckedRental[] rentals = [.. _live];
            _live.Clear();
            return rentals;
        }
    }
}

namespace PooledGen;

/// <summary>
/// Checks how rentals are used from its creation to its Dispose: <c>using var check = PooledBuffers.Check();</c>. All members may be used
/// from any thread.
/// </summary>
/// <remarks>
/// <para>It sees the whole process: what other threads rent meanwhile is its business too. So tests with a check must not run in parallel
/// with others that rent.</para>
/// <para>A rental belongs to the check that was opened last before it began. Checks may nest and overlap: each finding is thrown by one
/// of them. What was rented before the first one is not checked, and returning it during a check is fine.</para>
/// </remarks>
public sealed class PoolCheck : IDisposable
{
    // What is out, in the order in which it was rented. Also the lock.
    private readonly LinkedList<CheckedRental> _live = new();
    private readonly List<PoolMisuse> _findings = [];
    private int _thrown;
    private bool _isOver;

    internal PoolCheck() => CheckedMode.Open(this);

    /// <summary>What was found so far, in this order. A rental that is out becomes a leak only with <see cref="Verify"/> or <see cref="Dispose"/>.</summary>
    public IReadOnlyList<PoolMisuse> Findings
    {
        get
        {
            using (Uninterrupted.Lock(_live))
                return [.. _findings];
        }
    }

    /// <summary>Looks at everything now: returned buffers for late writes, and what is still out counts as a leak. The check goes on.</summary>
    /// <exception cref="PoolMisuseException">Something was found that was not thrown before.</exception>
    public void Verify()
    {
        CheckedMode.VerifyQuarantines();
        foreach (CheckedRental leaked in TakeLive())
            leaked.ReportLeak();

        PoolMisuse[] findings;
        using (Uninterrupted.Lock(_live))
        {
            findings = [.. _findings.Skip(_thrown)];
            _thrown = _findings.Count;
        }

        if (findings.Length > 0)
            throw new PoolMisuseException(findings);
    }

    /// <summary>Verifies as <see cref="Verify"/> does, and ends the check. A second call does nothing.</summary>
    /// <remarks>
    /// At the end of a <c>using</c> block that an exception is leaving, this one takes its place, as everywhere in C#. A test class that
    /// disposes of the check in its own Dispose shows both.
    /// </remarks>
    /// <exception cref="PoolMisuseException">Something was found that was not thrown before. The check has ended all the same.</exception>
    public void Dispose()
    {
        if (!CheckedMode.Close(this))
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

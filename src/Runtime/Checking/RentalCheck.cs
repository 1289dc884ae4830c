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
/// <example>
/// <code>
/// using PooledGen;
///
/// using RentalCheck check = RentalCheck.Start();
///
/// PacketBuffer.RentOwner(1500);   // never disposed, which PG0103 reports, too
///
/// try
/// {
///     check.Verify();
/// }
/// catch (PoolMisuseException exception)
/// {
///     Console.WriteLine(exception.Message);   // names the pool, and the line that rented
/// }
///
/// [PooledBuffer&lt;byte&gt;(MaxLength = 64 * 1024)]
/// public partial struct PacketBuffer;
/// </code>
/// </example>
public sealed class RentalCheck : IDisposable
{
    // The open checks of the process, in the order in which they were opened. This list is also the lock. While there is one, the pools check rentals.
    private static readonly List<RentalCheck> s_open = [];
    private static volatile RentalCheck? s_newest;

    // The rentals in use, in the order in which they began. This list is also the lock of this check.
    private readonly LinkedList<CheckedRental> _live = new();
    private readonly FindingList<PoolMisuse> _findings = new();
    private bool _isOver;

    private RentalCheck()
    {
        using (Uninterrupted.Lock(s_open))
        {
            s_open.Add(this);
            s_newest = this;
            if (s_open.Count == 1 && !PoolRegistry.IsSwitchedToChecked)
                PoolRegistry.Enter(PoolMode.Checked);
        }
    }

    /// <summary>The check that was opened last: rentals that begin now belong to it. Null if no check is open.</summary>
    internal static RentalCheck? Newest => s_newest;

    /// <summary>Checks every rental of the process from now on: <c>using var check = RentalCheck.Start();</c> at the start of a test.</summary>
    /// <returns>The check. Its Dispose throws if there was a leak, a write after return, an overrun or a second return.</returns>
    public static RentalCheck Start() => new();

    /// <summary>The findings so far, in order. A rental still in use becomes a finding only with <see cref="Verify"/> or <see cref="Dispose"/>.</summary>
    public IReadOnlyList<PoolMisuse> Findings => _findings.All;

    /// <summary>Looks for late writes in returned buffers, and reports each rental still in use. The check goes on.</summary>
    /// <exception cref="PoolMisuseException">There are findings that were not thrown before.</exception>
    public void Verify()
    {
        VerifyQuarantines();
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
        if (!TryClose())
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

    /// <summary>Looks for late writes in the quarantined buffers of all pools now, and releases these buffers.</summary>
    internal static void VerifyQuarantines()
    {
        foreach (BufferPool pool in PoolRegistry.Pools)
            pool.VerifyQuarantine(before: long.MaxValue);
    }

    // New rentals no longer belong to the check. False if it was closed before.
    private bool TryClose()
    {
        using (Uninterrupted.Lock(s_open))
        {
            if (!s_open.Remove(this))
                return false;

            s_newest = s_open.Count == 0 ? null : s_open[s_open.Count - 1];
            if (s_open.Count == 0 && !PoolRegistry.IsSwitchedToChecked)
                PoolRegistry.Leave(PoolMode.Checked);

            return true;
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

namespace PooledGen;

/// <summary>The findings of a check, each of which it throws once. Safe for use by many threads.</summary>
internal sealed class FindingList
{
    // This list is also the lock.
    private readonly List<PoolMisuse> _findings = [];
    private int _thrown;

    /// <summary>The findings so far, in order.</summary>
    public IReadOnlyList<PoolMisuse> All
    {
        get
        {
            using (Uninterrupted.Lock(_findings))
                return [.. _findings];
        }
    }

    public void Add(PoolMisuse finding)
    {
        using (Uninterrupted.Lock(_findings))
            _findings.Add(finding);
    }

    /// <summary>
    /// The exception with the findings that were not thrown before; null if there is none. The check throws it, so that its stack begins there.
    /// </summary>
    /// <param name="remark">What the message says behind the findings; null for nothing.</param>
    public PoolMisuseException? TakeNew(string? remark = null)
    {
        PoolMisuse[] findings;
        using (Uninterrupted.Lock(_findings))
        {
            findings = [.. _findings.Skip(_thrown)];
            _thrown = _findings.Count;
        }

        return findings.Length == 0 ? null : new PoolMisuseException(findings, remark);
    }
}

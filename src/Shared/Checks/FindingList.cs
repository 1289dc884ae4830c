namespace PooledGen;

/// <summary>The findings of a check, each of which it throws once. Safe for use by many threads.</summary>
internal sealed class FindingList<TFinding>
{
    // This list is also the lock.
    private readonly List<TFinding> _findings = [];
    private int _thrown;

    /// <summary>The findings so far, in order.</summary>
    public IReadOnlyList<TFinding> All
    {
        get
        {
            using (Uninterrupted.Lock(_findings))
                return [.. _findings];
        }
    }

    public void Add(TFinding finding)
    {
        using (Uninterrupted.Lock(_findings))
            _findings.Add(finding);
    }

    /// <summary>The findings that were not taken before, which the check throws.</summary>
    public TFinding[] TakeNew()
    {
        using (Uninterrupted.Lock(_findings))
        {
            TFinding[] findings = [.. _findings.Skip(_thrown)];
            _thrown = _findings.Count;
            return findings;
        }
    }
}

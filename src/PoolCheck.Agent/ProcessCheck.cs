namespace PooledGen.PoolCheck;

/// <summary>The findings of the process that the report has not got yet. Equal ones are one, because a mistake in a loop happens a million times.</summary>
/// <param name="poisons">Whether returned arrays are held back and overwritten.</param>
internal sealed class ProcessCheck(bool poisons) : IArrayPoolObserver
{
    // The lock. Under it nothing is formatted: the program's own Rent or Return waits.
    private readonly object _gate = new();
    private readonly ArrayJudge _judge = new([]);
    private Dictionary<Place, (ArrayFinding First, int Count)> _new = [];

    public bool Poisons => poisons;

    public bool SeesAllRents => true;

    public void Add(ArrayFinding finding)
    {
        // The framework may have rented before the check began.
        if (finding is { Kind: PoolMisuseKind.ReturnedWithoutRent, Again.Site: var site } && (site is null || !_judge.IsResponsible(site)))
            return;

        var place = new Place(finding.Kind, finding.Rental?.Rented.Site, finding.Rental?.Returned?.Site, finding.Again?.Site);
        using (Uninterrupted.Lock(_gate))
        {
            _new.TryGetValue(place, out (ArrayFinding First, int Count) known);
            _new[place] = (known.First ?? finding, known.Count + 1);
        }
    }

    public void Count(ArrayPoolNoteKind kind, ArrayCallSite? site)
    {
        // The report is about mistakes.
    }

    /// <summary>Takes what was found since the last call.</summary>
    public (ArrayFinding First, int Count)[] TakeNew()
    {
        Dictionary<Place, (ArrayFinding First, int Count)> taken;
        using (Uninterrupted.Lock(_gate))
            (taken, _new) = (_new, []);

        return [.. taken.Values];
    }

    private readonly record struct Place(PoolMisuseKind Kind, ArrayCallSite? Rented, ArrayCallSite? Returned, ArrayCallSite? Again);
}

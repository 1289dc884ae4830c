namespace PooledGen.PoolCheck;

/// <summary>
/// Decides which findings are one mistake: those with the same line to change. All uses after one return are one mistake, wherever they are, because the array
/// was returned too early there, or kept.
/// </summary>
internal sealed class FindingPlaces
{
    private readonly HashSet<(string Method, int Line)> _returnsOfKeptArrays;
    private readonly Dictionary<Place, Place> _placesByRent = [];

    public FindingPlaces(IEnumerable<Finding> findings)
    {
        Finding[] withReturn = [.. findings.Where(static finding => finding is { IsAfterReturn: true, Returned: not null })];
        _returnsOfKeptArrays = [.. withReturn.Where(IsOfAKeptArray).Select(static finding => LineOf(new Place(finding)))];
        var places =
            from finding in withReturn
            where finding.Rented is not null
            group finding.Count by (Rent: Place.OfRent(finding), Place: Of(finding)) into place
            orderby place.Sum() descending
            select place.Key;
        foreach ((Place rent, Place place) in places)
            _placesByRent.TryAdd(rent, place);
    }

    public Place Of(Finding finding)
    {
        // To save time, only some returns of a busy place have a stack. The others are taken for the one that most of the arrays of this rent had.
        if (finding is { IsAfterReturn: true, Returned: null, Rented: not null } && _placesByRent.TryGetValue(Place.OfRent(finding), out Place? known))
            return known;

        var place = new Place(finding);
        return finding.IsAfterReturn && _returnsOfKeptArrays.Contains(LineOf(place)) ? place.ForAllCallers() : place;
    }

    // Whether the type that returned an array uses it afterwards, itself or through another type. It has kept the array, so its callers do not matter.
    private static bool IsOfAKeptArray(Finding finding)
    {
        if (finding.Used is null || new Place(finding).Nearest is not { } returned)
            return false;

        (Frame? nearest, Frame? caller) = Frame.PlaceIn(finding.Used.Frames);
        return nearest?.Type == returned.Type || caller?.Type == returned.Type;
    }

    private static (string Method, int Line) LineOf(Place place) => (place.Nearest?.Method ?? "", place.Nearest?.Line ?? 0);
}

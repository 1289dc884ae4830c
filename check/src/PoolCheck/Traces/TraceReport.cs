namespace PooledGen.PoolCheck;

/// <summary>What one trace showed. Immutable.</summary>
internal sealed class TraceResult(ArrayTrace trace, double end)
{
    public IReadOnlyList<Finding> Findings { get; } = trace.TakeFindings(end);

    public IReadOnlyList<CallerCounts> Callers { get; } = TraceReport.Merge(trace.Callers);

    public IReadOnlyList<PlaceRents> Places { get; } = [.. trace.PlacesAt(end)];

    public IReadOnlyList<string> Assemblies { get; } = [.. trace.Assemblies];

    public long Rents { get; } = trace.Rents;

    public TimeSpan Length { get; } = TimeSpan.FromMilliseconds(end);
}

/// <summary>Makes the report on a process from the traces that were taken of it, one after the other.</summary>
internal static class TraceReport
{
    /// <summary>The report on one process.</summary>
    public static ProcessReport Of(int id, string name, IReadOnlyList<TraceResult> results, int eventsLost, TimeSpan threshold)
    {
        long rents = results.Sum(static result => result.Rents);
        if (rents == 0)
        {
            return new ProcessReport(
                id, name, CheckState.NotChecked, $"There were no rents, or the trace has no events of {ArrayTrace.ProviderName}.", 0, [], []);
        }

        var remarks = new List<string>
        {
            $"Arrays that were out for less than {threshold.TotalSeconds:0.#} s at the end are not judged, nor are those that were rented before.",
        };
        if (eventsLost > 0)
        {
            remarks.Add(
                $"{Plural.Subject(eventsLost, "event")} lost. The arrays that were out then are forgotten, "
                + "and ten seconds before and after each loss are not judged.");
        }

        if (results.Count > 1)
        {
            remarks.Add(
                $"The watch began anew {Plural.Of(results.Count - 1, "time")} to bound its memory. "
                + "Arrays that were out for less than the threshold then are forgotten.");
        }

        return new ProcessReport(id, name, CheckState.Checked, null, rents, [.. results.SelectMany(static result => result.Findings)], remarks)
        {
            Places = [.. results.SelectMany(static result => result.Places)],
            Callers = Merge(results.SelectMany(static result => result.Callers)),
            Loaded = [.. results.SelectMany(static result => result.Assemblies).Distinct()],
            Watched = new TimeSpan(results.Sum(static result => result.Length.Ticks)),
        };
    }

    /// <summary>Adds up the counts of equal places, and sorts the places by their rents.</summary>
    public static IReadOnlyList<CallerCounts> Merge(IEnumerable<CallerCounts> callers)
        =>
        [
            .. from caller in callers
               group caller by (caller.Nearest.Method, caller.Nearest.Line, caller.Own?.Method, caller.Own?.Line) into place
               let first = place.First()
               let counts = first with
               {
                   Rents = place.Sum(static caller => caller.Rents),
                   Allocations = place.Sum(static caller => caller.Allocations),
                   TooLong = place.Sum(static caller => caller.TooLong),
                   Drops = place.Sum(static caller => caller.Drops),
               }
               orderby counts.Rents descending
               select counts,
        ];
}

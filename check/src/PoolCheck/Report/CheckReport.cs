namespace PooledGen.PoolCheck;

/// <summary>What all processes of a run showed, grouped by mistake. Immutable. All formats are made of it.</summary>
internal sealed class CheckReport
{
    // The assemblies to judge that no process has loaded.
    private readonly string[] _unknown;

    /// <param name="processes">The processes.</param>
    /// <param name="judged">The names of the assemblies whose lost arrays are judged; if there is none, all that are not Framework code.</param>
    /// <param name="baseline">The mistakes that are known already.</param>
    /// <param name="remarks">Sentences about the whole run.</param>
    public CheckReport(IReadOnlyList<ProcessReport> processes, IReadOnlyCollection<string> judged, Baseline baseline, params string[] remarks)
    {
        Processes = processes;
        IEnumerable<Finding> all = processes.SelectMany(static process => process.Findings);
        ILookup<bool, Finding> byJudgement = all.ToLookup(finding => IsJudged(finding, judged));
        ILookup<Place, PlaceRents> rents = processes.SelectMany(static process => process.Places).ToLookup(static place => new Place(place));
        var places = new FindingPlaces(all);
        IEnumerable<FindingGroup> groups =
            from finding in byJudgement[true]
            group finding by places.Of(finding) into place
            let placeRents = rents[place.Key].ToArray()
            let mistake = new FindingGroup(
                place.Key,
                [.. VariantsOf(place)],
                place.Sum(static finding => finding.Count),
                placeRents.Sum(static rents => rents.Rents),
                placeRents.Sum(static rents => rents.TooYoung))
            select mistake with { IsKnown = baseline.Contains(mistake) };

        Groups =
        [
            .. groups
                .OrderBy(static group => group.IsOfATest)
                .ThenBy(static group => ArrayMisuse.IndexOf(group.Place.Kind))
                .ThenByDescending(static group => group.Count),
        ];
        Notes =
        [
            .. from finding in byJudgement[false]
               group finding by (finding.Rented?.Frames.FirstOrDefault()?.Method, finding.IsInUse) into place
               select new Note(place.Key.Method, place.Sum(static finding => finding.Count), place.Key.IsInUse),
        ];
        _unknown = [.. FindUnknown(processes, judged)];
        Remarks = [.. _unknown.Select(static assembly => NotLoaded("--assembly", assembly)), .. remarks];
    }

    public IReadOnlyList<ProcessReport> Processes { get; }

    /// <summary>The mistakes, one for each line to change: first those of the library, by kind, and the most frequent of a kind first.</summary>
    public IReadOnlyList<FindingGroup> Groups { get; }

    /// <summary>The arrays that were not returned and are not judged, by the method that rented them.</summary>
    public IReadOnlyList<Note> Notes { get; }

    /// <summary>Sentences about the whole run.</summary>
    public IReadOnlyList<string> Remarks { get; }

    /// <summary>Whether any process was checked.</summary>
    public bool IsAnythingChecked => Processes.Any(static process => process.State is CheckState.Checked or CheckState.CutOff);

    /// <summary>Whether a part of the result is missing: a check that began did not end, or the assemblies to judge were not there.</summary>
    public bool IsIncomplete
        => _unknown.Length > 0 || Processes.Any(static process => process.IsNotExact || process.State is CheckState.CutOff or CheckState.Failed);

    /// <summary>The mistakes that make the run fail.</summary>
    public IEnumerable<FindingGroup> Failures(FailOn failOn) => Groups.Where(group => !group.IsKnown && (failOn == FailOn.All || !group.IsLostByATest));

    /// <summary>The exit code of the tool.</summary>
    /// <param name="failOn">Which findings make the run fail.</param>
    /// <param name="ofCommand">The exit code of the command that ran; 0 if there was none.</param>
    public int ExitCode(FailOn failOn, int ofCommand)
        => Failures(failOn).Any() ? ExitCodes.Findings
            : !IsAnythingChecked ? ExitCodes.NothingChecked
            : ofCommand == 0 && IsIncomplete ? ExitCodes.Incomplete
            : ofCommand;

    /// <summary>Says that an option names an assembly that is not there.</summary>
    public static string NotLoaded(string option, string assembly) => $"{option}: no process that was checked has loaded an assembly \"{assembly}\".";

    /// <summary>Those of the assemblies that no process has loaded. None where the assemblies of a process are not known.</summary>
    public static IEnumerable<string> FindUnknown(IReadOnlyList<ProcessReport> processes, IEnumerable<string> assemblies)
    {
        ProcessReport[] seen = [.. processes.Where(static process => process.State is CheckState.Checked or CheckState.CutOff)];
        return seen.Length == 0 || Array.Exists(seen, static process => process.Loaded.Count == 0)
            ? []
            : assemblies.Except(seen.SelectMany(static process => process.Loaded), StringComparer.OrdinalIgnoreCase);
    }

    // One finding for each stack of own code that led to a use; of other kinds there is one.
    private static IEnumerable<Finding> VariantsOf(IEnumerable<Finding> place)
        => from finding in place
           group finding by finding.Used is null ? "" : string.Join('\n', finding.Used.Own.Select(static frame => (frame.Method, frame.Line))) into variant
           let shown = variant.FirstOrDefault(static finding => finding.Returned is not null) ?? variant.First()
           let count = variant.Sum(static finding => finding.Count)
           orderby shown.Returned is null, count descending
           select shown with { Count = count };

    // The framework keeps arrays on purpose. Without a stack nobody knows whose array it is.
    private static bool IsJudged(Finding finding, IReadOnlyCollection<string> judged)
    {
        if (finding.Kind != ArrayPoolMisuseKind.NotReturned)
            return true;

        return !finding.IsInUse
            && finding.Rented?.Frames is [var nearest, ..]
            && (judged.Count == 0 ? nearest.Code != CodeKind.Framework : judged.Contains(nearest.Assembly, StringComparer.OrdinalIgnoreCase));
    }
}

/// <summary>How many arrays a method that is not judged has not returned. Immutable.</summary>
/// <param name="Method">The method; null if no stack was taken.</param>
/// <param name="Count">How many.</param>
/// <param name="IsInUse">Whether the arrays were in use when the process was interrupted.</param>
internal sealed record Note(string? Method, long Count, bool IsInUse = false);

/// <summary>Which findings make the run fail.</summary>
internal enum FailOn
{
    /// <summary>All but the arrays that tests lost themselves.</summary>
    Library,

    /// <summary>All.</summary>
    All,
}

namespace PooledGen.PoolCheck;

/// <summary>What all processes of a run showed, grouped by place. Immutable. All formats are made of it.</summary>
internal sealed class PoolReport
{
    /// <param name="processes">The processes.</param>
    /// <param name="judged">The names of the assemblies whose lost arrays are judged; if there is none, all that are no Framework code.</param>
    /// <param name="baseline">The places that are known already.</param>
    public PoolReport(IReadOnlyList<ProcessReport> processes, IReadOnlyCollection<string> judged, Baseline baseline)
    {
        Processes = processes;
        IEnumerable<Finding> all = processes.SelectMany(static process => process.Findings);
        ILookup<bool, Finding> byJudgement = all.ToLookup(finding => IsJudged(finding, judged));
        ILookup<Place, long> rents = processes
            .SelectMany(static process => process.Places)
            .ToLookup(static place => new Place(place), static place => place.Rents);
        IEnumerable<FindingGroup> groups =
            from finding in byJudgement[true]
            group finding by new Place(finding) into place
            let first = place.First()
            select new FindingGroup(
                place.Key, first, place.Sum(static finding => finding.Count), rents[place.Key].Sum(), baseline.Contains(place.Key));

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
               group finding by finding.Rented?.Frames.FirstOrDefault()?.Method into place
               select new Note(place.Key, place.Sum(static finding => finding.Count)),
        ];
    }

    public IReadOnlyList<ProcessReport> Processes { get; }

    /// <summary>The mistakes, one for each place: first those of the library, by kind, and the most frequent of a kind first.</summary>
    public IReadOnlyList<FindingGroup> Groups { get; }

    /// <summary>The arrays that were not returned and are not judged, by the method that rented them.</summary>
    public IReadOnlyList<Note> Notes { get; }

    /// <summary>Whether any process was checked.</summary>
    public bool IsAnythingChecked => Processes.Any(static process => process.State != CheckState.NotChecked);

    /// <summary>The groups that make the run fail.</summary>
    public IEnumerable<FindingGroup> Failures(FailOn failOn) => Groups.Where(group => !group.IsKnown && (failOn == FailOn.All || !group.IsOfATest));

    /// <summary>The exit code of the tool.</summary>
    /// <param name="failOn">Which findings make the run fail.</param>
    /// <param name="ofCommand">The exit code of the command that ran; 0 if there was none.</param>
    public int ExitCode(FailOn failOn, int ofCommand)
        => Failures(failOn).Any() ? ExitCodes.Findings : IsAnythingChecked ? ofCommand : ExitCodes.NothingChecked;

    // The framework keeps arrays on purpose. Without a stack nobody knows whose array it is.
    private static bool IsJudged(Finding finding, IReadOnlyCollection<string> judged)
    {
        if (finding.Kind != ArrayPoolMisuseKind.NotReturned)
            return true;

        return finding.Rented?.Frames is [var nearest, ..]
            && (judged.Count == 0 ? nearest.Code != CodeKind.Framework : judged.Contains(nearest.Assembly, StringComparer.OrdinalIgnoreCase));
    }
}

/// <summary>The equal findings of one place. Immutable.</summary>
/// <param name="Place">Where.</param>
/// <param name="First">One of them.</param>
/// <param name="Count">How many arrays.</param>
/// <param name="Rents">How many arrays the place rented in all; 0 if that is not known, and for kinds that are not about a rent.</param>
/// <param name="IsKnown">Whether the baseline has the place.</param>
internal sealed record FindingGroup(Place Place, Finding First, int Count, long Rents, bool IsKnown)
{
    /// <summary>
    /// How often it happened, and out of how many: a place that returns nearly all of its arrays loses the others on an error path, or one of its callers does,
    /// and a place that returns none has no return. Null if it happened once and nothing more is known.
    /// </summary>
    public string? Share
        => Rents == 1 ? "the only rent of this place"
            : Rents == Count ? Number($"all {Count:#,0} rents of this place")
            : Rents > 0 ? Number($"{Count:#,0} of {Rents:#,0} rents of this place")
            : Count > 1 ? Number($"{Count:#,0} times")
            : null;

    /// <summary>The texts of this kind of mistake.</summary>
    public ArrayMisuse Misuse => ArrayMisuse.Of(Place.Kind);

    /// <summary>What happened to the first array, and what to do.</summary>
    public string Message => Misuse.Message(First.WhatHappened);

    /// <summary>The same, and how often it happened.</summary>
    public string MessageWithShare => Share is null ? Message : $"{Message} {char.ToUpperInvariant(Share[0])}{Share[1..]}.";

    /// <summary>Whether a test lost its own array. The other mistakes are never a test's own affair: they corrupt what runs beside it.</summary>
    public bool IsOfATest => Place.Kind == ArrayPoolMisuseKind.NotReturned && Place.Responsible?.Code == CodeKind.Test;

    private static string Number(FormattableString text) => FormattableString.Invariant(text);
}

/// <summary>How many arrays a method that is not judged has not returned. Immutable.</summary>
/// <param name="Method">The method; null if no stack was taken.</param>
/// <param name="Count">How many.</param>
internal sealed record Note(string? Method, int Count);

/// <summary>Which findings make the run fail.</summary>
internal enum FailOn
{
    /// <summary>All but the arrays that tests lost themselves.</summary>
    Library,

    /// <summary>All.</summary>
    All,
}

namespace PooledGen.PoolCheck;

/// <summary>The equal findings of one place. Immutable.</summary>
/// <param name="Place">Where.</param>
/// <param name="Variants">
/// One of them for each stack that leads to the place of a use, with the number of uses with that stack, the most frequent first. Other kinds have one.
/// </param>
/// <param name="Count">How many arrays, or uses.</param>
/// <param name="Rents">How many arrays the place rented in all; 0 if that is not known, and for kinds that are not about a rent.</param>
/// <param name="TooYoung">How many of these arrays are out and not judged, because they are out for less time than the watch waits.</param>
/// <param name="IsKnown">Whether the baseline has the place.</param>
internal sealed record FindingGroup(Place Place, IReadOnlyList<Finding> Variants, long Count, long Rents, long TooYoung, bool IsKnown)
{
    /// <summary>One of them.</summary>
    public Finding First => Variants[0];

    /// <summary>The frames of own code that called the type of the place, each once.</summary>
    public IEnumerable<Frame> Callers
        => Variants.Select(variant => new Place(variant).Caller).OfType<Frame>().Where(caller => caller != Place.Nearest).Distinct();

    /// <summary>
    /// How often it happened, and out of how many: a place that returns nearly all of its arrays loses the others on an error path, or one of its callers does,
    /// and a place that returns none has no return. Null if it happened once and nothing more is known.
    /// </summary>
    public string? Share
        => Rents == 1 ? "the only rent of this place"
            : TooYoung > 0 ? Number($"{Count:#,0} of {Rents:#,0} rents of this place, and {TooYoung:#,0} are out too briefly to be judged")
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

namespace PooledGen.PoolCheck;

/// <summary>One mistake: the findings with one line to change. Immutable.</summary>
/// <param name="Place">The line to change.</param>
/// <param name="Variants">
/// Of uses, one of them for each stack that leads to a use, with the number of uses with that stack: first those whose return has a stack, and the most
/// frequent first. Other kinds have one.
/// </param>
/// <param name="Count">How many arrays, or uses.</param>
/// <param name="Rents">How many arrays the place rented in all; 0 if that is not known, and for kinds that are not about a rent.</param>
/// <param name="TooYoung">How many of these arrays are out and not judged, because they are out for less time than the watch waits.</param>
internal sealed record FindingGroup(Place Place, IReadOnlyList<Finding> Variants, long Count, long Rents, long TooYoung)
{
    /// <summary>Whether the baseline has the mistake.</summary>
    public bool IsKnown { get; init; }

    /// <summary>One of them.</summary>
    public Finding First => Variants[0];

    /// <summary>The calls that one of them shows, with what each did: first the one with the line to change.</summary>
    public IEnumerable<(string What, Call Call)> Calls
    {
        get
        {
            (string What, Call? Call)[] all =
            [
                (AgainText, First.Again), ("returned", First.Returned), ("used", First.Used), ("rented", First.Rented), ("rented before", First.RentedBefore),
            ];
            return from call in all
                   where call.Call is not null
                   orderby call.Call == First.WrongCall descending
                   select (call.What, call.Call);
        }
    }

    /// <summary>The lines that use an array after its return, the most frequent first, each with its number of uses; empty for other kinds.</summary>
    public IReadOnlyList<(Frame Line, long Count)> UseLines { get; } =
        [
            .. from variant in Variants
               let line = Frame.PlaceIn(variant.Used?.Frames ?? []).Nearest
               where line is not null
               group (Line: line, variant.Count) by (line.Method, line.Line) into uses
               let count = uses.Sum(static use => use.Count)
               orderby count descending
               select (uses.First().Line, count),
        ];

    /// <summary>The frames of own code that called the type of the place, each once.</summary>
    public IEnumerable<Frame> Callers
        => Variants.Where(variant => variant.WrongCall is not null && new Place(variant).Nearest?.Method == Place.Nearest?.Method)
            .Select(static variant => new Place(variant).Caller).OfType<Frame>().Where(caller => caller != Place.Nearest).Distinct();

    /// <summary>
    /// How often it happened, and out of how many: a place that returns nearly all of its arrays loses the others on an error path, or one of its callers does,
    /// and a place that returns none has no return. Null if it happened once and nothing more is known.
    /// </summary>
    public string? Share
        => Rents == 1 ? "the only rent of this place"
            : TooYoung > 0 ? Number($"{Count:#,0} of {Rents:#,0} rents of this place, and {TooYoung:#,0} are out too briefly to be judged")
            : Rents == Count ? Number($"all {Count:#,0} rents of this place")
            : Rents > 0 ? Number($"{Count:#,0} of {Rents:#,0} rents of this place")
            : UseLines.Count > 1 ? Number($"{Count:#,0} times at {UseLines.Count:#,0} lines")
            : Count > 1 ? Number($"{Count:#,0} times")
            : null;

    /// <summary>The texts of this kind of mistake.</summary>
    public ArrayMisuse Misuse => ArrayMisuse.Of(Place.Kind);

    /// <summary>What happened to the first array, and what to do.</summary>
    public string Message => Misuse.Message(First.WhatHappened);

    /// <summary>The same, and how often it happened.</summary>
    public string MessageWithShare => Share is null ? Message : $"{Message} {char.ToUpperInvariant(Share[0])}{Share[1..]}.";

    /// <summary>Whether a test's code has to be changed: a use belongs to the test if the test used the array, too.</summary>
    public bool IsOfATest
        => Place.Responsible?.Code == CodeKind.Test && UseLines.All(static use => use.Line.Code == CodeKind.Test);

    /// <summary>Whether a test lost its own array. The other mistakes are never a test's own affair: they corrupt what runs beside it.</summary>
    public bool IsLostByATest => Place.Kind == ArrayPoolMisuseKind.NotReturned && IsOfATest;

    /// <summary>
    /// What a baseline knows the mistake by. Of a use or a late write that is also the rent, because the next run may have no stack of the return.
    /// </summary>
    public IEnumerable<string> Keys
        => Variants.Where(static variant => variant is { IsAfterReturn: true, Rented: not null })
            .Select(static variant => Place.OfRent(variant).Key).Prepend(Place.Key).Distinct();

    private string AgainText => Place.Kind switch
    {
        ArrayPoolMisuseKind.ReturnedTwice => "returned again",
        ArrayPoolMisuseKind.ReturnedToAnotherPool => "returned to the other pool",
        _ => "returned",
    };

    private static string Number(FormattableString text) => FormattableString.Invariant(text);
}

using static System.FormattableString;

namespace PooledGen.Diagnostics;

/// <summary>
/// A kind of mistake in the use of arrays, and its texts. All that says what happened to an array takes its words from <see cref="All"/>: the check, the
/// traces and the reports. Immutable.
/// </summary>
/// <param name="Kind">The kind.</param>
/// <param name="Id">The id in files.</param>
/// <param name="Title">The title that a person reads.</param>
/// <param name="Cwe">The weakness by the Common Weakness Enumeration.</param>
/// <param name="WhatHappened">What happened to the array: {0} is the array, and {1} what one finding adds.</param>
/// <param name="WhatToDo">What to do.</param>
internal sealed record ArrayMisuse(ArrayPoolMisuseKind Kind, string Id, string Title, int Cwe, string WhatHappened, string WhatToDo)
{
    /// <summary>The pool's name where the type of its elements is not known.</summary>
    public const string UnknownPool = "ArrayPool";

    /// <summary>All kinds, the worst first.</summary>
    public static ArrayMisuse[] All { get; } =
    [
        new(ArrayPoolMisuseKind.DoubleReturn, "double-return", "Returned twice", 415,
            "{0} was returned already, so the pool gives it to two renters.",
            "Let one place own the array and return it."),
        new(ArrayPoolMisuseKind.UseAfterReturn, "use-after-return", "Used after the return", 416,
            "{0} was returned, and {1}.",
            "Do not use an array, or a span or a Memory of it, after its return."),
        new(ArrayPoolMisuseKind.WriteAfterReturn, "write-after-return", "Written after the return", 416,
            "{0} was returned, and {1}.",
            "Do not use an array, or a span or a Memory of it, after its return."),
        new(ArrayPoolMisuseKind.ReturnedToAnotherPool, "returned-to-another-pool", "Returned to another pool", 762,
            "{0} was returned to {1}, and not to its own pool.",
            "Return an array to the pool that rented it."),
        new(ArrayPoolMisuseKind.ReturnedWithoutRent, "returned-without-rent", "Returned without a rent", 763,
            "{0} was returned, but not rented from a pool that raises events. The pool gives it to a renter while its owner may still use it.",
            "Return only what the pool rented."),
        new(ArrayPoolMisuseKind.NotReturned, "not-returned", "Not returned", 772,
            "{0} was rented and not returned{1}.",
            "Return it in a \"finally\", or where its owner is disposed."),
    ];

    public static int IndexOf(ArrayPoolMisuseKind kind) => Array.FindIndex(All, misuse => misuse.Kind == kind);

    public static ArrayMisuse Of(ArrayPoolMisuseKind kind) => All[IndexOf(kind)];

    /// <summary>What happened to one array: <c>An array of 64 elements of ArrayPool&lt;Byte&gt;.Shared was rented and not returned within 10 s.</c></summary>
    /// <param name="pool">The name of the pool.</param>
    /// <param name="length">The length of the array.</param>
    /// <param name="addition">What this finding adds; empty if the text of the kind has no place for it.</param>
    public string Describe(string pool, int length, string addition = "")
        => string.Format(null, WhatHappened, Invariant($"An array of {length} elements of {Article(pool)}"), addition);

    /// <summary>The pool in a sentence.</summary>
    /// <param name="pool">The name of the pool.</param>
    public static string Article(string pool) => pool == UnknownPool ? "an ArrayPool" : pool;

    /// <summary>The sentences about one array: the title, what happened, and what to do.</summary>
    /// <param name="whatHappened">What <see cref="Describe"/> says of the array.</param>
    public string Message(string whatHappened) => $"{Title}: {char.ToLowerInvariant(whatHappened[0])}{whatHappened[1..]} {WhatToDo}";
}

namespace PooledGen.PoolCheck;

/// <summary>What each kind of mistake is called in reports.</summary>
/// <param name="Kind">The kind.</param>
/// <param name="Id">The id in files.</param>
/// <param name="Title">The title that a person reads.</param>
/// <param name="Cwe">The weakness by the Common Weakness Enumeration.</param>
/// <param name="Help">What to do.</param>
internal sealed record Rule(PoolMisuseKind Kind, string Id, string Title, int Cwe, string Help)
{
    /// <summary>The kinds that the tool finds, the worst first.</summary>
    public static Rule[] All { get; } =
    [
        new(PoolMisuseKind.DoubleReturn, "double-return", "Returned twice", 415, "Let one place own the array and return it."),
        new(PoolMisuseKind.WriteAfterReturn, "write-after-return", "Written after the return", 416,
            "Do not use an array, or a span or a Memory of it, after its return."),
        new(PoolMisuseKind.ReturnedToAnotherPool, "returned-to-another-pool", "Returned to another pool", 762, "Return an array to the pool that rented it."),
        new(PoolMisuseKind.ReturnedWithoutRent, "returned-without-rent", "Returned without a rent", 763, "Return only what the pool rented."),
        new(PoolMisuseKind.NotReturned, "not-returned", "Not returned", 772, "Return it in a \"finally\", or where its owner is disposed."),
    ];

    public static int IndexOf(PoolMisuseKind kind) => Array.FindIndex(All, rule => rule.Kind == kind);

    public static Rule Of(PoolMisuseKind kind) => All[IndexOf(kind)];

    public static string IdOf(PoolMisuseKind kind) => Of(kind).Id;
}

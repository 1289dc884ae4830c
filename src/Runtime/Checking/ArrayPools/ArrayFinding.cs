namespace PooledGen;

/// <summary>One call of Rent or Return. Immutable.</summary>
/// <param name="Site">The stack; null if it was not taken.</param>
/// <param name="ThreadId">The managed id of the thread.</param>
/// <param name="Watch">The watch that saw it.</param>
/// <param name="Observer">The check that was opened last before the call.</param>
internal sealed record ArrayCall(ArrayCallSite? Site, int ThreadId, ArrayPoolWatch Watch, IArrayPoolObserver Observer)
{
    /// <summary>Whether a thread that works for a check called: for the check, or for a handler of the program that runs there.</summary>
    public bool IsOfACheck { get; } = ArrayPoolEvents.AreOfACheck;
}

/// <summary>Gets what a watch sees: a check, or the agent of the tool. Any thread may call its members, inside of Rent and Return.</summary>
internal interface IArrayPoolObserver
{
    /// <summary>Whether returned arrays are held back and overwritten, so that late writes are found.</summary>
    bool Poisons { get; }

    /// <summary>Whether the watch has seen all rents of the program, so that an array that it does not know was never rented.</summary>
    bool SeesAllRents { get; }

    void Add(ArrayFinding finding);

    void Count(ArrayPoolNoteKind kind, ArrayCallSite? site);
}

/// <summary>A mistake in the use of an array. Immutable.</summary>
/// <param name="Kind">The kind of mistake.</param>
/// <param name="Pool">The pool's name.</param>
/// <param name="Length">The array's length.</param>
/// <param name="Rental">The rental; null if the watch has not seen it.</param>
internal sealed record ArrayFinding(PoolMisuseKind Kind, string Pool, int Length, ArrayRental<ArrayCall>? Rental)
{
    /// <summary>The pool's name where the type of its elements is not known.</summary>
    public const string UnknownPool = "ArrayPool";

    /// <summary>The call of Return that was the mistake, or that of an array without a rental; null for other kinds.</summary>
    public ArrayCall? Again { get; init; }

    /// <summary>The name of the pool that the array was returned to and not rented from; null for other kinds.</summary>
    public string? OtherPool { get; init; }

    /// <summary>The first element that was written after the return, or -1.</summary>
    public int FirstWritten { get; init; } = -1;

    /// <summary>The last element that was written after the return, or -1.</summary>
    public int LastWritten { get; init; } = -1;

    /// <summary>The first bytes that were written, as hexadecimal digits; null for other kinds.</summary>
    public string? Written { get; init; }

    /// <summary>Says what happened, with which numbers, and what to do.</summary>
    public string Sentence => Kind switch
    {
        PoolMisuseKind.NotReturned
            => $"Not returned: {Array} was rented and not returned. Return it in a \"finally\", or where its owner is disposed.",
        PoolMisuseKind.DoubleReturn
            => $"Double return: {Array} was returned already, so the pool gives it to two renters. Let one place own the array and return it.",
        PoolMisuseKind.ReturnedToAnotherPool
            => $"Returned to another pool: {Array} was returned to {NameOf(OtherPool!)}, and not to its own pool. Return an array to the pool that rented it.",
        PoolMisuseKind.ReturnedWithoutRent
            => $"Returned without a rent: {Array} was returned, but not rented from a pool that raises events. The pool gives it to a renter while its "
                + "owner may still use it. Return only what the pool rented.",
        _ => $"Write after return: {Array} was returned, and {Elements} written later ({Written}, where the check had written DD). "
            + "Do not use an array, or a span or a Memory of it, after its return.",
    };

    private string Array => $"an array of {Length} elements of {NameOf(Pool)}";

    private static string NameOf(string pool) => pool == UnknownPool ? "an ArrayPool" : pool;

    private string Elements => FirstWritten == LastWritten ? $"element {FirstWritten} was" : $"elements {FirstWritten} to {LastWritten} were";
}

namespace PooledGen.Diagnostics;

/// <summary>A mistake in the use of an array. Immutable.</summary>
/// <param name="Kind">The kind of mistake.</param>
/// <param name="Pool">The pool's name.</param>
/// <param name="Length">The array's length.</param>
/// <param name="Rental">The rental; null if the watch has not seen it.</param>
internal sealed record ArrayFinding(ArrayPoolMisuseKind Kind, string Pool, int Length, ArrayRental<ArrayCall>? Rental)
{
    /// <summary>The call of Return that was the mistake, or that of an array without a rental; null for other kinds.</summary>
    public ArrayCall? Again { get; init; }

    /// <summary>
    /// An earlier rent of the array, from another place than that of <see cref="Rental"/>: code that has kept the array since then makes the same mistake. Null
    /// if none was seen, and for kinds that are not about a return.
    /// </summary>
    public ArrayCall? RentedBefore
        => Kind is ArrayPoolMisuseKind.ReturnedTwice or ArrayPoolMisuseKind.UseAfterReturn or ArrayPoolMisuseKind.WriteAfterReturn
            ? Rental?.RentedBefore
            : null;

    /// <summary>The name of the pool that the array was returned to and not rented from; null for other kinds.</summary>
    public string? OtherPool { get; init; }

    /// <summary>The use after the return; null for other kinds.</summary>
    public ArrayUse? Use { get; init; }

    /// <summary>The first element that was written after the return, or -1.</summary>
    public int FirstWritten { get; init; } = -1;

    /// <summary>The last element that was written after the return, or -1.</summary>
    public int LastWritten { get; init; } = -1;

    /// <summary>The first bytes that were written, as hexadecimal digits; null for other kinds, and where they are not shown.</summary>
    public string? Written { get; init; }

    /// <summary>The finding that an array is used after its return; null if an address does not lie in it.</summary>
    /// <param name="pool">The pool.</param>
    /// <param name="array">The array. It must not move.</param>
    /// <param name="rental">Its last rental; null if the watch has not seen it.</param>
    /// <param name="address">The address of the first element that is used.</param>
    /// <param name="call">The call that uses it.</param>
    /// <param name="bytes">How many bytes are used; 0 if it is not known which they are.</param>
    /// <param name="site">The number of the place in the woven code.</param>
    public static ArrayFinding? FindUse(
        KnownArrayPool pool, Array array, ArrayRental<ArrayCall>? rental, nint address, ArrayCall call, long bytes, long site)
        => pool.IndexOf(array, address) is not { } index ? null
            : new ArrayFinding(ArrayPoolMisuseKind.UseAfterReturn, pool.Name, array.Length, rental)
            {
                Use = new ArrayUse(call, site, index, (bytes + pool.ElementBytes - 1) / pool.ElementBytes),
            };

    /// <summary>What happened, with which numbers.</summary>
    public string WhatHappened => Describe(Kind switch
    {
        ArrayPoolMisuseKind.WriteAfterReturn => Late,
        ArrayPoolMisuseKind.UseAfterReturn => "it was used later",
        ArrayPoolMisuseKind.ReturnedToAnotherPool => ArrayMisuse.Article(OtherPool!),
        _ => "",
    });

    /// <summary>The run of a probe that the array was used in; null if there is none, or its probe has ended.</summary>
    public IProbeRun? Run => Calls.Select(static call => call.Observer).OfType<IProbeRun>().FirstOrDefault(static run => !run.IsEnded);

    /// <summary>Says what happened, with which numbers, and what to do.</summary>
    public string Sentence => ArrayMisuse.Of(Kind).Message(WhatHappened);

    // The call that rented the array first, because the probe was there then.
    private IEnumerable<ArrayCall> Calls => new[] { Rental?.Rented, Rental?.Returned, Again, Use?.Call }.OfType<ArrayCall>();

    /// <summary>What happened, with the run of a probe that it happened in.</summary>
    /// <param name="addition">What the finding adds to the text of its kind.</param>
    public string Describe(string addition)
    {
        string what = ArrayMisuse.Of(Kind).Describe(Pool, Length, addition);
        if (RentedBefore is not null)
            what += " The array had been rented elsewhere before, and the mistake may belong to that rental.";

        return Calls.Select(static call => call.Probe).OfType<string>().FirstOrDefault() is { } probe ? $"{what} {probe}" : what;
    }

    private string Late => $"{Elements} written later{(Written is null ? "" : $" ({Written}, where the check had written DD)")}";

    private string Elements => FirstWritten == LastWritten ? $"element {FirstWritten} was" : $"elements {FirstWritten} to {LastWritten} were";
}

/// <summary>A use of an array after its return, by woven code. Immutable.</summary>
/// <param name="Call">The stack at the use. Methods that were inlined have no frame.</param>
/// <param name="Site">The number of the place in the woven code.</param>
/// <param name="First">The first element that was used.</param>
/// <param name="Count">How many elements were used; 0 if it is not known which they were.</param>
internal sealed record ArrayUse(ArrayCall Call, long Site, long First, long Count);

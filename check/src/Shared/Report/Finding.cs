using System.Text.Json.Serialization;

namespace PooledGen.PoolCheck;

/// <summary>A mistake. Immutable.</summary>
/// <param name="Kind">The kind of mistake.</param>
/// <param name="WhatHappened">What happened, with which numbers.</param>
/// <param name="Pool">The pool's name.</param>
/// <param name="Length">The array's length.</param>
/// <param name="Rented">The call that rented the array; null if it was not seen.</param>
/// <param name="Returned">The call that returned it; null if it was not returned, or no stack was taken.</param>
/// <param name="Again">The return that was the mistake; null for other kinds.</param>
/// <param name="Count">How often it happened with these stacks; at least 1.</param>
internal sealed record Finding(
    ArrayPoolMisuseKind Kind, string WhatHappened, string Pool, int Length, Call? Rented, Call? Returned, Call? Again, long Count = 1)
{
    /// <summary>The use after the return; null for other kinds.</summary>
    public Call? Used { get; init; }

    /// <summary>An earlier rent of the array, which the mistake may belong to; null if none was seen.</summary>
    public Call? RentedBefore { get; init; }

    /// <summary>Whether all of the arrays were rented in the last few seconds. False for kinds that are not about a rent.</summary>
    public bool IsYoung { get; init; }

    /// <summary>Whether the arrays were in use when the process was interrupted, as far as that can be told, so that nobody is accused.</summary>
    public bool IsInUse { get; init; }

    /// <summary>Whether the array was used or written after its return.</summary>
    [JsonIgnore]
    public bool IsAfterReturn => Kind is ArrayPoolMisuseKind.UseAfterReturn or ArrayPoolMisuseKind.WriteAfterReturn;

    /// <summary>
    /// The call whose line is to be changed: the rent of a lost array, the return that came too early, the second return. The nearest to it that has a stack;
    /// null if none has.
    /// </summary>
    [JsonIgnore]
    public Call? WrongCall => Kind switch
    {
        ArrayPoolMisuseKind.NotReturned => Rented,
        ArrayPoolMisuseKind.UseAfterReturn or ArrayPoolMisuseKind.WriteAfterReturn => Returned ?? Rented ?? Used,
        _ => Again ?? Returned ?? Rented,
    };
}

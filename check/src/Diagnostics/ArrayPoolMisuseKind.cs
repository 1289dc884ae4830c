namespace PooledGen.Diagnostics;

/// <summary>The way in which an array of an <c>ArrayPool&lt;T&gt;</c> was used against the rules.</summary>
public enum ArrayPoolMisuseKind
{
    /// <summary>The array was not returned.</summary>
    NotReturned,

    /// <summary>Elements were written after the return: the array, or a span or a <see cref="Memory{T}"/> of it, was used longer.</summary>
    WriteAfterReturn,

    /// <summary>
    /// Elements were read or written after the return. Only <c>dotnet poolcheck run --exact</c> sees it, and names the line.
    /// </summary>
    UseAfterReturn,

    /// <summary>The array was returned a second time. The pool then gives it to two renters, which overwrite each other.</summary>
    DoubleReturn,

    /// <summary>The array was returned to another pool than the one that it was rented from, which has lost it.</summary>
    ReturnedToAnotherPool,

    /// <summary>
    /// An array was returned to <c>ArrayPool&lt;T&gt;.Shared</c> that no pool had rented out, such as one of <c>new</c>. The pool gives it to a renter, while
    /// its owner may use it. Only <c>dotnet poolcheck run</c> knows all rents of a program, and so this mistake.
    /// </summary>
    ReturnedWithoutRent,
}

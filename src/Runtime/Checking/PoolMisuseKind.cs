namespace PooledGen;

/// <summary>The way in which a rental was used against the rules.</summary>
public enum PoolMisuseKind
{
    /// <summary>The rental was not returned.</summary>
    NotReturned,

    /// <summary>Elements were written after the rental was returned: a span, a <see cref="Memory{T}"/> or a pointer outlived it.</summary>
    WriteAfterReturn,

    /// <summary>
    /// The <see cref="Memory{T}"/> of an owner was used after the rental was returned. During a check the use throws an <see cref="ObjectDisposedException"/>;
    /// without one it reads or writes the elements of another rental.
    /// </summary>
    UseAfterReturn,

    /// <summary>Elements of the array behind the requested length were written.</summary>
    Overrun,

    /// <summary>The rental was returned a second time. That did no harm, because the pool compares generations.</summary>
    DoubleDispose,

    /// <summary>
    /// An array was returned to an <c>ArrayPool&lt;T&gt;</c> a second time. The pool then gives it to two renters, which overwrite each other.
    /// </summary>
    DoubleReturn,

    /// <summary>An array was returned to another <c>ArrayPool&lt;T&gt;</c> than the one that it was rented from, which has lost it.</summary>
    ReturnedToAnotherPool,

    /// <summary>
    /// An array was returned to <c>ArrayPool&lt;T&gt;.Shared</c> that no pool had rented out, such as one of <c>new</c>. The pool gives it to a renter, while its
    /// owner may use it. Only <c>dotnet poolcheck run</c> knows all rents of a program, and so this mistake.
    /// </summary>
    ReturnedWithoutRent,
}

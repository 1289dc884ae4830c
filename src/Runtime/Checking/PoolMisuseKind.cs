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

    /// <summary>Elements of the array past the requested length were written.</summary>
    Overrun,

    /// <summary>The rental was returned a second time. That did no harm, because the pool compares generations.</summary>
    ReturnedTwice,
}

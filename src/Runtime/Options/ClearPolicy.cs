namespace PooledGen;

/// <summary>When the elements of a rented buffer are set to <c>default</c>. The policies exclude one another.</summary>
public enum ClearPolicy
{
    /// <summary>
    /// On return if the elements hold references, so that the pool keeps no object alive; otherwise never: a rented buffer of
    /// plain values holds arbitrary earlier contents.
    /// </summary>
    Auto,

    /// <summary>Never, not even references: the objects that they refer to stay alive until the element is overwritten.</summary>
    Never,

    /// <summary>
    /// On return, for secrets: a renter clears its length, an owner or a writer the whole array. Memory of the caller that a renter or a writer used is
    /// cleared, too.
    /// </summary>
    OnReturn,

    /// <summary>On rent, the rented length: the buffer always starts as zeros. References are cleared on return as well.</summary>
    OnRent,
}

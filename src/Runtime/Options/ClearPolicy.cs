namespace PooledGen;

/// <summary>When the elements of a rented buffer are set to <c>default</c>. The policies exclude one another.</summary>
// Numbered like flags, so that a combination of two policies is no policy, which PG0015 reports.
public enum ClearPolicy
{
    /// <summary>
    /// On return if the elements hold references, so that the pool keeps no object alive; otherwise never: a rented buffer of
    /// plain values holds the elements of its last user.
    /// </summary>
    Auto,

    /// <summary>Never, not even references: the objects that they refer to stay alive until the element is overwritten.</summary>
    Never,

    /// <summary>On return, the rented length, also if it lies in the caller's own stack memory: for secrets.</summary>
    OnReturn,

    /// <summary>On rent, the rented length: the buffer always starts as zeros. References are cleared on return as well.</summary>
    OnRent = 4,
}

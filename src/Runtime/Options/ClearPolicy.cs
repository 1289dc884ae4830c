namespace PooledGen;

/// <summary>When the elements of a rented buffer are set to <c>default</c>.</summary>
public enum ClearPolicy
{
    /// <summary>
    /// On return where the elements hold references, so that the pool keeps no object alive; otherwise never: a rented buffer of
    /// plain values holds whatever its last user left.
    /// </summary>
    Auto,

    /// <summary>Never, references included: what they refer to stays alive until the slot is overwritten.</summary>
    Never,

    /// <summary>On return, the rented length, wherever it lives (the caller's own stack memory too): for secrets.</summary>
    OnReturn,

    /// <summary>On rent, the rented length: the buffer always starts as zeros. References are cleared on return as well.</summary>
    OnRent,
}

namespace PooledGen;

/// <summary>In which way a rental was used against the rules.</summary>
public enum PoolMisuseKind
{
    /// <summary>It was never returned.</summary>
    Leak,

    /// <summary>Its elements were written after it was returned: a span, a <see cref="Memory{T}"/> or a pointer outlived it.</summary>
    WriteAfterReturn,

    /// <summary>The array was written behind the length that was asked for.</summary>
    Overrun,

    /// <summary>It was returned a second time. That did no harm: the pool knows by the generation.</summary>
    DoubleDispose,
}

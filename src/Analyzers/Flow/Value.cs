namespace PooledGen.Analyzers.Flow;

/// <summary>The knowledge of a fact about a variable.</summary>
internal enum Value
{
    Unknown,
    Null,

    /// <summary>A value that is not null and not the rental of the fact.</summary>
    NotNull,
    False,
    True,

    /// <summary>Any value except the rental, as learned from a comparison with another array.</summary>
    Other,

    /// <summary>Only the answer of a condition: the array's length equals the count that it was compared with.</summary>
    Fitting,

    /// <summary>An object that received the rental when it was created, and carries it along.</summary>
    Carrier,

    /// <summary>A span, memory or reference into the rental.</summary>
    View,

    /// <summary>The rental itself.</summary>
    Rental,
}

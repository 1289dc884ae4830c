namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>What a fact knows of a variable.</summary>
internal enum Value
{
    Unknown,
    Null,

    /// <summary>Something, but not the rental that the fact is about.</summary>
    NotNull,
    False,
    True,

    /// <summary>Not the rental, whatever else: what a comparison with another array teaches.</summary>
    Other,

    /// <summary>A span, memory or reference into the rental.</summary>
    View,

    /// <summary>The rental itself.</summary>
    Rental,
}

/// <summary>Where the value of an expression comes from: a variable (or a view of it), or a constant.</summary>
internal readonly record struct Source(Value Constant, int Variable = Source.NoVariable, bool IsView = false)
{
    // Variables count from 1, so that the default is no variable.
    public const int NoVariable = 0;

    public static Source Unknown => new(Value.Unknown);

    public static Source Of(int variable) => new(Value.Unknown, variable);

    /// <summary>A view of what this is.</summary>
    public Source AsView() => this with { IsView = true };

    /// <summary>Whether it may be a rental: constants are not worth a step.</summary>
    public bool IsVariable => Variable != NoVariable;
}

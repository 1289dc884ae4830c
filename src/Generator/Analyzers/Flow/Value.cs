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

    /// <summary>An answer only: its length is the count that it was compared with.</summary>
    Fitting,

    /// <summary>An object that was given the rental when it was made: where it goes, the rental goes.</summary>
    Carrier,

    /// <summary>A span, memory or reference into the rental.</summary>
    View,

    /// <summary>The rental itself.</summary>
    Rental,
}

/// <summary>Where the value of an expression comes from: a variable (or a view of it, or the array that it views), or a constant.</summary>
internal readonly record struct Source(Value Constant, int Variable = Source.NoVariable, Aspect Aspect = Aspect.Itself)
{
    // Variables count from 1, so that the default is no variable.
    public const int NoVariable = 0;

    public static Source Unknown => new(Value.Unknown);

    public static Source Of(int variable) => new(Value.Unknown, variable);

    /// <summary>A view of what this is.</summary>
    public Source AsView() => this with { Aspect = Aspect.View };

    /// <summary>The array that this is a view of.</summary>
    public Source AsArray() => this with { Aspect = Aspect.Array };

    /// <summary>Whether it is the variable, not a view of it and not what it views.</summary>
    public bool IsItself => IsVariable && Aspect == Aspect.Itself;

    /// <summary>Whether it may be a rental: constants are not worth a step.</summary>
    public bool IsVariable => Variable != NoVariable;
}

/// <summary>What of a variable a value is.</summary>
internal enum Aspect
{
    Itself,
    View,
    Array,
}

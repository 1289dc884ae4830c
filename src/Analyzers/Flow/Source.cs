namespace PooledGen.Analyzers.Flow;

/// <summary>The source of an expression's value: a variable (or a view of it, or the array that it views), or a constant.</summary>
internal readonly record struct Source(Value Constant, int Variable = Source.NoVariable, Aspect Aspect = Aspect.Itself)
{
    // Variables are numbered from 1, so that the default value means none.
    public const int NoVariable = 0;

    public static Source Unknown => new(Value.Unknown);

    public static Source Of(int variable) => new(Value.Unknown, variable);

    /// <summary>Returns a view of this source.</summary>
    public Source AsView() => this with { Aspect = Aspect.View };

    /// <summary>Returns the array that this source is a view of.</summary>
    public Source AsArray() => this with { Aspect = Aspect.Array };

    /// <summary>Whether it is the variable itself, not a view of it or the array that it views.</summary>
    public bool IsItself => IsVariable && Aspect == Aspect.Itself;

    /// <summary>Whether it may be a rental. Constants need no step.</summary>
    public bool IsVariable => Variable != NoVariable;
}

/// <summary>The relation of a value to its variable.</summary>
internal enum Aspect
{
    Itself,
    View,
    Array,
}

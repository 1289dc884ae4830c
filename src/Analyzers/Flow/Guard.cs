namespace PooledGen.Analyzers.Flow;

/// <summary>The effect of a condition on a variable: one value if the condition holds, another if it does not.</summary>
/// <param name="Variable">The variable that the condition tests.</param>
/// <param name="WhenTrue">Its value if the condition holds.</param>
/// <param name="WhenFalse">Its value if the condition does not hold.</param>
/// <param name="Original">The variable that it is a fresh capture of: <c>array?.Length</c> tests a capture, and the result also holds for the array.</param>
/// <param name="Compared">The two variables that the condition compares, as in <c>array == original</c>; default if it compares none.</param>
internal readonly record struct Guard(
    int Variable, Value WhenTrue, Value WhenFalse, int Original = Source.NoVariable, (int One, int Other) Compared = default)
{
    public Guard Negated => this with { WhenTrue = WhenFalse, WhenFalse = WhenTrue };

    /// <summary>Whether the condition compares two variables.</summary>
    public bool Compares => Compared != default;

    /// <summary>The answer for a fact: true or false if the other answer contradicts the fact.</summary>
    public Value AnswerIn(Fact fact) => (LearntFrom(true, fact), LearntFrom(false, fact)) switch
    {
        (not null, null) => Value.True,
        (null, not null) => Value.False,
        _ => Value.Unknown,
    };

    /// <summary>The fact after the condition had this answer; null if the answer contradicts it.</summary>
    public Fact? LearntFrom(bool answer, Fact fact)
    {
        Value value = answer ? WhenTrue : WhenFalse;
        if (Compares && fact.AreSame(Compared.One, Compared.Other) is { } same && same != (value == Value.True))
            return null;

        Fact? learnt = fact.Learn(Variable, value);
        return Original == Source.NoVariable ? learnt : learnt?.Learn(Original, value);
    }
}

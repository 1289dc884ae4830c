namespace PooledGen.Analyzers.Flow;

/// <summary>The effect of a condition on a variable: one value if the condition holds, another if it does not.</summary>
/// <param name="Variable">The variable that the condition tests.</param>
/// <param name="WhenTrue">Its value if the condition holds.</param>
/// <param name="WhenFalse">Its value if the condition does not hold.</param>
/// <param name="Original">The variable that it is a fresh capture of: <c>array?.Length</c> tests a capture, and the result also holds for the array.</param>
internal readonly record struct Guard(int Variable, Value WhenTrue, Value WhenFalse, int Original = Source.NoVariable)
{
    public Guard Negated => this with { WhenTrue = WhenFalse, WhenFalse = WhenTrue };

    /// <summary>The answer for a fact: true or false if the other answer contradicts the fact.</summary>
    public Value AnswerIn(Fact fact) => (fact.Learn(Variable, WhenTrue), fact.Learn(Variable, WhenFalse)) switch
    {
        (not null, null) => Value.True,
        (null, not null) => Value.False,
        _ => Value.Unknown,
    };
}

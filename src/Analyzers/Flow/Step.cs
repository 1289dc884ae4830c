using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.Flow;

/// <summary>One event in a block that concerns rentals.</summary>
/// <param name="Kind">The kind of the event.</param>
/// <param name="Operation">The operation: the operand that is used, or the invocation that ends or throws.</param>
/// <param name="Source">The value that the event concerns.</param>
/// <param name="Target">The variable that receives the value, for <see cref="StepKind.Assign"/> and <see cref="StepKind.Rent"/>.</param>
internal readonly record struct Step(StepKind Kind, IOperation Operation, Source Source = default, int Target = Source.NoVariable);

internal enum StepKind
{
    /// <summary>A rental begins. The target variable holds the value of the expression.</summary>
    Rent,
    Assign,

    /// <summary>A use of the value that is harmless even after the rental has ended.</summary>
    HarmlessUse,
    Use,

    /// <summary>The value goes where it cannot be followed: into an object, to the caller, or to code that keeps it.</summary>
    Escape,

    /// <summary>A callee without available source receives the value. If the body ends it afterwards, it was lent; otherwise it was handed over.</summary>
    Pass,

    /// <summary>The target variable holds an object that was created with the value.</summary>
    Carry,

    /// <summary>The target variable holds a list, to which a task that works on the value was added.</summary>
    Collect,
    End,

    /// <summary>An exception may be thrown here.</summary>
    MayThrow,

    /// <summary>The call does not return.</summary>
    Throw,

    /// <summary>Other code of the type may have assigned the fields.</summary>
    ForgetFields,
}

/// <summary>The effect of a condition on a variable: one value if the condition holds, another if it does not.</summary>
/// <param name="Variable">The variable that the condition tests.</param>
/// <param name="WhenTrue">Its value if the condition holds.</param>
/// <param name="WhenFalse">Its value if the condition does not hold.</param>
/// <param name="Original">The variable that it is a fresh capture of: <c>array?.Length</c> tests a capture, and the result also holds for the array.</param>
internal readonly record struct Guard(int Variable, Value WhenTrue, Value WhenFalse, int Original = Source.NoVariable)
{
    public Guard Negated => this with { WhenTrue = WhenFalse, WhenFalse = WhenTrue };
}

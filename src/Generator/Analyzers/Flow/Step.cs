using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>One thing that happens in a block, as far as rentals are concerned.</summary>
/// <param name="Kind">What happens.</param>
/// <param name="Operation">Where: the operand that is used, the invocation that ends or throws.</param>
/// <param name="Source">To which value.</param>
/// <param name="Target">The variable that gets it: of <see cref="StepKind.Assign"/> and <see cref="StepKind.Rent"/>.</param>
internal readonly record struct Step(StepKind Kind, IOperation Operation, Source Source = default, int Target = Source.NoVariable);

internal enum StepKind
{
    /// <summary>A rental begins; the target variable stands for the value of the expression.</summary>
    Rent,
    Assign,

    /// <summary>The value is asked for something that it answers even when the rental is over.</summary>
    HarmlessUse,
    Use,

    /// <summary>The value goes where it cannot be followed: into an object, to the caller, to somebody who keeps it.</summary>
    Escape,

    /// <summary>A callee whose source is not available gets it: it was lent where the body ends it afterwards, and handed over where it does not.</summary>
    Pass,

    /// <summary>The target variable stands for an object that was made with it.</summary>
    Carry,
    End,

    /// <summary>An exception may leave from here.</summary>
    MayThrow,

    /// <summary>The call does not come back.</summary>
    Throw,

    /// <summary>Other code of the type may have assigned the fields.</summary>
    ForgetFields,
}

/// <summary>What a branch teaches: a variable has one value where the condition holds, another where it does not.</summary>
/// <param name="Variable">The variable that was asked.</param>
/// <param name="WhenTrue">Its value where the condition holds.</param>
/// <param name="WhenFalse">Its value where it does not.</param>
/// <param name="Original">The variable that it is a fresh capture of: <c>array?.Length</c> asks a capture, and teaches of the array.</param>
internal readonly record struct Guard(int Variable, Value WhenTrue, Value WhenFalse, int Original = Source.NoVariable)
{
    public Guard Negated => this with { WhenTrue = WhenFalse, WhenFalse = WhenTrue };
}

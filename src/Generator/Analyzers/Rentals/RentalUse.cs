using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Generator.Analyzers.Rentals;

/// <summary>What a mention of a variable does to the rental in it.</summary>
internal enum RentalUse
{
    /// <summary>The elements are used, or the handle is lent by <c>in</c>: the rental stays the variable's.</summary>
    Read,

    /// <summary>The variable gets another value.</summary>
    Write,

    /// <summary>The rental ends, or is handed over.</summary>
    End,

    /// <summary>Somebody else may end it now: it is copied, returned, passed by value or by <c>ref</c>.</summary>
    Escape,
}

internal static class RentalUses
{
    /// <summary>Judges a mention by what stands around it.</summary>
    public static RentalUse UseOf(this RentalTypes types, IOperation mention) => mention.Parent switch
    {
        IInvocationOperation { TargetMethod: var method } when types.IsDispose(method) || types.IsHandOver(method) => RentalUse.End,
        IInvocationOperation => RentalUse.Read,
        IPropertyReferenceOperation or IFieldReferenceOperation => RentalUse.Read,
        IArgumentOperation { Parameter.RefKind: RefKind.In or RefKinds.RefReadOnly } => RentalUse.Read,
        IConversionOperation { OperatorMethod: not null } => RentalUse.Read,
        IConversionOperation { Parent: IForEachLoopOperation } or IForEachLoopOperation => RentalUse.Read,
        ISimpleAssignmentOperation assignment when assignment.Target == mention => RentalUse.Write,
        IUsingOperation => RentalUse.End,
        _ => RentalUse.Escape,
    };
}

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Rentals;

/// <summary>The effect of a variable's mention on its rental.</summary>
internal enum RentalUse
{
    /// <summary>The elements are used, or the handle is lent by <c>in</c>. The variable still holds the rental.</summary>
    Read,

    /// <summary>The variable receives another value.</summary>
    Write,

    /// <summary>The rental ends, or is handed over.</summary>
    End,

    /// <summary>Other code may end it now: the handle is copied, returned, or passed by value or by <c>ref</c>.</summary>
    Escape,
}

internal static class RentalUses
{
    /// <summary>Determines the effect of a mention from the operation around it.</summary>
    public static RentalUse UseOf(this RentalTypes types, IOperation mention) => mention.Parent switch
    {
        IInvocationOperation { TargetMethod: var method } when types.IsDispose(method) || RentalTypes.IsHandOver(method) => RentalUse.End,
        IInvocationOperation { TargetMethod: { Name: "Dispose" or "DisposeAsync" or "Close", Parameters.IsEmpty: true } } => RentalUse.End,
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

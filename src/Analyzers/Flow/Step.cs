using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>One event in a block that concerns rentals.</summary>
/// <param name="Kind">The kind of the event.</param>
/// <param name="Operation">The operation: the operand that is used, or the invocation that ends or throws.</param>
/// <param name="Source">The value that the event concerns.</param>
/// <param name="Target">
/// The variable that receives the value, for <see cref="StepKind.Assign"/>, <see cref="StepKind.Rent"/>, <see cref="StepKind.Obtain"/> and
/// <see cref="StepKind.Test"/>.
/// </param>
/// <param name="Tested">What the answer says about the source, for <see cref="StepKind.Test"/>.</param>
internal readonly record struct Step(
    StepKind Kind, IOperation Operation, Source Source = default, int Target = Source.NoVariable, Guard Tested = default)
{
    /// <summary>For <see cref="StepKind.ForgetFields"/>: whether it is a call that cannot access this instance, only the type's static fields.</summary>
    public bool IsWithoutInstance
        => Operation is IInvocationOperation { TargetMethod: { IsStatic: true, MethodKind: MethodKind.Ordinary } } call
            && !call.Arguments.Any(static argument => argument.Value is IInstanceReferenceOperation);

    /// <summary>For <see cref="StepKind.ForgetFields"/>: whether the own struct is assigned as a whole. That overwrites the readonly fields, too.</summary>
    public bool ReplacesInstance => Operation is ISimpleAssignmentOperation { Target: not IPropertyReferenceOperation };
}

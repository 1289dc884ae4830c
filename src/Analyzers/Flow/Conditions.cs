using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// Conditions that have the same answer until one of their variables is assigned: <c>if (n > 256)</c> rent at the start and
/// <c>if (n > 256)</c> return at the end belong together.
/// </summary>
internal static class Conditions
{
    /// <summary>Whether the answer depends only on variables. Adds their symbols to the list.</summary>
    public static bool IsStable(IOperation condition, BodyScan scan, List<ISymbol> dependsOn) => condition switch
    {
        { ConstantValue.HasValue: true } => true,
        IInstanceReferenceOperation or ISizeOfOperation or ITypeOfOperation => true,
        ILocalReferenceOperation local => IsFollowed(local.Local, scan, dependsOn),
        IParameterReferenceOperation parameter => IsFollowed(parameter.Parameter, scan, dependsOn),
        IFieldReferenceOperation { Instance: null or IInstanceReferenceOperation } field => IsFollowed(field.Field, scan, dependsOn),
        IPropertyReferenceOperation property => IsFixed(property) && (property.Instance is null || IsStable(property.Instance, scan, dependsOn)),
        IBinaryOperation or IUnaryOperation or IConversionOperation or IParenthesizedOperation
            => AreStable(condition.ChildOperations, scan, dependsOn),
        IInvocationOperation { Instance: null, Arguments.IsEmpty: true } call => call.TargetMethod.Name == "IsReferenceOrContainsReferences",
        _ => false,
    };

    /// <summary>
    /// The text of the condition, by which it is found when it is asked again. What is compared with 0 is mostly a count, which is never negative, so
    /// <c>count != 0</c> asks what <c>count > 0</c> asks, and <c>count == 0</c> the opposite.
    /// </summary>
    public static string QuestionOf(IOperation condition, out bool isNegated)
    {
        isNegated = false;
        if (condition is not IBinaryOperation { RightOperand.ConstantValue.Value: 0 } comparison)
            return condition.Syntax.ToString();

        isNegated = comparison.OperatorKind is BinaryOperatorKind.Equals or BinaryOperatorKind.LessThanOrEqual;
        return isNegated || comparison.OperatorKind is BinaryOperatorKind.NotEquals or BinaryOperatorKind.GreaterThan
            ? $"{comparison.LeftOperand.Syntax} > 0"
            : condition.Syntax.ToString();
    }

    private static bool AreStable(IOperation.OperationList operands, BodyScan scan, List<ISymbol> dependsOn)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        return operands.All(operand => IsStable(operand, scan, dependsOn));
    }

    // A lambda may assign a captured variable at any time.
    private static bool IsFollowed(ISymbol symbol, BodyScan scan, List<ISymbol> dependsOn)
    {
        dependsOn.Add(symbol);
        return !scan.IsAssignedInside(symbol);
    }

    // The answer for a list or a stream may change from one round of a loop to the next.
    private static bool IsFixed(IPropertyReferenceOperation reference) => reference.Property switch
    {
        { Name: "Length" or "IsEmpty" } => reference.Instance?.Type is IArrayTypeSymbol or { SpecialType: SpecialType.System_String }
            || Views.IsView(reference.Instance?.Type),
        { Name: "HasValue" } => true,
        var property => property.IsReadOnly && property.ContainingType.GetMembers().OfType<IFieldSymbol>()
            .Any(field => SymbolEqualityComparer.Default.Equals(field.AssociatedSymbol, property)),
    };
}

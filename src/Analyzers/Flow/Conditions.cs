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
    private static readonly string[] s_questions = ["Is", "Has", "Can", "Should", "Must", "Use", "Need", "Fits"];

    /// <summary>Whether the answer depends only on variables. Adds their symbols to the list.</summary>
    public static bool IsStable(IOperation condition, SharedVariables shared, List<ISymbol> dependsOn) => condition switch
    {
        { ConstantValue.HasValue: true } => true,
        IInstanceReferenceOperation or ISizeOfOperation or ITypeOfOperation => true,
        ILocalReferenceOperation local => IsFollowed(local.Local, shared, dependsOn),
        IParameterReferenceOperation parameter => IsFollowed(parameter.Parameter, shared, dependsOn),
        IFieldReferenceOperation { Instance: null or IInstanceReferenceOperation } field => IsFollowed(field.Field, shared, dependsOn),
        IPropertyReferenceOperation property => IsFixed(property) && (property.Instance is null || IsStable(property.Instance, shared, dependsOn)),
        IBinaryOperation or IUnaryOperation or IConversionOperation or IParenthesizedOperation
            => AreStable(condition.ChildOperations, shared, dependsOn),
        IInvocationOperation { Instance: null, Arguments.IsEmpty: true } call => call.TargetMethod.Name == "IsReferenceOrContainsReferences",
        IInvocationOperation { Instance: null } call => IsQuestion(call.TargetMethod)
            && call.Arguments.All(argument => argument.Parameter is { RefKind: RefKind.None, Type: { IsReferenceType: false } or { IsSealed: true } }
                && IsStable(argument.Value, shared, dependsOn)),
        _ => false,
    };

    /// <summary>The text of the condition, by which it is found when it is asked again, in the same form or the opposite one.</summary>
    public static string QuestionOf(IOperation condition, out bool isNegated)
    {
        if (condition is IBinaryOperation { OperatorKind: var kind } binary
            && kind is BinaryOperatorKind.Equals or BinaryOperatorKind.NotEquals or BinaryOperatorKind.GreaterThan or BinaryOperatorKind.LessThanOrEqual
                or BinaryOperatorKind.LessThan or BinaryOperatorKind.GreaterThanOrEqual)
        {
            return new Comparison(kind, binary.LeftOperand, binary.RightOperand).Question(out isNegated);
        }

        isNegated = false;
        return condition.Syntax.ToString();
    }

    /// <summary>The text of the condition that the value is above 0.</summary>
    public static string IsAboveZero(IOperation value) => $"{value.Syntax} > 0";

    // 'IsLarge(n)' has the same answer for the same number.
    private static bool IsQuestion(IMethodSymbol method) => method.ReturnType.SpecialType == SpecialType.System_Boolean
        && Array.Exists(s_questions, word => method.Name.StartsWith(word, StringComparison.Ordinal));

    private static bool AreStable(IOperation.OperationList operands, SharedVariables shared, List<ISymbol> dependsOn)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        return operands.All(operand => IsStable(operand, shared, dependsOn));
    }

    // A lambda may assign a captured variable at any time.
    private static bool IsFollowed(ISymbol symbol, SharedVariables shared, List<ISymbol> dependsOn)
    {
        dependsOn.Add(symbol);
        return !shared.IsAssignedInside(symbol);
    }

    // The answer for a list or a stream may change from one round of a loop to the next.
    private static bool IsFixed(IPropertyReferenceOperation reference) => reference.Property switch
    {
        { Name: "Length" or "IsEmpty" } => reference.Instance?.Type is IArrayTypeSymbol or { SpecialType: SpecialType.System_String }
            || Views.IsView(reference.Instance?.Type),
        { Name: "HasValue" or "CanRead" or "CanWrite" or "CanSeek" } => true,
        var property => property.IsReadOnly && property.ContainingType.GetMembers().OfType<IFieldSymbol>()
            .Any(field => SymbolEqualityComparer.Default.Equals(field.AssociatedSymbol, property)),
    };
}

using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

// Guards: the effects of conditions on variables.
internal sealed partial class StepCompiler
{
    // Creates a guard if the condition tests a variable, or may be evaluated again.
    private Guard? GuardOf(IOperation condition)
    {
        switch (condition)
        {
            case IUnaryOperation { OperatorKind: UnaryOperatorKind.Not } not:
                return GuardOf(not.Operand)?.Negated;
            case IIsNullOperation isNull:
                return NullGuard(isNull.Operand, Visit(isNull.Operand));
            case IBinaryOperation { OperatorKind: BinaryOperatorKind.Equals or BinaryOperatorKind.NotEquals } comparison
                when IsNull(comparison.LeftOperand) || IsNull(comparison.RightOperand):
                IOperation compared = IsNull(comparison.LeftOperand) ? comparison.RightOperand : comparison.LeftOperand;
                Guard? guard = NullGuard(compared, Visit(compared));
                return comparison.OperatorKind == BinaryOperatorKind.Equals ? guard : guard?.Negated;
            case IIsTypeOperation isType:
                return TypeGuard(isType.ValueOperand, Visit(isType.ValueOperand), isType.TypeOperand);
            case IIsPatternOperation isPattern:
                return PatternGuard(isPattern.Value, Visit(isPattern.Value), isPattern.Pattern);
            case IBinaryOperation { OperatorKind: BinaryOperatorKind.Equals or BinaryOperatorKind.NotEquals or BinaryOperatorKind.GreaterThan } comparison
                when ComparedRental(comparison) is { } rental:
                Visit(comparison.LeftOperand);
                Visit(comparison.RightOperand);
                var isOther = new Guard(rental, Value.Other, Value.Unknown);
                return comparison.OperatorKind == BinaryOperatorKind.Equals ? isOther : isOther.Negated;
        }

        if (condition is IBinaryOperation { OperatorKind: BinaryOperatorKind.Equals } equality && MeasuredRental(equality) is { } measured)
        {
            Visit(equality.LeftOperand);
            Visit(equality.RightOperand);
            return new Guard(measured, Value.Fitting, Value.Unknown);
        }

        Source source = Visit(condition);
        Use(source, condition);
        if (source.IsVariable)
            return new Guard(source.Variable, Value.True, Value.False);

        List<ISymbol> dependsOn = [];
        if (!Conditions.IsStable(condition, scan, dependsOn))
            return null;

        string question = Conditions.QuestionOf(condition, out bool isNegated);
        var answer = new Guard(variables.OfCondition(question, dependsOn), Value.True, Value.False);
        return isNegated ? answer.Negated : answer;
    }

    // 'array == s_empty' and 'array.Length > 0' distinguish a rental from a placeholder for none.
    private int? ComparedRental(IBinaryOperation comparison)
    {
        IOperation right = Conversions.Unwrap(comparison.RightOperand);
        IOperation? asked = Conversions.Unwrap(comparison.LeftOperand) switch
        {
            IPropertyReferenceOperation { Property.Name: "Length", Instance: { } array } when right.ConstantValue.Value is 0 => array,
            { Type.IsReferenceType: true } left when right is IInvocationOperation or IPropertyReferenceOperation
                or IFieldReferenceOperation { Field: { IsStatic: true, IsReadOnly: true } } => left,
            _ => null,
        };
        return asked is null ? null : VariableOf(asked);
    }

    // 'count == array.Length': the array has exactly the requested length.
    private int? MeasuredRental(IBinaryOperation equality)
        => (Conversions.Unwrap(equality.LeftOperand), Conversions.Unwrap(equality.RightOperand)) switch
        {
            (IPropertyReferenceOperation { Property.Name: "Length", Instance: { Type: IArrayTypeSymbol } array }, { ConstantValue.HasValue: false })
                => VariableOf(array),
            ({ ConstantValue.HasValue: false }, IPropertyReferenceOperation { Property.Name: "Length", Instance: { Type: IArrayTypeSymbol } array })
                => VariableOf(array),
            _ => null,
        };

    private Guard? NullGuard(IOperation operand, Source source)
    {
        if (!source.IsItself)
            return null;

        int original = Resolve(operand) is var resolved && resolved != operand && VariableOf(resolved) is { } variable ? variable : Source.NoVariable;
        return new Guard(source.Variable, Value.Null, Value.NotNull, original);
    }

    private Guard? PatternGuard(IOperation value, Source source, IPatternOperation pattern)
    {
        switch (pattern)
        {
            case IConstantPatternOperation { Value: { } constant } when IsNull(constant):
                return NullGuard(value, source);
            case INegatedPatternOperation negated:
                return PatternGuard(value, source, negated.Pattern)?.Negated;

            // '{ Length: > 0 }' distinguishes a rental from an empty array.
            case IRecursivePatternOperation { DeconstructionSubpatterns.IsEmpty: true, DeclaredSymbol: var symbol } recursive
                when recursive.PropertySubpatterns.All(static part => part.Member is IPropertyReferenceOperation { Property.Name: "Length" }):
                Declare(symbol, source, value);
                Guard? exists = NullGuard(value, source)?.Negated;
                return recursive.PropertySubpatterns.IsEmpty || exists is not { } known ? exists : known with { WhenFalse = Value.Other };
            case IDeclarationPatternOperation { DeclaredSymbol: var symbol } declaration:
                Declare(symbol, source, value);
                Guard? isNotNull = NullGuard(value, source)?.Negated;
                bool isAlwaysOfTheType = SymbolEqualityComparer.Default.Equals(declaration.InputType, declaration.NarrowedType);
                return isAlwaysOfTheType || isNotNull is not { } always ? isNotNull : always with { WhenFalse = AnswerOfAnotherType(declaration.MatchedType) };
            case ITypePatternOperation type:
                return TypeGuard(value, source, type.MatchedType);
            default:
                Use(source, value);
                return null;
        }
    }

    // 'waiting is ArraySegment<byte>' asks whether the object is a rental, or a boxed view of one.
    private Guard? TypeGuard(IOperation value, Source source, ITypeSymbol? asked)
        => NullGuard(value, source)?.Negated is { } isNotNull ? isNotNull with { WhenFalse = AnswerOfAnotherType(asked) } : null;

    private static Value AnswerOfAnotherType(ITypeSymbol? asked) => asked is IArrayTypeSymbol || Views.IsView(asked) ? Value.Other : Value.Unknown;

    private void Declare(ISymbol? symbol, Source source, IOperation value)
    {
        if (symbol is not null)
            Assign(symbol, source, value);
    }

    private static bool IsNull(IOperation operation)
        => Conversions.Unwrap(operation) is { ConstantValue: { HasValue: true, Value: null } };
}

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

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
                return isAlwaysOfTheType || isNotNull is not { } always ? isNotNull : always with { WhenFalse = Value.Unknown };
            default:
                Use(source, value);
                return null;
        }
    }

    private void Declare(ISymbol? symbol, Source source, IOperation value)
    {
        if (symbol is not null)
            Assign(symbol, source, value);
    }

    private static bool IsNull(IOperation operation)
        => Conversions.Unwrap(operation) is { ConstantValue: { HasValue: true, Value: null } };
}

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
        if (condition is IUnaryOperation { OperatorKind: UnaryOperatorKind.Not } not)
            return GuardOf(not.Operand)?.Negated;

        List<ISymbol> dependsOn = [];
        if (CaseOf(condition) is { } choice && Conditions.IsStable(choice.Left, shared, dependsOn))
        {
            Visit(choice.Left);
            var isCase = new Guard(OfCondition(choice.Question(out bool isOpposite), dependsOn), Value.True, Value.False);
            return isOpposite ? isCase.Negated : isCase;
        }

        if (IsNullTest(condition, out Guard? test))
            return test;

        switch (condition)
        {
            case IBinaryOperation { OperatorKind: BinaryOperatorKind.Equals or BinaryOperatorKind.NotEquals } comparison
                when IsPlaceholder(Conversions.Unwrap(comparison.RightOperand)) && VariableOf(Conversions.Unwrap(comparison.LeftOperand)) is { } compared:
                VisitBoth(comparison);
                var isOther = new Guard(compared, Value.Other, Value.Unknown);
                return comparison.OperatorKind == BinaryOperatorKind.Equals ? isOther : isOther.Negated;
            case IBinaryOperation { OperatorKind: BinaryOperatorKind.Equals or BinaryOperatorKind.NotEquals } equality
                when MeasuredRental(equality) is { } measured:
                VisitBoth(equality);
                var fits = new Guard(measured, Value.Fitting, Value.Unknown);
                return equality.OperatorKind == BinaryOperatorKind.Equals ? fits : fits.Negated;
        }

        if (ComparisonOf(condition) is { } identity)
            return identity;

        Source source = Visit(condition);
        Use(source, condition);
        if (source.IsVariable)
            return new Guard(source.Variable, Value.True, Value.False);

        dependsOn.Clear();
        if (!Conditions.IsStable(condition, shared, dependsOn))
            return null;

        string question = Conditions.QuestionOf(condition, out bool isNegated);
        var answer = new Guard(OfCondition(question, dependsOn), Value.True, Value.False);
        return isNegated ? answer.Negated : answer;
    }

    // The case of a switch, which compares a capture of its value, and 'n is > 256'. The length of an array says more: see IsNullTest.
    private Comparison? CaseOf(IOperation condition)
    {
        Comparison? comparison = condition switch
        {
            IBinaryOperation { OperatorKind: BinaryOperatorKind.Equals, LeftOperand: IFlowCaptureReferenceOperation value, RightOperand: var compared }
                => new(BinaryOperatorKind.Equals, value, compared),
            IIsPatternOperation { Value: var value, Pattern: IConstantPatternOperation { Value: { ConstantValue.Value: not null } compared } }
                => new(BinaryOperatorKind.Equals, value, compared),
            IIsPatternOperation { Value: var value, Pattern: IRelationalPatternOperation { OperatorKind: var kind, Value: var compared } }
                => new(kind, value, compared),
            _ => null,
        };
        if (comparison is not { Right.ConstantValue: { HasValue: true, Value: not null } } found || MeasuredArray(found.Left) is not null)
            return null;

        return found.Left is not IFlowCaptureReferenceOperation capture ? found
            : _captured.TryGetValue(capture.Id, out List<IOperation> values) && values is [var only] ? found with { Left = only }
            : null;
    }

    // 'array != original', 'ReferenceEquals(array, original)': whether the array was replaced by a rental.
    private Guard? ComparisonOf(IOperation condition)
    {
        Comparison? asked = condition switch
        {
            IBinaryOperation { OperatorKind: BinaryOperatorKind.Equals or BinaryOperatorKind.NotEquals, OperatorMethod: null } binary
                => new(binary.OperatorKind, binary.LeftOperand, binary.RightOperand),
            IInvocationOperation
            {
                TargetMethod: { Name: "ReferenceEquals", IsStatic: true, ContainingType.SpecialType: SpecialType.System_Object },
                Arguments: [{ Value: var first }, { Value: var second }],
            } => new(BinaryOperatorKind.Equals, first, second),
            _ => null,
        };
        if (asked is not { } comparison || VariableOfArray(comparison.Left) is not { } left || VariableOfArray(comparison.Right) is not { } right)
            return null;

        Visit(condition);
        int question = OfCondition(comparison.Question(out bool isNegated), [variables.SymbolOf(left)!, variables.SymbolOf(right)!]);
        var same = new Guard(question, Value.True, Value.False, Compared: (left, right));
        return isNegated ? same.Negated : same;
    }

    private int? VariableOfArray(IOperation operand)
        => Conversions.Unwrap(operand) is { Type.IsReferenceType: true, ConstantValue.HasValue: false } value and not IFlowCaptureReferenceOperation
            ? VariableOf(value)
            : null;

    private int OfCondition(string question, List<ISymbol> dependsOn) => variables.OfCondition(question, dependsOn.Select(ReferencedBy));

    // 'array[count++] = item': an index is never negative, so the count is above 0 then.
    private void LearnCount(IOperation element)
    {
        List<ISymbol> dependsOn = [];
        if (IndexOf(element) is { IsPostfix: true, Kind: OperationKind.Increment, Target: ILocalReferenceOperation or IParameterReferenceOperation } index
            && Conditions.IsStable(index.Target, shared, dependsOn))
        {
            Emit(StepKind.Assign, element, new Source(Value.True), OfCondition(Conditions.IsAboveZero(index.Target), dependsOn));
        }
    }

    // 'state = State.Rented': 'state == State.Rented' holds then, and 'state == State.New' does not.
    private void LearnConstant(ISymbol target, IOperation value)
    {
        if (value is not { ConstantValue: { HasValue: true, Value: { } constant } })
            return;

        foreach (Comparison comparison in shared.ComparisonsOf(target))
        {
            if (comparison.AnswerFor(constant) is { } answer)
            {
                int condition = OfCondition(comparison.Question(out bool isNegated), [target]);
                Emit(StepKind.Assign, value, new Source(answer ^ isNegated ? Value.True : Value.False), condition);
            }
        }
    }

    // A value with conditions of its own, such as 'first ?? second', is evaluated after a capture of the index.
    private IIncrementOrDecrementOperation? IndexOf(IOperation element) => element switch
    {
        IArrayElementReferenceOperation { Indices: [var index] } => Resolve(index) as IIncrementOrDecrementOperation,
        IPropertyReferenceOperation { Instance.Type: var type, Arguments: [{ Value: var index }] } when Views.IsView(type)
            => Resolve(index) as IIncrementOrDecrementOperation,
        _ => null,
    };

    // The table of the forms in which code asks whether there is an array. Visits the operands of a form that it knows; the guard is null if they are not
    // variable.
    private bool IsNullTest(IOperation condition, out Guard? guard)
    {
        guard = null;
        switch (condition)
        {
            // !(array is null)
            case IUnaryOperation { OperatorKind: UnaryOperatorKind.Not, Operand: var operand } when IsNullTest(operand, out Guard? test):
                guard = test?.Negated;
                return true;

            // 'array?.Length' and 'array ?? other', as the compiler's graph has them
            case IIsNullOperation isNull:
                guard = NullGuard(isNull.Operand, Visit(isNull.Operand));
                return true;

            // array == null, array != default
            case IBinaryOperation { OperatorKind: BinaryOperatorKind.Equals or BinaryOperatorKind.NotEquals } comparison
                when ComparedWithNull(comparison.LeftOperand, comparison.RightOperand) is { } compared:
                guard = NullGuard(compared, Visit(compared));
                if (comparison.OperatorKind == BinaryOperatorKind.NotEquals)
                    guard = guard?.Negated;
                return true;

            // ReferenceEquals(array, null)
            case IInvocationOperation
            {
                TargetMethod: { Name: "ReferenceEquals" or "Equals", IsStatic: true, ContainingType.SpecialType: SpecialType.System_Object },
                Arguments: [{ Value: var first }, { Value: var second }],
            } when ComparedWithNull(first, second) is { } compared:
                guard = NullGuard(compared, Visit(compared));
                return true;

            // (array?.Length).HasValue
            case IPropertyReferenceOperation
            {
                Property: { Name: "HasValue", ContainingType.OriginalDefinition.SpecialType: SpecialType.System_Nullable_T },
                Instance: { } nullable,
            } when VariableOf(nullable) is not null:
                guard = NullGuard(nullable, Visit(nullable))?.Negated;
                return true;

            // array is object
            case IIsTypeOperation isType:
                guard = TypeGuard(isType.ValueOperand, Visit(isType.ValueOperand), isType.ValueOperand.Type, isType.TypeOperand);
                return true;

            // array is { }, array is not null, array is byte[] other; the cases of a switch
            case IIsPatternOperation isPattern:
                guard = MeasuredArray(isPattern.Value) is { } measured && LengthGuard(measured, isPattern.Pattern) is { } length
                    ? length
                    : PatternGuard(isPattern.Value, Visit(isPattern.Value), isPattern.Pattern);
                return true;

            // array.Length > 0, array?.Length > 0, 0 < array?.Length
            case IBinaryOperation { LeftOperand: var left, RightOperand: var right } comparison:
                guard = MeasuredArray(left) is { } onTheLeft ? LengthGuard(onTheLeft, comparison.OperatorKind, right)
                    : MeasuredArray(right) is { } onTheRight ? LengthGuard(onTheRight, Mirrored(comparison.OperatorKind), left)
                    : null;
                if (guard is not null)
                    VisitBoth(comparison);
                return guard is not null;
            default:
                return false;
        }
    }

    private void VisitBoth(IBinaryOperation comparison)
    {
        Visit(comparison.LeftOperand);
        Visit(comparison.RightOperand);
    }

    private static IOperation? ComparedWithNull(IOperation left, IOperation right)
        => Conversions.IsNull(left) ? Conversions.Unwrap(right) : Conversions.IsNull(right) ? Conversions.Unwrap(left) : null;

    // 'array == s_empty' distinguishes a rental from a placeholder for none.
    private static bool IsPlaceholder(IOperation value) => value is { Type.IsReferenceType: true }
        and (IInvocationOperation or IPropertyReferenceOperation or IFieldReferenceOperation { Field: { IsStatic: true, IsReadOnly: true } });

    // The array whose length the operand is. It is null for an array that is null if 'array?.Length' is, and 0 if 'array?.Length ?? 0' is.
    private (int Array, bool MayBeNull)? MeasuredArray(IOperation operand)
    {
        IOperation value = Conversions.Unwrap(operand);
        if (value is IInvocationOperation { TargetMethod.Name: "GetValueOrDefault", Instance: { } nullable })
            value = Conversions.Unwrap(nullable);
        if (value is not IFlowCaptureReferenceOperation capture || !_captured.TryGetValue(capture.Id, out List<IOperation> values))
        {
            return value is IPropertyReferenceOperation { Property.Name: "Length", Instance: { Type: IArrayTypeSymbol } array }
                && (VariableOf(Resolve(array)) ?? VariableOf(array)) is { } variable
                    ? (variable, false)
                    : null;
        }

        bool mayBeNull = false;
        (int Array, bool MayBeNull)? measured = null;
        foreach (IOperation one in values)
        {
            if (one is IDefaultValueOperation || Conversions.IsNull(one))
                mayBeNull = true;
            else if (Conversions.Unwrap(one).ConstantValue is not { HasValue: true, Value: 0 })
                measured ??= MeasuredArray(one) ?? default;
        }

        return measured is { Array: not Source.NoVariable } found ? (found.Array, mayBeNull) : null;
    }

    private Guard? LengthGuard((int Array, bool MayBeNull) measured, BinaryOperatorKind kind, IOperation with)
    {
        // A lifted comparison with null is false, but for '!='.
        Guard? isSome = (kind, Conversions.Unwrap(Resolve(with)).ConstantValue.Value) switch
        {
            (BinaryOperatorKind.GreaterThan, 0) or (BinaryOperatorKind.GreaterThanOrEqual, 1) => new(measured.Array, Value.NotNull, Value.Other),
            (BinaryOperatorKind.LessThanOrEqual, 0) or (BinaryOperatorKind.LessThan, 1) => new(measured.Array, Value.Other, Value.NotNull),
            (BinaryOperatorKind.NotEquals, 0) => new(measured.Array, Value.NotNull, Value.Other),
            (BinaryOperatorKind.Equals, 0) => new(measured.Array, Value.Other, Value.NotNull),
            _ => null,
        };
        if (isSome is not { } guard || !measured.MayBeNull)
            return isSome;

        return kind switch
        {
            BinaryOperatorKind.NotEquals => guard with { WhenTrue = Value.Unknown },
            BinaryOperatorKind.GreaterThan or BinaryOperatorKind.GreaterThanOrEqual => guard,
            _ => guard with { WhenFalse = Value.Unknown },
        };
    }

    private Guard? LengthGuard((int Array, bool MayBeNull) measured, IPatternOperation pattern) => pattern switch
    {
        INegatedPatternOperation negated => LengthGuard(measured, negated.Pattern)?.Negated,
        IConstantPatternOperation constant => LengthGuard(measured, BinaryOperatorKind.Equals, constant.Value),
        IRelationalPatternOperation relational => LengthGuard(measured, relational.OperatorKind, relational.Value),
        _ => null,
    };

    private static BinaryOperatorKind Mirrored(BinaryOperatorKind kind) => kind switch
    {
        BinaryOperatorKind.LessThan => BinaryOperatorKind.GreaterThan,
        BinaryOperatorKind.LessThanOrEqual => BinaryOperatorKind.GreaterThanOrEqual,
        BinaryOperatorKind.GreaterThan => BinaryOperatorKind.LessThan,
        BinaryOperatorKind.GreaterThanOrEqual => BinaryOperatorKind.LessThanOrEqual,
        _ => kind,
    };

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
            case IConstantPatternOperation { Value: { } constant } when Conversions.IsNull(constant):
                return NullGuard(value, source);
            case INegatedPatternOperation negated:
                return PatternGuard(value, source, negated.Pattern)?.Negated;
            case IBinaryPatternOperation both:
                Guard? left = PatternGuard(value, source, both.LeftPattern);
                Guard? right = PatternGuard(value, source, both.RightPattern);
                return both.OperatorKind == BinaryOperatorKind.And
                    ? Both(left, right, both)
                    : Both(left?.Negated, right?.Negated, both)?.Negated;

            // 'array is var other'
            case IDeclarationPatternOperation { MatchesNull: true } always:
                Declare(always.DeclaredSymbol, source, value);
                return null;

            // '{ Length: > 0 }' distinguishes a rental from an empty array.
            case IRecursivePatternOperation { DeconstructionSubpatterns.IsEmpty: true, DeclaredSymbol: var symbol } recursive
                when recursive.PropertySubpatterns.All(static part => part.Member is IPropertyReferenceOperation { Property.Name: "Length" }):
                Declare(symbol, source, value);
                Guard? exists = NullGuard(value, source)?.Negated;
                return recursive.PropertySubpatterns switch
                {
                    _ when exists is not { } => null,
                    [] => exists,
                    [{ Pattern: IConstantPatternOperation { Value.ConstantValue.Value: 0 } }]
                        => exists.Value with { WhenTrue = Value.Other, WhenFalse = Value.Unknown },
                    _ => exists.Value with { WhenFalse = Value.Other },
                };
            case IDeclarationPatternOperation { DeclaredSymbol: var symbol } declaration:
                Declare(symbol, source, value);
                return TypeGuard(value, source, declaration.InputType, declaration.MatchedType);
            case ITypePatternOperation type:
                return TypeGuard(value, source, type.InputType, type.MatchedType);

            // A Deconstruct of the project gets the value as its argument.
            case IRecursivePatternOperation { DeconstructSymbol: IMethodSymbol }:
                Store(source, value);
                return null;
            default:
                Use(source, value);
                Declare(DeclaredBy(pattern), source, value);
                return null;
        }
    }

    private static ISymbol? DeclaredBy(IPatternOperation pattern) => pattern switch
    {
        IRecursivePatternOperation recursive => recursive.DeclaredSymbol,
        IListPatternOperation list => list.DeclaredSymbol,
        _ => null,
    };

    // Two patterns of one value, which both hold. 'var other' always does.
    private static Guard? Both(Guard? left, Guard? right, IBinaryPatternOperation both)
    {
        if (left is not { } first || right is not { } second)
            return IsAlwaysTrue(both.LeftPattern) ? right : IsAlwaysTrue(both.RightPattern) ? left : null;

        Value whenFalse = (first.WhenFalse, second.WhenFalse) switch
        {
            var (one, other) when one == other => one,
            (Value.Null or Value.Other, Value.Null or Value.Other) => Value.Other,
            _ => Value.Unknown,
        };
        return first with { WhenTrue = first.WhenTrue is Value.Unknown or Value.NotNull ? second.WhenTrue : first.WhenTrue, WhenFalse = whenFalse };
    }

    private static bool IsAlwaysTrue(IPatternOperation pattern) => pattern is IDiscardPatternOperation or IDeclarationPatternOperation { MatchesNull: true };

    // 'waiting is ArraySegment<byte>' asks whether the object is a rental, or a boxed view of one.
    private Guard? TypeGuard(IOperation value, Source source, ITypeSymbol? type, ITypeSymbol? asked)
        => NullGuard(value, source)?.Negated is not { } isNotNull ? null
            : protocol.IsAlways(type, asked) ? isNotNull
            : isNotNull with { WhenFalse = asked is IArrayTypeSymbol || Views.IsView(asked) ? Value.Other : Value.Unknown };

    private void Declare(ISymbol? symbol, Source source, IOperation value)
    {
        if (symbol is not null)
            Assign(symbol, source, value);
    }
}

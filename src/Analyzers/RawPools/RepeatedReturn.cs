using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// Finds a path through the end of an object that returns an array and leaves the object as it was. Each condition on it asks only whether a variable is
/// true or null, so a second Dispose takes the same path and returns the array again.
/// </summary>
internal sealed class RepeatedReturn
{
    // Each condition doubles the paths.
    private const int MaxPaths = 64;

    private readonly SyntaxNode _return;
    private readonly INamedTypeSymbol _type;

    private RepeatedReturn(IOperation end, INamedTypeSymbol type)
    {
        _return = end.Syntax;
        _type = type;
    }

    /// <summary>Whether the body, the end of an object, has such a path through the return.</summary>
    public static bool IsIn(Body body, IOperation end)
    {
        if (body is not { Owner: IMethodSymbol method, Root: IMethodBodyOperation code } || !Flags.IsEnd(method))
            return false;

        // 'Dispose(false)' is the finalizer's call, and the last one.
        var start = new Path(ImmutableDictionary<(ISymbol, bool), bool>.Empty);
        if (method.Parameters is [{ Type.SpecialType: SpecialType.System_Boolean } disposing])
            start = start with { Known = start.Known.Add((disposing, false), true) };

        return new RepeatedReturn(end, method.ContainingType).Through((code.BlockBody ?? code.ExpressionBody)!, start).Any(static path => path.Returns);
    }

    // The paths through a statement that change nothing; none where the statement may change something.
    private IEnumerable<Path> Through(IOperation statement, Path path) => statement switch
    {
        _ when path.IsOver => [path],
        IBlockOperation block => Through(block.Operations, path),
        IConditionalOperation { Condition: var condition, WhenTrue: var first, WhenFalse: var second } => Where(condition, true, path)
            .SelectMany(holds => Through(first, holds))
            .Concat(Where(condition, false, path).SelectMany(fails => second is null ? [fails] : Through(second, fails))),
        ITryOperation { Body: var attempt, Finally: var last } => Through(attempt, path)
            .SelectMany(tried => last is null ? [tried] : Through(last, tried with { IsOver = false }).Select(done => done with { IsOver = tried.IsOver })),
        ILockOperation { Body: var body } => Through(body, path),
        IReturnOperation { ReturnedValue: null } => [path with { IsOver = true }],
        IVariableDeclarationGroupOperation declaration => declaration.Descendants().All(IsMereRead) ? [path] : [],
        IExpressionStatementOperation { Operation: var operation } when operation.Syntax == _return => [path with { Returns = true }],
        IExpressionStatementOperation { Operation: var operation } => IsRepeatable(operation) ? [path] : [],
        _ => [],
    };

    private IEnumerable<Path> Through(ImmutableArray<IOperation> statements, Path path)
    {
        Path[] paths = [path];
        foreach (IOperation statement in statements)
        {
            paths = [.. paths.SelectMany(before => Through(statement, before)).Take(MaxPaths + 1)];
            if (paths.Length > MaxPaths)
                return [];
        }

        return paths;
    }

    // The path after a condition that holds or fails; none if the path has had the other answer, or if the answer may change by itself.
    private IEnumerable<Path> Where(IOperation condition, bool holds, Path path) => condition switch
    {
        IUnaryOperation { OperatorKind: UnaryOperatorKind.Not, OperatorMethod: null, Operand: var operand } => Where(operand, !holds, path),
        IBinaryOperation { OperatorKind: BinaryOperatorKind.ConditionalAnd, LeftOperand: var left, RightOperand: var right }
            => BothOf(left, right, true, holds, path),
        IBinaryOperation { OperatorKind: BinaryOperatorKind.ConditionalOr, LeftOperand: var left, RightOperand: var right }
            => BothOf(left, right, false, !holds, path),
        IBinaryOperation { OperatorKind: BinaryOperatorKind.Equals, LeftOperand: var asked, RightOperand: var constant } when Conversions.IsNull(constant)
            => Where(asked, true, holds, path),
        IBinaryOperation { OperatorKind: BinaryOperatorKind.NotEquals, LeftOperand: var asked, RightOperand: var constant } when Conversions.IsNull(constant)
            => Where(asked, true, !holds, path),
        IIsPatternOperation { Value: var asked, Pattern: IConstantPatternOperation { Value: var constant } } when Conversions.IsNull(constant)
            => Where(asked, true, holds, path),
        IIsPatternOperation { Value: var asked, Pattern: INegatedPatternOperation { Pattern: IConstantPatternOperation { Value: var constant } } }
            when Conversions.IsNull(constant) => Where(asked, true, !holds, path),
        _ => Where(condition, false, holds, path),
    };

    // 'left && right' for the answer true, 'left || right' for false: the second operand is asked only after that answer of the first.
    private IEnumerable<Path> BothOf(IOperation left, IOperation right, bool answer, bool both, Path path) => both
        ? Where(left, answer, path).SelectMany(first => Where(right, answer, first))
        : Where(left, !answer, path).Concat(Where(left, answer, path).SelectMany(first => Where(right, !answer, first)));

    private IEnumerable<Path> Where(IOperation asked, bool isNullTest, bool answer, Path path)
    {
        ISymbol? variable = Conversions.Unwrap(asked) switch
        {
            ILocalReferenceOperation { Local: var local } => local,
            IParameterReferenceOperation { Parameter: var parameter } => parameter,
            IFieldReferenceOperation { Instance: IInstanceReferenceOperation, Field: { IsVolatile: false } field } when IsOwn(field) => field,
            _ => null,
        };
        if (variable is null || (path.Known.TryGetValue((variable, isNullTest), out bool known) && known != answer))
            return [];

        return [path with { Known = path.Known.SetItem((variable, isNullTest), answer) }];
    }

    // A base class can change the fields that it declares.
    private bool IsOwn(IFieldSymbol field) => SymbolEqualityComparer.Default.Equals(field.ContainingType, _type);

    // What may happen again in the same way: a second Dispose of another object, and the return of another array.
    private static bool IsRepeatable(IOperation operation) => operation switch
    {
        IAwaitOperation { Operation: var awaited } => IsRepeatable(awaited),
        IConditionalAccessOperation { Operation: var receiver, WhenNotNull: var call } => IsMereRead(receiver) && IsRepeatable(call),
        IInvocationOperation { TargetMethod.Name: "ConfigureAwait", Instance: { } task } => IsRepeatable(task),
        IInvocationOperation { TargetMethod: { Name: "SuppressFinalize", ContainingType.Name: "GC" } } => true,
        IInvocationOperation { TargetMethod.Name: "Dispose" or "DisposeAsync" or "Close" or "Return" } call
            => (call.Instance is not IInstanceReferenceOperation || (call.Instance.Syntax is BaseExpressionSyntax && Framework.Owns(call.TargetMethod)))
            && call.Arguments.All(static argument => argument.Parameter?.RefKind == RefKind.None && argument.Value.DescendantsAndSelf().All(IsMereRead)),
        _ => false,
    };

    private static bool IsMereRead(IOperation operation) => operation is ILocalReferenceOperation or IParameterReferenceOperation or IFieldReferenceOperation
        or IConversionOperation or ILiteralOperation or IDefaultValueOperation or IVariableDeclarationOperation or IVariableDeclaratorOperation
        or IVariableInitializerOperation or IInstanceReferenceOperation { Parent: IFieldReferenceOperation };

    /// <param name="Known">What the conditions on the path have said of a variable: that it is true, or, if the key says so, that it is null.</param>
    /// <param name="Returns">Whether the path has returned the array.</param>
    /// <param name="IsOver">Whether it has left the method.</param>
    private sealed record Path(ImmutableDictionary<(ISymbol Variable, bool IsNullTest), bool> Known, bool Returns = false, bool IsOver = false);
}

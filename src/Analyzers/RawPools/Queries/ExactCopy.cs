using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// Recognizes a copy of a whole rented array into a target of exactly the requested length: <c>Rent(target.Length)</c>, and later
/// <c>array.CopyTo(target, 0)</c>. It throws as soon as the pool gives a longer array. A target of another length may be meant for all of it, as in growth.
/// </summary>
internal static class ExactCopy
{
    /// <summary>Whether the use of a rented array is such a copy.</summary>
    public static bool IsBy(Occurrence use, SemanticModel model, CancellationToken cancellation)
        => use.Rental.Operation is IInvocationOperation { TargetMethod.Name: "Rent", Arguments: [{ Syntax: ArgumentSyntax { Expression: var requested } }] }
            && (TargetOfCopyTo(use.Operation, model) ?? TargetOfCopy(use.Operation, model)) is { } target
            && !model.GetConstantValue(requested, cancellation).HasValue
            && StableExpression.IsStable(requested, requested, model, cancellation)
            && HasLength(Unwrap(target), requested, model, cancellation);

    // array.CopyTo(target, 0), array.AsSpan().CopyTo(target)
    private static ExpressionSyntax? TargetOfCopyTo(IOperation array, SemanticModel model)
    {
        IOperation? user = WholeArray.Of(array).Parent;
        return (user is IArgumentOperation ? user.Parent : user) is IInvocationOperation
        {
            TargetMethod: { Name: "CopyTo" or "TryCopyTo" } method,
            Syntax: InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Expression: var source }, ArgumentList.Arguments: var arguments },
        }
        && Framework.Owns(method)
        && source.Span.Contains(array.Syntax.Span)
        && (arguments is [_] || (arguments is [_, { Expression: var start }] && IsZero(start, model)))
            ? arguments[0].Expression
            : null;
    }

    // Array.Copy(array, target, array.Length), Buffer.BlockCopy(array, 0, target, 0, array.Length)
    private static ExpressionSyntax? TargetOfCopy(IOperation array, SemanticModel model)
    {
        if (array.Parent is not IPropertyReferenceOperation
            {
                Property.Name: "Length",
                Syntax: var length,
                Parent: IArgumentOperation { Parent: IInvocationOperation { TargetMethod: var method, Syntax: InvocationExpressionSyntax call } },
            }
            || !Framework.Owns(method)
            || !(method is { Name: "Copy" or "ConstrainedCopy", ContainingType.SpecialType: SpecialType.System_Array }
                || (method.Name == "BlockCopy" && array.Type is IArrayTypeSymbol { ElementType.SpecialType: SpecialType.System_Byte })))
        {
            return null;
        }

        ExpressionSyntax[] arguments = [.. call.ArgumentList.Arguments.Select(static argument => argument.Expression)];
        return arguments is [var source, .., var count] && source.ToString() == array.Syntax.ToString() && count == length
            ? arguments switch
            {
                [_, var target, _] => target,
                [_, var start, var target, var place, _] when IsZero(start, model) && IsZero(place, model) => target,
                _ => null,
            }
            : null;
    }

    private static bool IsZero(ExpressionSyntax start, SemanticModel model) => model.GetConstantValue(start).Value is 0;

    // target.AsSpan(), target.Span
    private static ExpressionSyntax Unwrap(ExpressionSyntax target) => target switch
    {
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "AsSpan", Expression: var all } } call
            when call.ArgumentList.Arguments.Count == 0 => all,
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Span", Expression: var all } => all,
        _ => target,
    };

    private static bool HasLength(ExpressionSyntax target, ExpressionSyntax requested, SemanticModel model, CancellationToken cancellation)
        => requested.ToString() == $"{target}.Length"
            || (model.GetSymbolInfo(target, cancellation).Symbol is ILocalSymbol { DeclaringSyntaxReferences: [var declaration] }
                && declaration.GetSyntax(cancellation) is VariableDeclaratorSyntax
                {
                    Initializer.Value: ArrayCreationExpressionSyntax { Type.RankSpecifiers: [{ Sizes: [var length] }, ..] },
                }
                && length.ToString() == requested.ToString()
                && StableExpression.IsStable(target, target, model, cancellation));
}

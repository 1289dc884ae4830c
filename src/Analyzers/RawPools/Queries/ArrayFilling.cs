using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>Recognizes code that writes a rented array to its end, so that no data of an earlier rental remains in it.</summary>
internal static class ArrayFilling
{
    /// <summary>
    /// Whether the operand, a rented array, is filled to its end here. Clearing and loops count only in front of the read: many methods clear at their end.
    /// </summary>
    public static bool Precedes(IOperation array, IOperation read, WholeViews views)
        => IsGivenTo(array, "Fill", "NextBytes")
            || (array.Syntax.SpanStart < read.Syntax.SpanStart
                && (!Views.IsView(array.Type) || views.Has(array))
                && (IsGivenTo(array, "Clear") || IsSetInALoop(array.Syntax)));

    // Array.Fill(array, 1), Array.Clear(array), array.AsSpan().Clear()
    private static bool IsGivenTo(IOperation array, params string[] names)
    {
        IOperation? user = WholeArray.Of(array).Parent;
        return (user is IArgumentOperation ? user.Parent : user) is IInvocationOperation { TargetMethod: var method } call
            && names.Contains(method.Name)
            && Framework.Owns(method)
            && (!WholeArray.TakesACount(method) || IsUpToItsLength(call, array));
    }

    // Array.Clear(array, 0, array.Length)
    private static bool IsUpToItsLength(IInvocationOperation call, IOperation array)
        => call.Arguments is [_, { Value.ConstantValue.Value: 0 }, { Value: IPropertyReferenceOperation { Property.Name: "Length", Instance: { } measured } }]
            && measured.Syntax.ToString() == array.Syntax.ToString();

    // for (int i = 0; i < array.Length; i++) array[i] = ...;
    private static bool IsSetInALoop(SyntaxNode array)
        => array.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Length", Parent: BinaryExpressionSyntax condition }
            && condition.Parent is ForStatementSyntax loop
            && loop.Condition == condition
            && condition.IsKind(SyntaxKind.LessThanExpression)
            && loop.Declaration?.Variables is [{ Initializer.Value: LiteralExpressionSyntax { Token.Value: 0 } }]
            && (loop.Statement is BlockSyntax block
                ? block.Statements.Any(statement => Sets(statement, array, condition.Left))
                : Sets(loop.Statement, array, condition.Left))
            && !loop.Statement.DescendantNodes().Any(static node => node is BreakStatementSyntax or ContinueStatementSyntax);

    private static bool Sets(StatementSyntax statement, SyntaxNode array, ExpressionSyntax index)
        => statement is ExpressionStatementSyntax { Expression: AssignmentExpressionSyntax { Left: ElementAccessExpressionSyntax element } assignment }
            && assignment.IsKind(SyntaxKind.SimpleAssignmentExpression)
            && element.Expression.ToString() == array.ToString()
            && element.ArgumentList.Arguments is [{ Expression: var place }]
            && place.ToString() == index.ToString();
}

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.CodeFixes;

/// <summary>A statement that returns an array, with an <c>if</c> around it that does nothing else.</summary>
/// <param name="Statement">The statement.</param>
/// <param name="Call">The call of <c>Return</c>.</param>
/// <param name="AsksForNull">Whether it is an <c>if</c> that tests the local for null.</param>
internal sealed record Release(StatementSyntax Statement, InvocationExpressionSyntax Call, bool AsksForNull)
{
    /// <summary>The release that mentions the local as its first argument; null if there is none.</summary>
    public static Release? Of(IdentifierNameSyntax use)
    {
        SyntaxNode? argument = use.Parent is PostfixUnaryExpressionSyntax suppression ? suppression.Parent : use.Parent;
        if (argument is not ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax { Parent: ExpressionStatementSyntax statement } call }
            || call.Expression is not MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Return" }
            || call.ArgumentList.Arguments[0] != argument)
        {
            return null;
        }

        SyntaxNode? around = statement.Parent is BlockSyntax { Statements.Count: 1 } block ? block.Parent : statement.Parent;
        if (around is not IfStatementSyntax { Else: null } guard)
            return new Release(statement, call, AsksForNull: false);

        bool asksForNull = IsNullTest(guard.Condition, use.Identifier.ValueText);
        return new Release(asksForNull || IsFlag(guard.Condition) ? guard : statement, call, asksForNull);
    }

    /// <summary>
    /// Removes the statement, and a <c>finally</c> that has no other; null if a block would then be empty, or only rethrow.
    /// </summary>
    public TextChange? Remove(SourceText text) => Statement.Parent switch
    {
        BlockSyntax { Statements.Count: 1, Parent: FinallyClauseSyntax { Parent: TryStatementSyntax { Catches.Count: > 0 } } last }
            => new TextChange(StatementText.WithLines(last.Span, text), ""),
        BlockSyntax { Statements.Count: > 1, Parent: var owner } block
            when !(owner is CatchClauseSyntax && block.Statements.Count == 2 && block.Statements.Any(SyntaxKind.ThrowStatement))
            => StatementText.Remove(Statement, text),
        SwitchSectionSyntax => StatementText.Remove(Statement, text),
        _ => null,
    };

    private static bool IsFlag(ExpressionSyntax condition)
        => condition is IdentifierNameSyntax or PrefixUnaryExpressionSyntax { Operand: IdentifierNameSyntax };

    // 'array != null', 'array is not null'
    private static bool IsNullTest(ExpressionSyntax condition, string array) => condition switch
    {
        BinaryExpressionSyntax comparison => comparison.IsKind(SyntaxKind.NotEqualsExpression)
            && comparison.Left.ToString() == array
            && comparison.Right.Kind() is SyntaxKind.NullLiteralExpression or SyntaxKind.DefaultLiteralExpression,
        IsPatternExpressionSyntax { Expression: IdentifierNameSyntax asked, Pattern: var pattern }
            => asked.Identifier.ValueText == array
                && pattern is UnaryPatternSyntax { Pattern: ConstantPatternSyntax } or RecursivePatternSyntax { Designation: null },
        _ => false,
    };
}

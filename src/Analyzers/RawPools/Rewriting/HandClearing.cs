using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>Finds a statement that clears an array just before its return. A renter that clears on return makes it redundant.</summary>
internal static class HandClearing
{
    /// <summary>The statement directly before the release; null if it does anything other than clear the array.</summary>
    public static ExpressionStatementSyntax? Before(StatementSyntax release, string array)
    {
        if (release.Parent is not BlockSyntax { Statements: var statements } || statements.IndexOf(release) is not (> 0 and var index))
            return null;

        return statements[index - 1] is ExpressionStatementSyntax { Expression: InvocationExpressionSyntax call } statement && Clears(call, array)
            ? statement
            : null;
    }

    // Array.Clear(array, 0, count) and array.AsSpan(0, count).Clear()
    private static bool Clears(InvocationExpressionSyntax call, string array) => call switch
    {
        { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Clear", Expression: InvocationExpressionSyntax span } }
            => span.Expression is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "AsSpan", Expression: var cleared }
                && MemberSyntax.Is(cleared, array)
                && call.ArgumentList.Arguments.Count == 0
                && IsPlain(span.ArgumentList),
        { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Clear", Expression: var type } }
            => type.ToString() is "Array" or "System.Array"
                && call.ArgumentList.Arguments is [{ Expression: var cleared }, ..]
                && MemberSyntax.Is(cleared, array)
                && IsPlain(call.ArgumentList),
        _ => false,
    };

    private static bool IsPlain(ArgumentListSyntax arguments) => arguments.DescendantNodes().All(static node => node
        is ArgumentSyntax or NameSyntax or LiteralExpressionSyntax or BinaryExpressionSyntax or MemberAccessExpressionSyntax or ParenthesizedExpressionSyntax);
}

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.Bodies;

/// <summary>Finds loops, in which code also runs after the code behind it.</summary>
internal static class Loops
{
    public static bool IsLoop(SyntaxNode node) => node is ForStatementSyntax or CommonForEachStatementSyntax or WhileStatementSyntax or DoStatementSyntax;

    /// <summary>The outermost loop of the member around a node; null if there is none.</summary>
    public static SyntaxNode? OutermostAround(SyntaxNode node)
        => node.Ancestors().TakeWhile(static around => around is not MemberDeclarationSyntax).LastOrDefault(IsLoop);
}

/// <summary>Finds code that does not run where other code does.</summary>
internal static class Branches
{
    /// <summary>Whether the nodes lie in two branches of one <c>if</c> that is in no loop, so that only one of them runs.</summary>
    public static bool Exclude(SyntaxNode one, SyntaxNode other) => one.Ancestors()
        .TakeWhile(static around => around is not MemberDeclarationSyntax)
        .OfType<IfStatementSyntax>()
        .FirstOrDefault(branch => branch.Span.Contains(other.Span)) is { Else: { } otherwise } branch
        && (branch.Statement.Span.Contains(one.Span), branch.Statement.Span.Contains(other.Span)) is (true, false) or (false, true)
        && (otherwise.Span.Contains(one.Span) || otherwise.Span.Contains(other.Span))
        && Loops.OutermostAround(branch) is null;
}

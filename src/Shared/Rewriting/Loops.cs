using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.Bodies;

/// <summary>Finds loops, in which code also runs after the code that follows it.</summary>
internal static class Loops
{
    public static bool IsLoop(SyntaxNode node) => node is ForStatementSyntax or CommonForEachStatementSyntax or WhileStatementSyntax or DoStatementSyntax;

    /// <summary>The outermost loop of the member around a node; null if there is none.</summary>
    public static SyntaxNode? OutermostAround(SyntaxNode node)
        => node.Ancestors().TakeWhile(static around => around is not MemberDeclarationSyntax).LastOrDefault(IsLoop);
}

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Generator.Analyzers.RawPools.Rewriting;

/// <summary>Statements that give a local's rental back.</summary>
internal static class Releases
{
    /// <summary>Whether the local is not mentioned any more once a release has run, so that the end of its block can do the same.</summary>
    /// <param name="release">The statement.</param>
    /// <param name="block">The block that declares the local.</param>
    /// <param name="uses">Every mention of the local.</param>
    public static bool IsLast(StatementSyntax release, BlockSyntax block, IReadOnlyList<IdentifierNameSyntax> uses)
    {
        bool hasLeft = false;
        for (SyntaxNode node = release; node != block; node = node.Parent!)
        {
            switch (node.Parent)
            {
                case BlockSyntax or SwitchSectionSyntax when !hasLeft:
                    StatementSyntax[] rest = [.. Following(node)];
                    StatementSyntax? exit = rest.FirstOrDefault(static next => next is ReturnStatementSyntax or ThrowStatementSyntax);
                    if (rest.Any(next => AreIn(next) && (exit is null || next.SpanStart <= exit.SpanStart)))
                        return false;

                    hasLeft = exit is not null;
                    break;

                // The next round may mention it.
                case { } loop when IsLoop(loop) && !hasLeft:
                    return false;

                // What catches or ends a block runs after it, however it is left.
                case TryStatementSyntax { Finally: { } last } when node != last && AreIn(last):
                case TryStatementSyntax tried when node == tried.Block && tried.Catches.Any(AreIn):
                    return false;
            }
        }

        return true;

        bool AreIn(SyntaxNode part) => uses.Any(use => part.Span.Contains(use.Span));
    }

    public static bool IsLoop(SyntaxNode node) => node is ForStatementSyntax or CommonForEachStatementSyntax or WhileStatementSyntax or DoStatementSyntax;

    private static IEnumerable<StatementSyntax> Following(SyntaxNode statement)
        => statement.Parent!.ChildNodes().OfType<StatementSyntax>().Where(next => next.SpanStart > statement.SpanStart);
}

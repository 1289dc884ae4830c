using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Generator.Analyzers.RawPools.Rewriting;

/// <summary>Statements that give a local's rental back.</summary>
internal static class Releases
{
    /// <summary>Whether the local is not mentioned any more once a release has run, so that the end of its block can do the same.</summary>
    /// <param name="release">The statement.</param>
    /// <param name="block">The block that declares the local.</param>
    /// <param name="uses">Every mention of the local, in source order.</param>
    /// <param name="cancellation">The host's.</param>
    public static bool IsLast(StatementSyntax release, BlockSyntax block, IReadOnlyList<IdentifierNameSyntax> uses, CancellationToken cancellation)
    {
        bool hasLeft = false;
        for (SyntaxNode node = release; node != block; node = node.Parent!)
        {
            cancellation.Checkpoint();
            switch (node.Parent)
            {
                case BlockSyntax or SwitchSectionSyntax when !hasLeft:
                    StatementSyntax? exit = MemberNames.Around(block, cancellation).ExitsOf(node.Parent)
                        .FirstOrDefault(next => next.SpanStart > node.SpanStart);
                    if (AreIn(TextSpan.FromBounds(node.Span.End, (exit ?? node.Parent).Span.End)))
                        return false;

                    hasLeft = exit is not null;
                    break;

                // The next round may mention it.
                case { } loop when IsLoop(loop) && !hasLeft:
                    return false;

                // What catches or ends a block runs after it, however it is left.
                case TryStatementSyntax { Finally: { } last } when node != last && AreIn(last.Span):
                case TryStatementSyntax tried when node == tried.Block && tried.Catches.Any(caught => AreIn(caught.Span)):
                    return false;
            }
        }

        return true;

        bool AreIn(TextSpan part) => LocalUses.In(uses, part).Any();
    }

    public static bool IsLoop(SyntaxNode node) => node is ForStatementSyntax or CommonForEachStatementSyntax or WhileStatementSyntax or DoStatementSyntax;
}

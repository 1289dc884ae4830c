using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>Analyzes the statements that end a local's rental.</summary>
internal static class Releases
{
    /// <summary>Whether nothing mentions the local after a release has run, so that the end of its block can release it instead.</summary>
    /// <param name="release">The statement.</param>
    /// <param name="block">The block that declares the local.</param>
    /// <param name="uses">Every mention of the local, in source order.</param>
    /// <param name="cancellation">The host's cancellation.</param>
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

                // The next round of the loop may mention it.
                case { } loop when Loops.IsLoop(loop) && !hasLeft:
                    return false;

                // A finally block runs after the release on every path, and a catch block may run after it.
                case TryStatementSyntax { Finally: { } last } when node != last && AreIn(last.Span):
                case TryStatementSyntax tried when node == tried.Block && tried.Catches.Any(caught => AreIn(caught.Span)):
                    return false;
            }
        }

        return true;

        bool AreIn(TextSpan part) => LocalUses.In(uses, part).Any();
    }
}

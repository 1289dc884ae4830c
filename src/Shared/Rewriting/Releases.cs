using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>The statements that end a local's rental: whether the end of the block can end it instead, and how they are removed.</summary>
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

    /// <summary>
    /// Removes a release, with its <c>finally</c> and <c>try</c> if they contain nothing else; null if that would change the meaning of other code.
    /// </summary>
    public static IEnumerable<TextChange>? Remove(StatementSyntax release, BlockSyntax block, SourceText text, CancellationToken cancellation)
    {
        TextChange removal = StatementText.Remove(release, text);
        if (release.Parent is not BlockSyntax around)
            return release.Parent is SwitchSectionSyntax ? [removal] : null;

        if (around is not { Statements.Count: 1, Parent: FinallyClauseSyntax { Parent: TryStatementSyntax tried } last })
            return [removal];

        if (tried.ContainsDirectives)
            return null;

        // Without its braces, the declarations of the body are in scope in the whole block.
        return tried.Catches.Count > 0
            ? [new TextChange(StatementText.WithLines(last.Span, text), "")]
            : tried.Parent == block && !MemberNames.Around(block, cancellation).IsShared(tried.Block, block) ? Unwrap(tried, text) : null;
    }

    private static IEnumerable<TextChange> Unwrap(TryStatementSyntax tried, SourceText text)
    {
        BlockSyntax body = tried.Block;
        yield return new TextChange(StatementText.WithLines(TextSpan.FromBounds(tried.SpanStart, body.OpenBraceToken.Span.End), text), "");
        yield return new TextChange(StatementText.WithLines(TextSpan.FromBounds(body.CloseBraceToken.SpanStart, tried.Span.End), text), "");

        if (body.Statements.FirstOrDefault() is not { } statement)
            yield break;

        // Moves the body and its comments to the indentation of the try, but does not change text inside strings.
        int surplus = StatementText.Indentation(statement, text).Length - StatementText.Indentation(tried, text).Length;
        int firstLine = text.Lines.IndexOf(body.OpenBraceToken.Span.End) + 1;
        int lastLine = text.Lines.IndexOf(body.CloseBraceToken.SpanStart) - 1;
        for (int i = firstLine; i <= lastLine; i++)
        {
            TextLine line = text.Lines[i];
            int blank = 0;
            while (blank < surplus && line.Start + blank < line.End && char.IsWhiteSpace(text[line.Start + blank]))
                blank++;

            if (blank > 0 && !StatementText.IsInString(tried, line.Start))
                yield return new TextChange(new TextSpan(line.Start, blank), "");
        }
    }
}

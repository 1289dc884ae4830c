using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>Removes a statement that ends a rental, with its <c>finally</c> and <c>try</c> if they contain nothing else.</summary>
internal static class ReleaseRemoval
{
    /// <summary>The changes; null if removing the statement would change the meaning of other code.</summary>
    public static IEnumerable<TextChange>? Of(StatementSyntax release, BlockSyntax block, SourceText text, CancellationToken cancellation)
        => Of(release, null, block, text, cancellation);

    /// <summary>The same, together with the statement directly before it.</summary>
    public static IEnumerable<TextChange>? Of(
        StatementSyntax release, StatementSyntax? before, BlockSyntax block, SourceText text, CancellationToken cancellation)
    {
        TextChange[] removals = [.. new[] { before, release }.OfType<StatementSyntax>().Select(statement => StatementText.Remove(statement, text))];
        if (release.Parent is not BlockSyntax around)
            return release.Parent is SwitchSectionSyntax ? removals : null;

        if (around is not { Parent: FinallyClauseSyntax { Parent: TryStatementSyntax tried } last } || around.Statements.Count != removals.Length)
            return removals;

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

            if (blank > 0 && !IsInString(tried, line.Start))
                yield return new TextChange(new TextSpan(line.Start, blank), "");
        }
    }

    private static bool IsInString(SyntaxNode scope, int position) => scope.FindToken(position).Parent!.AncestorsAndSelf().Any(node =>
        node is LiteralExpressionSyntax or InterpolatedStringExpressionSyntax && node.SpanStart < position && position < node.Span.End);
}

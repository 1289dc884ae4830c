using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>Edits statements as text: removes a statement together with its line, and keeps the comments around it.</summary>
internal static class StatementText
{
    public static TextChange Remove(StatementSyntax statement, SourceText text)
    {
        TextSpan span = WithLines(statement.Span, text);
        bool isFirst = statement.Parent is BlockSyntax { Statements: var all } && all[0] == statement;

        // Also removes a blank line that would become the first line of the block.
        TextLine next = text.Lines.GetLineFromPosition(span.End);
        return isFirst && next.Start == span.End && IsBlank(text, next.Start, next.End)
            ? new TextChange(TextSpan.FromBounds(span.Start, next.EndIncludingLineBreak), "")
            : new TextChange(span, "");
    }

    /// <summary>Extends a span to its whole lines if they contain nothing else, and otherwise over the space after it.</summary>
    public static TextSpan WithLines(TextSpan span, SourceText text)
    {
        TextLine first = text.Lines.GetLineFromPosition(span.Start);
        TextLine last = text.Lines.GetLineFromPosition(span.End);
        bool startsLine = IsBlank(text, first.Start, span.Start);
        if (startsLine && IsBlank(text, span.End, last.End))
            return TextSpan.FromBounds(first.Start, last.EndIncludingLineBreak);

        // A comment after the statement keeps its column.
        int end = span.End;
        while (end < last.End && char.IsWhiteSpace(text[end]))
            end++;

        return end < last.End ? TextSpan.FromBounds(span.Start, end) : TextSpan.FromBounds(BackOverSpace(text, first.Start, span.Start), span.End);
    }

    public static string Indentation(SyntaxNode node, SourceText text)
    {
        TextLine line = text.Lines.GetLineFromPosition(node.SpanStart);
        int end = line.Start;
        while (end < node.SpanStart && char.IsWhiteSpace(text[end]))
            end++;

        return text.ToString(TextSpan.FromBounds(line.Start, end));
    }

    /// <summary>The line break of the text.</summary>
    public static string LineBreak(SourceText text)
    {
        TextLine line = text.Lines[0];
        string lineBreak = text.ToString(TextSpan.FromBounds(line.End, line.EndIncludingLineBreak));
        return lineBreak.Length == 0 ? "\n" : lineBreak;
    }

    /// <summary>Whether a line has nothing but space.</summary>
    public static bool IsBlank(TextLine line, SourceText text) => IsBlank(text, line.Start, line.End);

    /// <summary>Whether a line starts inside of a string, so that another indentation would change the string.</summary>
    public static bool IsInString(SyntaxNode scope, int position) => scope.FindToken(position).Parent!.AncestorsAndSelf().Any(node =>
        node is LiteralExpressionSyntax or InterpolatedStringExpressionSyntax && node.SpanStart < position && position < node.Span.End);

    private static bool IsBlank(SourceText text, int start, int end)
    {
        for (int i = start; i < end; i++)
        {
            if (!char.IsWhiteSpace(text[i]))
                return false;
        }

        return true;
    }

    private static int BackOverSpace(SourceText text, int lineStart, int position)
    {
        while (position > lineStart && char.IsWhiteSpace(text[position - 1]))
            position--;

        return position;
    }
}

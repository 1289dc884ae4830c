using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Generator.Analyzers.RawPools.Rewriting;

/// <summary>Statements as text: what is taken out takes its line along, and leaves the comments around it.</summary>
internal static class StatementText
{
    public static TextChange Remove(StatementSyntax statement, SourceText text)
    {
        TextSpan span = WithLines(statement.Span, text);
        bool isFirst = statement.Parent is BlockSyntax { Statements: var all } && all[0] == statement;

        // A block does not start with a blank line.
        TextLine next = text.Lines.GetLineFromPosition(span.End);
        return isFirst && next.Start == span.End && IsBlank(text, next.Start, next.End)
            ? new TextChange(TextSpan.FromBounds(span.Start, next.EndIncludingLineBreak), "")
            : new TextChange(span, "");
    }

    /// <summary>A span, with the whole of its lines where nothing else stands on them, or else with the space behind it.</summary>
    public static TextSpan WithLines(TextSpan span, SourceText text)
    {
        TextLine first = text.Lines.GetLineFromPosition(span.Start);
        TextLine last = text.Lines.GetLineFromPosition(span.End);
        bool startsLine = IsBlank(text, first.Start, span.Start);
        if (startsLine && IsBlank(text, span.End, last.End))
            return TextSpan.FromBounds(first.Start, last.EndIncludingLineBreak);

        // A comment behind it stays, in its column.
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

    /// <summary>The line break that the text uses.</summary>
    public static string LineBreak(SourceText text)
    {
        TextLine line = text.Lines[0];
        string lineBreak = text.ToString(TextSpan.FromBounds(line.End, line.EndIncludingLineBreak));
        return lineBreak.Length == 0 ? "\n" : lineBreak;
    }

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

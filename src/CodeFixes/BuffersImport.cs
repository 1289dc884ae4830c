using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.CodeFixes;

/// <summary>
/// The line <c>using System.Buffers;</c> of a file whose last array pool became a renter. In many projects an unnecessary one is an error.
/// </summary>
internal static class BuffersImport
{
    // The compiler's own finding, a hidden one.
    private const string UnnecessaryUsing = "CS8019";

    /// <summary>Removes the line if the compiler finds it unnecessary.</summary>
    public static async Task<Document> RemoveIfUnnecessaryAsync(Document document, CancellationToken cancellation)
    {
        SemanticModel model = (await document.GetSemanticModelAsync(cancellation).ConfigureAwait(false))!;
        SyntaxNode root = await model.SyntaxTree.GetRootAsync(cancellation).ConfigureAwait(false);

        // Another target framework may compile the lines that this one leaves out, and need the import there.
        if (root.DescendantTrivia().Any(static trivia => trivia.IsKind(SyntaxKind.DisabledTextTrivia)))
            return document;

        SourceText text = await document.GetTextAsync(cancellation).ConfigureAwait(false);
        TextChange[] removals =
        [
            .. model.GetDiagnostics(cancellationToken: cancellation)
                .Where(static diagnostic => diagnostic.Id == UnnecessaryUsing)
                .Select(diagnostic => root.FindNode(diagnostic.Location.SourceSpan))
                .OfType<UsingDirectiveSyntax>()
                .Where(directive => LineOf(directive, text).ToString().Trim() == "using System.Buffers;")
                .Select(directive => new TextChange(LinesOf(directive, text), "")),
        ];
        return removals.Length == 0 ? document : document.WithText(text.WithChanges(removals));
    }

    private static TextLine LineOf(UsingDirectiveSyntax directive, SourceText text) => text.Lines.GetLineFromPosition(directive.SpanStart);

    // The blank line behind it goes too if there is no other import before that.
    private static TextSpan LinesOf(UsingDirectiveSyntax directive, SourceText text)
    {
        TextLine line = LineOf(directive, text);
        int next = line.LineNumber + 1;
        bool isOnly = directive.Parent!.ChildNodes().OfType<UsingDirectiveSyntax>().Count() == 1;
        if (isOnly && next < text.Lines.Count && string.IsNullOrWhiteSpace(text.Lines[next].ToString()))
            return TextSpan.FromBounds(line.Start, text.Lines[next].EndIncludingLineBreak);

        return line.SpanIncludingLineBreak;
    }
}

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Generator.Tests.Structure;

/// <summary>The longest and the last line of a source file: the build enforces neither max_line_length nor insert_final_newline of .editorconfig.</summary>
public class LineLengthTests
{
    private const int MostColumns = 160;

    [Fact]
    public void EditorConfig_NamesTheSameLimit()
        => Assert.Contains($"max_line_length = {MostColumns}", File.ReadAllLines(Path.Combine(SourceFolders.RepositoryRoot(), ".editorconfig")));

    [Theory]
    [InlineData("src")]
    [InlineData("tests")]
    [InlineData("check")]
    [InlineData("bench")]
    [InlineData("samples")]
    public void Line_HasAtMostTheColumnsOfTheLimit(string folder)
    {
        string[] files = [.. SourcesIn(folder)];

        Assert.NotEmpty(files);
        Assert.Empty(files.SelectMany(static path => LongLines(path).Select(line => $"{path}({line})")));
    }

    [Theory]
    [InlineData("src")]
    [InlineData("tests")]
    [InlineData("check")]
    [InlineData("bench")]
    [InlineData("samples")]
    public void LastLine_EndsWithANewline(string folder)
        => Assert.All(SourcesIn(folder), static path => Assert.EndsWith("\n", File.ReadAllText(path)));

    [Theory]
    [InlineData("string s = \"WIDE\";", "1")]
    [InlineData("// WIDE", "1")]
    [InlineData("string s = @\"\nWIDE\";", "2")]
    [InlineData("string s = \"\"\"WIDE\"\"\";", "1")]
    [InlineData("string s = \"\"\"\n    WIDE\n    \"\"\"; // WIDE", "3")]
    [InlineData("string s = \"\"\"\n    WIDE\n    \"\"\";", "")]
    [InlineData("string s = $\"\"\"\n    {1} WIDE\n    \"\"\";", "")]
    [InlineData("var s = \"\"\"\n    WIDE\n    \"\"\"u8;", "")]
    public void LongLine_IsExcusedOnlyInsideAMultiLineRawString(string source, string lines)
        => Assert.Equal(lines, string.Join(' ', LongLines(SourceText.From(source.Replace("WIDE", new('x', MostColumns), StringComparison.Ordinal)))));

    private static IEnumerable<string> SourcesIn(string folder) => SourceFolders.Sources(Path.Combine(SourceFolders.RepositoryRoot(), folder))
        .Where(static path => !path.EndsWith(".verified.cs", StringComparison.Ordinal));

    private static IEnumerable<int> LongLines(string path) => LongLines(SourceText.From(File.ReadAllText(path)));

    private static IEnumerable<int> LongLines(SourceText text)
    {
        int[] wide = [.. text.Lines.Where(static line => line.Span.Length > MostColumns).Select(static line => line.LineNumber)];
        if (wide.Length == 0)
            return [];

        SyntaxNode root = CSharpSyntaxTree.ParseText(text, SourceFolders.Options).GetRoot();
        return wide.Except(RawStrings(root).SelectMany(literal => LinesInside(text.Lines.GetLinePositionSpan(literal)))).Select(static line => line + 1);
    }

    // A raw string holds a program or emitted text, which a line break would change. A raw string on one line has no line inside.
    private static IEnumerable<TextSpan> RawStrings(SyntaxNode root)
        => from node in root.DescendantNodes()
           let begin = node switch
           {
               LiteralExpressionSyntax literal => literal.Token,
               InterpolatedStringExpressionSyntax interpolated => interpolated.StringStartToken,
               _ => default,
           }
           where begin.Kind() is SyntaxKind.MultiLineRawStringLiteralToken
               or SyntaxKind.Utf8MultiLineRawStringLiteralToken
               or SyntaxKind.InterpolatedMultiLineRawStringStartToken
           select node.Span;

    private static IEnumerable<int> LinesInside(LinePositionSpan span)
        => Enumerable.Range(span.Start.Line + 1, Math.Max(0, span.End.Line - span.Start.Line - 1));
}

using System.Collections.Immutable;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Testing;

namespace PooledGen.RealCode;

/// <summary>What the rules say of a repository, each report with the member that it is about.</summary>
/// <param name="repository">The name of the repository.</param>
/// <param name="folder">Its folder.</param>
/// <param name="output">Where the reports are written.</param>
/// <param name="pools">The value of the option pooledgen_pools.</param>
internal sealed class Report(string repository, string folder, TextWriter output, string pools = "")
{
    private const int MostLines = 90;

    private readonly HashSet<(string, string, int)> _seen = [];
    private readonly SortedDictionary<string, int> _counts = new(StringComparer.Ordinal);

    /// <summary>By rule: how many reports.</summary>
    public IReadOnlyDictionary<string, int> Counts => _counts;

    public async Task Add(CSharpCompilation compilation)
    {
        // To ask for all diagnostics binds every body of the project; only a file with a pool in it can have any.
        var options = new EditorConfigOptions(ImmutableDictionary<string, string>.Empty.Add("pooledgen_pools", pools));
        CompilationWithAnalyzers rules = compilation.WithAnalyzers(Rules.All, new AnalyzerOptions([], options));
        string[] words = [.. Regex.Matches(pools, @"\w+(?=\s*[:|]|$)").Select(static word => word.Value)];
        foreach (SyntaxTree tree in compilation.SyntaxTrees.Where(tree => MayRent(tree.ToString()) || words.Any(tree.ToString().Contains)))
        {
            ImmutableArray<Diagnostic> diagnostics = await rules.GetAnalyzerSemanticDiagnosticsAsync(compilation.GetSemanticModel(tree), null, default);
            foreach (Diagnostic diagnostic in diagnostics.OrderBy(static diagnostic => diagnostic.Id, StringComparer.Ordinal))
                Add(diagnostic, compilation);
        }
    }

    public static bool MayRent(string text) => text.Contains("Rent", StringComparison.Ordinal) || text.Contains("Return", StringComparison.Ordinal);

    private void Add(Diagnostic diagnostic, CSharpCompilation compilation)
    {
        FileLinePositionSpan position = diagnostic.Location.GetLineSpan();
        int line = position.StartLinePosition.Line;
        if (!_seen.Add((diagnostic.Id, position.Path, line)))
            return;

        _counts[diagnostic.Id] = _counts.GetValueOrDefault(diagnostic.Id) + 1;
        SyntaxTree? tree = diagnostic.Location.SourceTree;
        MemberDeclarationSyntax? member = tree?.GetRoot().FindNode(diagnostic.Location.SourceSpan).FirstAncestorOrSelf<MemberDeclarationSyntax>();
        bool binds = tree is null || member is null || RentingMethod.Binds(member, compilation.GetSemanticModel(tree));
        string place = $"{repository}/{Path.GetRelativePath(folder, position.Path)}:{line + 1}";
        output.WriteLine($"== {diagnostic.Id} {place}{(binds ? "" : " (does not bind)")}: {diagnostic.GetMessage()}");
        if (tree is not null && member is not null)
            Write(tree.GetText(), member.Span, line);
        output.WriteLine();
    }

    // The whole member, or the part of it around the report.
    private void Write(SourceText text, TextSpan member, int line)
    {
        LinePositionSpan lines = text.Lines.GetLinePositionSpan(member);
        int first = Math.Max(lines.Start.Line, line - MostLines / 3);
        int last = Math.Min(lines.End.Line, first + MostLines);
        for (int i = first; i <= last; i++)
            output.WriteLine($"{(i == line ? '>' : ' ')}{i + 1,5} {text.Lines[i]}");
    }
}

extern alias fixes;

using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Testing;

namespace PooledGen.RealCode;

/// <summary>Applies each fix to all reports of a project at once, prints the changed lines, and compiles the changed files.</summary>
internal sealed class FixReport(string repository, string folder, TextWriter output)
{
    // Other rules have nothing to report in code that does not use PooledGen, and some of them read every signature of the project first.
    private static readonly ImmutableArray<DiagnosticAnalyzer> s_rules =
        [.. Rules.All.Where(static rule => IdOf(rule).StartsWith("PG02", StringComparison.Ordinal))];

    private static readonly IReadOnlyList<CodeFixProvider> s_fixes =
    [
        .. typeof(fixes::PooledGen.CodeFixes.TextFixer).Assembly.GetTypes()
            .Where(static type => type.IsSubclassOf(typeof(CodeFixProvider)) && !type.IsAbstract)
            .OrderBy(static type => type.Name, StringComparer.Ordinal)
            .Select(static type => (CodeFixProvider)Activator.CreateInstance(type)!),
    ];

    private readonly HashSet<string> _seen = []; // several projects may compile a file

    /// <summary>By fix and rule: how many reports there were, for how many the fix was offered, and how many errors it made.</summary>
    public SortedDictionary<string, FixFigures> Figures { get; } = new(StringComparer.Ordinal);

    public async Task Add(CSharpCompilation compilation)
    {
        using var workspace = new AdhocWorkspace();
        Project project = Open(workspace, compilation);
        ProjectReports all = await ProjectReports.FindAsync(project, s_rules, _seen.Add);
        foreach (CodeFixProvider fix in s_fixes)
        {
            foreach (DiagnosticAnalyzer rule in s_rules.Where(rule => fix.FixableDiagnosticIds.Contains(IdOf(rule))))
                await Fix(project, fix, rule, all.Of(IdOf(rule)));
        }
    }

    // The project refers to PooledGen, because some rules are silent without it.
    private static Project Open(AdhocWorkspace workspace, CSharpCompilation compilation)
    {
        Project project = workspace.CurrentSolution
            .AddProject(compilation.AssemblyName!, compilation.AssemblyName!, LanguageNames.CSharp)
            .WithParseOptions(compilation.SyntaxTrees[0].Options)
            .WithCompilationOptions(compilation.Options)
            .WithMetadataReferences(compilation.References.Append(ConsumerFramework.Net100.Runtime))
            .AddAnalyzerReference(new GeneratorReference());
        foreach (SyntaxTree tree in compilation.SyntaxTrees)
            project = project.AddDocument(Path.GetFileName(tree.FilePath), tree.GetText(), filePath: tree.FilePath).Project;

        return project;
    }

    private static string IdOf(DiagnosticAnalyzer rule) => rule.SupportedDiagnostics[0].Id;

    private async Task Fix(Project project, CodeFixProvider fix, DiagnosticAnalyzer rule, ProjectReports reports)
    {
        var offers = new List<CodeAction>();
        foreach (Diagnostic diagnostic in reports.All)
        {
            Document document = project.GetDocument(diagnostic.Location.SourceTree)!;
            await fix.RegisterCodeFixesAsync(new CodeFixContext(document, diagnostic, (action, _) => offers.Add(action), CancellationToken.None));
        }

        string name = $"{fix.GetType().Name} {IdOf(rule)}";
        FixFigures figures = Figures[name] = Figures.GetValueOrDefault(name) + new FixFigures(reports.All.Count, offers.Count, 0, 0);
        if (offers.Count == 0)
            return;

        var context = new FixAllContext(
            project.Documents.First(), fix, FixAllScope.Project, offers[0].EquivalenceKey!, [IdOf(rule)], reports, CancellationToken.None);
        CodeAction all = (await fix.GetFixAllProvider()!.GetFixAsync(context))!;
        Solution solution = (await all.GetOperationsAsync(CancellationToken.None)).OfType<ApplyChangesOperation>().Single().ChangedSolution;
        Project changed = solution.GetProject(project.Id)!;
        var left = await ProjectReports.FindAsync(changed, [rule], reports.Concerns);
        int errors = 0;
        foreach (DocumentId document in changed.GetChanges(project).GetChangedDocuments())
            errors += await Compare(project.GetDocument(document)!, changed.GetDocument(document)!, name);

        Figures[name] = figures + new FixFigures(0, 0, left.All.Count, errors);
    }

    // Prints the changed lines and the errors that only the changed file has.
    private async Task<int> Compare(Document before, Document after, string name)
    {
        SourceText old = await before.GetTextAsync();
        SourceText text = await after.GetTextAsync();
        output.WriteLine($"== {name} {repository}/{Path.GetRelativePath(folder, before.FilePath!)}");
        TextDifference.Write(old, text, output);
        List<string> known = await ErrorsIn(before);
        List<string> added = [.. (await ErrorsIn(after)).Where(error => !known.Remove(error))];
        foreach (string error in added)
            output.WriteLine($"!! {error}");

        output.WriteLine();
        return added.Count;
    }

    private static async Task<List<string>> ErrorsIn(Document document) =>
    [
        .. (await document.GetSemanticModelAsync())!.GetDiagnostics()
            .Where(static diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)
            .Select(static diagnostic => $"{diagnostic.Id}: {diagnostic.GetMessage()}"),
    ];
}

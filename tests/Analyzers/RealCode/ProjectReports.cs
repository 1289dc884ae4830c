using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledGen.RealCode;

/// <summary>The reports of rules in those files of a project that may rent.</summary>
internal sealed class ProjectReports(IReadOnlyList<Diagnostic> all) : FixAllContext.DiagnosticProvider
{
    public IReadOnlyList<Diagnostic> All => all;

    public static async Task<ProjectReports> FindAsync(Project project, ImmutableArray<DiagnosticAnalyzer> rules, Func<string, bool> concerns)
    {
        Compilation compilation = (await project.GetCompilationAsync())!;
        CompilationWithAnalyzers analysis = compilation.WithAnalyzers(rules);
        var found = new List<Diagnostic>();
        foreach (Document document in project.Documents)
        {
            SyntaxTree tree = (await document.GetSyntaxTreeAsync())!;
            if (Report.MayRent(tree.ToString()) && concerns(tree.FilePath))
                found.AddRange(await analysis.GetAnalyzerSemanticDiagnosticsAsync(compilation.GetSemanticModel(tree), null, default));
        }

        return new ProjectReports(found);
    }

    public ProjectReports Of(string id) => new([.. all.Where(report => report.Id == id)]);

    public bool Concerns(string path) => all.Any(report => report.Location.SourceTree!.FilePath == path);

    public override async Task<IEnumerable<Diagnostic>> GetDocumentDiagnosticsAsync(Document document, CancellationToken cancellationToken)
    {
        SyntaxTree? tree = await document.GetSyntaxTreeAsync(cancellationToken);
        return all.Where(report => report.Location.SourceTree == tree);
    }

    public override Task<IEnumerable<Diagnostic>> GetAllDiagnosticsAsync(Project project, CancellationToken cancellationToken)
        => Task.FromResult<IEnumerable<Diagnostic>>(all);

    public override Task<IEnumerable<Diagnostic>> GetProjectDiagnosticsAsync(Project project, CancellationToken cancellationToken)
        => Task.FromResult<IEnumerable<Diagnostic>>([]);
}

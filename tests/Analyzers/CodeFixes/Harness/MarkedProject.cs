using System.Collections.Concurrent;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.CodeFixes;

/// <summary>A document and what is reported in it, in source order.</summary>
public sealed record MarkedDocument(Document Document, ImmutableArray<Diagnostic> Diagnostics);

/// <summary>A project in a workspace, completed by the generator, with the diagnostics that are to be fixed.</summary>
public sealed class MarkedProject(Project project, ImmutableArray<MarkedDocument> documents) : FixAllContext.DiagnosticProvider
{
    // Whatever starts from one of these shares what its compilation has read of the framework.
    private static readonly ConcurrentDictionary<Consumer, Task<Project>> s_empty = [];

    public ImmutableArray<MarkedDocument> Documents => documents;

    internal static async Task<MarkedProject> OpenAsync(Consumer consumer, Markup[] markups, DiagnosticAnalyzer? rule)
    {
        Project project = await s_empty.GetOrAdd(consumer, CreateAsync);
        for (int i = 0; i < markups.Length; i++)
            project = project.AddDocument($"File{i}.cs", markups[i].Source).Project;

        var documents = ImmutableArray.CreateBuilder<MarkedDocument>();
        foreach ((Document document, Markup markup) in project.Documents.Zip(markups))
            documents.Add(new MarkedDocument(document, await DiagnosticsAsync(document, markup, rule)));

        return new MarkedProject(project, documents.ToImmutable());
    }

    public override Task<IEnumerable<Diagnostic>> GetDocumentDiagnosticsAsync(Document document, CancellationToken cancellationToken)
        => Task.FromResult<IEnumerable<Diagnostic>>(documents.Single(marked => marked.Document.Id == document.Id).Diagnostics);

    public override Task<IEnumerable<Diagnostic>> GetAllDiagnosticsAsync(Project project, CancellationToken cancellationToken)
        => Task.FromResult(documents.SelectMany(marked => marked.Diagnostics));

    public override Task<IEnumerable<Diagnostic>> GetProjectDiagnosticsAsync(Project project, CancellationToken cancellationToken)
        => Task.FromResult<IEnumerable<Diagnostic>>([]);

    public override string ToString() => project.Name;

    private static async Task<Project> CreateAsync(Consumer consumer)
    {
        CSharpCompilation template = consumer.Compile();
#pragma warning disable CA2000 // The project lives as long as the tests.
        Project project = new AdhocWorkspace().CurrentSolution
            .AddProject("Consumer", "Consumer", LanguageNames.CSharp)
#pragma warning restore CA2000
            .WithParseOptions(consumer.ParseOptions)
            // A fix may ask the compiler which imports are unnecessary (CS8019), as it can in a user's project.
            .WithCompilationOptions(template.Options.WithSpecificDiagnosticOptions(template.Options.SpecificDiagnosticOptions.Remove("CS8019")))
            .WithMetadataReferences(template.References)
            .AddAnalyzerReference(new GeneratorReference());
        _ = (await project.GetCompilationAsync())!.GetDiagnostics();
        return project;
    }

    private static async Task<ImmutableArray<Diagnostic>> DiagnosticsAsync(Document document, Markup markup, DiagnosticAnalyzer? rule)
    {
        SyntaxTree tree = (await document.GetSyntaxTreeAsync())!;
        if (rule is null)
            return [.. markup.Marks.Select(mark => Diagnostic.Create(Planted(mark.Id), Location.Create(tree, mark.Span)))];

        ImmutableArray<Diagnostic> reported = await Rules.ReportAsync([rule], document.Project);
        ImmutableArray<Diagnostic> here =
        [
            .. reported
                .Where(diagnostic => diagnostic.Location.SourceTree == tree)
                .OrderBy(diagnostic => diagnostic.Location.SourceSpan.Start),
        ];
        Assert.Equal(markup.Marks.Select(mark => (mark.Id, mark.Span)), here.Select(diagnostic => (diagnostic.Id, diagnostic.Location.SourceSpan)).Distinct());
        return here;
    }

    private static DiagnosticDescriptor Planted(string id) => new(id, id, id, "Planted", DiagnosticSeverity.Warning, isEnabledByDefault: true);
}

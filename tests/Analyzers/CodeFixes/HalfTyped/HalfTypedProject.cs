using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.CodeFixes.HalfTyped;

/// <summary>
/// A project of one document, as an editor keeps it: it runs the generator, all rules, and the fixes for what the rules and the compiler report.
/// </summary>
internal sealed class HalfTypedProject
{
    private static readonly Consumer s_consumer = new("") { AllowUnsafe = true };

    private static readonly ImmutableArray<CodeFixProvider> s_fixers =
    [
        .. typeof(TextFixer).Assembly.GetTypes()
            .Where(type => type.IsSubclassOf(typeof(CodeFixProvider)) && !type.IsAbstract)
            .Select(type => (CodeFixProvider)Activator.CreateInstance(type)!),
    ];

    private readonly HalfTypedSource _source;
    private readonly Document _document;
    private readonly SemanticModel _model;
    private readonly CompilationWithAnalyzers _analysis;
    private Action<Exception> _threw = static _ => { };

    private HalfTypedProject(HalfTypedSource source, Document document, SemanticModel model)
    {
        _source = source;
        _document = document;
        _model = model;
        var options = new CompilationWithAnalyzersOptions(
            new AnalyzerOptions([]),
            onAnalyzerException: (exception, _, _) => _threw(exception),
            concurrentAnalysis: false,
            logAnalyzerExecutionTime: false);
        _analysis = model.Compilation.WithAnalyzers(Rules.All, options);
    }

    public static async Task<HalfTypedProject> OpenAsync(HalfTypedSource source)
    {
        MarkedProject project = await MarkedProject.OpenAsync(s_consumer, [new Markup(source.Text, [])], rule: null);
        Document document = project.Documents.Single().Document;
        return new HalfTypedProject(source, document, (await document.GetSemanticModelAsync())!);
    }

    /// <summary>Runs the rules, and offers and applies every fix.</summary>
    public async Task<Outcome> RunAsync(CancellationToken cancellation)
    {
        var failures = new List<string>();
        _threw = exception => failures.Add($"In {_source.Name}: {exception}");
        AnalysisResult result = await _analysis.GetAnalysisResultAsync(_model, filterSpan: null, cancellation);
        ImmutableArray<Diagnostic> reported = result.GetAllDiagnostics();
        int offered = 0;
        try
        {
            offered = await FixAsync([.. reported, .. _model.GetDiagnostics(cancellationToken: cancellation)], cancellation);
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            _threw(exception);
        }

        return new Outcome([.. reported.Select(diagnostic => diagnostic.ToString()).Order(StringComparer.Ordinal)], offered, failures);
    }

    private async Task<int> FixAsync(ImmutableArray<Diagnostic> diagnostics, CancellationToken cancellation)
    {
        var offers = new List<CodeAction>();
        foreach (Diagnostic diagnostic in diagnostics)
        {
            foreach (CodeFixProvider fixer in s_fixers.Where(fixer => fixer.FixableDiagnosticIds.Contains(diagnostic.Id)))
                await fixer.RegisterCodeFixesAsync(new CodeFixContext(_document, diagnostic, (action, _) => offers.Add(action), cancellation));
        }

        foreach (CodeAction offer in offers)
            Assert.NotEmpty(await offer.GetOperationsAsync(cancellation));

        return offers.Count;
    }
}

/// <param name="Reported">What the rules report.</param>
/// <param name="Offered">How many fixes were offered and applied.</param>
/// <param name="Failures">The exceptions of rules and fixes.</param>
internal sealed record Outcome(string[] Reported, int Offered, IReadOnlyList<string> Failures);

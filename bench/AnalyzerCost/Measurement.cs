using System.Collections.Immutable;
using System.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Testing;

namespace PooledGen.Bench.AnalyzerCost;

/// <summary>How long one thing took: by the clock, and on all cores together.</summary>
internal readonly record struct Duration(TimeSpan Wall, TimeSpan Processor)
{
    public static Duration Of(Action action)
    {
        GC.Collect();
        TimeSpan processor = Process.GetCurrentProcess().TotalProcessorTime;
        long start = Stopwatch.GetTimestamp();
        action();
        return new Duration(Stopwatch.GetElapsedTime(start), Process.GetCurrentProcess().TotalProcessorTime - processor);
    }
}

/// <summary>The three things that are compared, each on a compilation of its own that nobody has asked anything yet.</summary>
internal sealed class Measurement(CSharpCompilation compilation)
{
    public static int RuleCount => Rules.All.SelectMany(rule => rule.SupportedDiagnostics).Count();

    /// <summary>What the compiler does without any analyzer: parse, bind, emit.</summary>
    public Duration Compile() => Duration.Of(() =>
    {
        if (!Parsed().Emit(Stream.Null).Success)
            throw new InvalidOperationException("The generated project does not compile.");
    });

    /// <summary>Bind with an analyzer that does nothing: what any build pays that runs analyzers at all, as every build of the SDK does.</summary>
    public Duration RunIdle() => Duration.Of(() => Analyze([new IdleAnalyzer()]));

    /// <summary>The same with all of ours.</summary>
    public Duration RunRules() => Duration.Of(() => Analyze([new IdleAnalyzer(), .. Rules.All]));

    /// <summary>How many diagnostics the rules give.</summary>
    public int Findings => Analyze(Rules.All).Count(diagnostic => diagnostic.Id.StartsWith("PG", StringComparison.Ordinal));

    /// <summary>How long the slowest rule takes, one rule after the other: what rules share counts for the first that asks for it.</summary>
    public TimeSpan SlowestRule()
    {
        var options = new CompilationWithAnalyzersOptions(
            new AnalyzerOptions([]), onAnalyzerException: null, concurrentAnalysis: false, logAnalyzerExecutionTime: true);
        return compilation.Clone().WithAnalyzers(Rules.All, options)
            .GetAnalysisResultAsync(CancellationToken.None).GetAwaiter().GetResult()
            .AnalyzerTelemetryInfo.Values.Max(static telemetry => telemetry.ExecutionTime);
    }

    private ImmutableArray<Diagnostic> Analyze(ImmutableArray<DiagnosticAnalyzer> analyzers)
        => compilation.Clone().WithAnalyzers(analyzers).GetAllDiagnosticsAsync().GetAwaiter().GetResult();

    private CSharpCompilation Parsed()
        => compilation.RemoveAllSyntaxTrees().AddSyntaxTrees(compilation.SyntaxTrees.AsParallel().AsOrdered().Select(Parse));

    private static SyntaxTree Parse(SyntaxTree tree) => CSharpSyntaxTree.ParseText(tree.ToString(), (CSharpParseOptions)tree.Options, tree.FilePath);

#pragma warning disable RS1012, RS1036, RS1038, RS1041, RS2008 // It does nothing, and is never shipped.
    [DiagnosticAnalyzer(LanguageNames.CSharp)]
    private sealed class IdleAnalyzer : DiagnosticAnalyzer
    {
        private static readonly DiagnosticDescriptor s_rule = new("IDLE", "Idle", "Idle", "Idle", DiagnosticSeverity.Warning, isEnabledByDefault: true);

        public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = [s_rule];

        public override void Initialize(AnalysisContext context)
        {
            context.EnableConcurrentExecution();
            context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
            context.RegisterCompilationStartAction(static _ => { });
        }
    }
}

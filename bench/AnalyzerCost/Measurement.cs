using System.Collections.Immutable;
using System.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Testing;

namespace PooledGen.Bench.AnalyzerCost;

/// <summary>What is compared, each on a compilation of its own that nobody has asked anything yet.</summary>
internal sealed class Measurement(CSharpCompilation compilation)
{
    public static int RuleCount => Rules.All.SelectMany(rule => rule.SupportedDiagnostics).Count();

    /// <summary>How long the compiler takes without any analyzer: parse, bind, emit.</summary>
    public TimeSpan Compile()
    {
        GC.Collect();
        long start = Stopwatch.GetTimestamp();
        if (!Parsed().Emit(Stream.Null).Success)
            throw new InvalidOperationException("The generated project does not compile.");

        return Stopwatch.GetElapsedTime(start);
    }

    /// <summary>
    /// How long each rule takes, one after the other, as the compiler's driver counts it: what rules share counts for the first that asks, the
    /// binding of bodies too. To run the driver with the rules and without them and to subtract says less: it differs by a fifth from run to run.
    /// </summary>
    public (ImmutableArray<TimeSpan> Times, int Findings) RunRules()
    {
        GC.Collect();
        var options = new CompilationWithAnalyzersOptions(
            new AnalyzerOptions([]), onAnalyzerException: null, concurrentAnalysis: false, logAnalyzerExecutionTime: true);
        AnalysisResult result = compilation.Clone().WithAnalyzers(Rules.All, options)
            .GetAnalysisResultAsync(CancellationToken.None).GetAwaiter().GetResult();
        return ([.. result.AnalyzerTelemetryInfo.Values.Select(static telemetry => telemetry.ExecutionTime)], result.GetAllDiagnostics().Length);
    }

    private CSharpCompilation Parsed()
        => compilation.RemoveAllSyntaxTrees().AddSyntaxTrees(compilation.SyntaxTrees.AsParallel().AsOrdered().Select(Parse));

    private static SyntaxTree Parse(SyntaxTree tree) => CSharpSyntaxTree.ParseText(tree.ToString(), (CSharpParseOptions)tree.Options, tree.FilePath);
}

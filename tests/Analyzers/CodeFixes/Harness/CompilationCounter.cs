using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledGen.Analyzers.Tests.CodeFixes;

/// <summary>Counts how often a project is compiled: the workspace runs its generators for each compilation.</summary>
internal sealed class CompilationCounter : AnalyzerReference
{
    private readonly ISourceGenerator _generator;
    private int _count;

    public CompilationCounter() => _generator = new Generator(() => Interlocked.Increment(ref _count)).AsSourceGenerator();

    public int Count => _count;

    public override string? FullPath => null;

    public override object Id => this;

    public override ImmutableArray<DiagnosticAnalyzer> GetAnalyzers(string language) => [];

    public override ImmutableArray<DiagnosticAnalyzer> GetAnalyzersForAllLanguages() => [];

    public override ImmutableArray<ISourceGenerator> GetGenerators(string language) => [_generator];

    public override ImmutableArray<ISourceGenerator> GetGeneratorsForAllLanguages() => [_generator];

    private sealed class Generator(Action run) : IIncrementalGenerator
    {
        public void Initialize(IncrementalGeneratorInitializationContext context)
            => context.RegisterSourceOutput(context.CompilationProvider, (_, _) => run());
    }
}

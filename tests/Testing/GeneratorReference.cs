using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator;

namespace PooledGen.Testing;

/// <summary>The generator as a project of a workspace refers to it.</summary>
public sealed class GeneratorReference : AnalyzerReference
{
    private readonly ISourceGenerator _generator = new PooledBufferGenerator().AsSourceGenerator();

    public override string? FullPath => null;

    public override object Id => this;

    public override ImmutableArray<DiagnosticAnalyzer> GetAnalyzers(string language) => [];

    public override ImmutableArray<DiagnosticAnalyzer> GetAnalyzersForAllLanguages() => [];

    public override ImmutableArray<ISourceGenerator> GetGenerators(string language) => [_generator];

    public override ImmutableArray<ISourceGenerator> GetGeneratorsForAllLanguages() => [_generator];
}

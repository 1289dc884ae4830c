using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator;

namespace PooledGen.Testing;

/// <summary>A generator as a project of a workspace refers to it.</summary>
public sealed class GeneratorReference(IIncrementalGenerator generator) : AnalyzerReference
{
    private readonly ISourceGenerator _generator = generator.AsSourceGenerator();

    /// <summary>The generator of PooledGen.</summary>
    public GeneratorReference()
        : this(new PooledBufferGenerator())
    {
    }

    public override string? FullPath => null;

    public override object Id => this;

    public override ImmutableArray<DiagnosticAnalyzer> GetAnalyzers(string language) => [];

    public override ImmutableArray<DiagnosticAnalyzer> GetAnalyzersForAllLanguages() => [];

    public override ImmutableArray<ISourceGenerator> GetGenerators(string language) => [_generator];

    public override ImmutableArray<ISourceGenerator> GetGeneratorsForAllLanguages() => [_generator];
}

using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator;

namespace PooledGen.Testing;

/// <summary>What became of a <see cref="Consumer"/>: the emitted files, and the compilation with them.</summary>
public sealed record GeneratedConsumer(GeneratorDriver Driver, CSharpCompilation Compilation, GeneratorRunResult Result)
{
    /// <summary>The emitted files by hint name.</summary>
    public IReadOnlyDictionary<string, string> Files => Result.GeneratedSources.ToDictionary(source => source.HintName, source => source.SourceText.ToString());

    /// <summary>What the compiler says of sources and emitted files together, warnings as errors.</summary>
    public ImmutableArray<Diagnostic> Errors => [.. Compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)];

    /// <summary>The user's sources alone, as the generator got them.</summary>
    public CSharpCompilation Sources => Compilation.RemoveSyntaxTrees(Driver.GetRunResult().GeneratedTrees);

    internal static GeneratedConsumer Run(Consumer consumer)
    {
        GeneratorDriver driver = CSharpGeneratorDriver.Create(
            [new PooledBufferGenerator().AsSourceGenerator()],
            parseOptions: consumer.ParseOptions,
            optionsProvider: new BuildProperties(consumer.AnalyzersRun),
            driverOptions: new GeneratorDriverOptions(IncrementalGeneratorOutputKind.None, trackIncrementalGeneratorSteps: true));
        driver = driver.RunGeneratorsAndUpdateCompilation(consumer.Compile(), out Compilation output, out _);
        return new GeneratedConsumer(driver, (CSharpCompilation)output, driver.GetRunResult().Results.Single());
    }

    private sealed class BuildProperties(bool? analyzersRun) : AnalyzerConfigOptionsProvider
    {
        public override AnalyzerConfigOptions GlobalOptions { get; } = new Properties(analyzersRun);

        public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => GlobalOptions;

        public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => GlobalOptions;

        private sealed class Properties(bool? analyzersRun) : AnalyzerConfigOptions
        {
            public override bool TryGetValue(string key, [NotNullWhen(true)] out string? value)
            {
                value = key == "build_property._PooledGenAnalyzersRun" ? analyzersRun switch { true => "true", false => "false", null => null } : null;
                return value is not null;
            }
        }
    }
}

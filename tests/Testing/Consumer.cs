using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace PooledGen.Testing;

/// <summary>A project that uses PooledGen, in memory.</summary>
public sealed record Consumer(string Source)
{
    /// <summary>The project's other files.</summary>
    public IReadOnlyList<string> OtherSources { get; init; } = [];

    /// <summary>References beside those of the framework.</summary>
    public IReadOnlyList<MetadataReference> OtherReferences { get; init; } = [];

    public ConsumerFramework Framework { get; init; } = ConsumerFramework.Net100;

    public LanguageVersion LanguageVersion { get; init; } = LanguageVersion.CSharp14;

    public NullableContextOptions Nullable { get; init; } = NullableContextOptions.Enable;

    public OutputKind Output { get; init; } = OutputKind.DynamicallyLinkedLibrary;

    public bool CheckOverflow { get; init; }

    public bool AllowUnsafe { get; init; }

    /// <summary>Whether the project has the memory-safety rules that .NET 11 previews: with <see cref="LanguageVersion.Preview"/> only.</summary>
    public bool HasMemorySafetyRules { get; init; }

    /// <summary>What the package's targets tell the generator; null for a project that references the generator without them.</summary>
    public bool? AnalyzersRun { get; init; } = true;

    public CSharpParseOptions ParseOptions
        => new CSharpParseOptions(LanguageVersion, DocumentationMode.Diagnose)
            .WithFeatures(HasMemorySafetyRules ? [new("updated-memory-safety-rules", "true")] : []);

    /// <summary>The user's sources alone, as the generator gets them.</summary>
    public CSharpCompilation Compile() => CSharpCompilation.Create(
        "Consumer",
        [
            CSharpSyntaxTree.ParseText(Source, ParseOptions, "Consumer.cs"),
            .. OtherSources.Select((source, index) => CSharpSyntaxTree.ParseText(source, ParseOptions, $"Other{index}.cs")),
        ],
        [.. Framework.References, .. OtherReferences],
        new CSharpCompilationOptions(
            Output,
            // Every wave of warnings: a project has those of its SDK.
            warningLevel: 9999,
            generalDiagnosticOption: ReportDiagnostic.Error,
            // A source of one snippet documents nothing (CS1591), and says 'using' more often than it must (CS8019). The SDK suppresses CS1701 in every
            // project: the package's assembly was compiled for an older framework.
            specificDiagnosticOptions:
            [
                new("CS1591", ReportDiagnostic.Suppress), new("CS8019", ReportDiagnostic.Suppress), new("CS1701", ReportDiagnostic.Suppress),
            ],
            nullableContextOptions: Nullable,
            checkOverflow: CheckOverflow,
            allowUnsafe: AllowUnsafe));

    /// <summary>The user's sources completed by the generator.</summary>
    public GeneratedConsumer Generate() => GeneratedConsumer.Run(this);
}

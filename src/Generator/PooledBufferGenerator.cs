using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis;
using PooledGen.Generator.Analyzers.Definitions;
using PooledGen.Generator.Emission;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator;

/// <summary>Completes every annotated partial struct into a pooled buffer.</summary>
/// <remarks>
/// The generator reports no diagnostics: an analyzer does, for which editors offer fixes. If no analyzer runs, the errors of a declaration become
/// <c>#error</c> lines in the emitted file. A declaration that breaks a rule has no members, unless only an option's value is invalid, because otherwise the
/// compiler would report every use of the type.
/// The output is not marked as implementation-only, because users write code against it.
/// </remarks>
[Generator(LanguageNames.CSharp)]
public sealed class PooledBufferGenerator : IIncrementalGenerator
{
    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        IncrementalValuesProvider<FileModel> buffers = Files(context, WellKnownNames.Attribute, TrackingNames.Buffers);

        // [PooledBuffer<T>] is a different type for the compiler.
        IncrementalValuesProvider<FileModel> genericBuffers = Files(context, WellKnownNames.GenericAttribute, TrackingNames.GenericBuffers);

        // Runs only for a model that changed, and emits one file for each buffer.
        context.RegisterSourceOutput(buffers, static (output, file) => output.AddSource(file.HintName, BufferEmitter.Emit(file)));
        context.RegisterSourceOutput(genericBuffers, static (output, file) => output.AddSource(file.HintName, BufferEmitter.Emit(file)));
    }

    // Runs for every annotated type after each edit. All symbol work ends here, because the models compare by value.
    private static IncrementalValuesProvider<FileModel> Files(
        IncrementalGeneratorInitializationContext context, string attribute, string trackingName)
    {
        // Only the package sets the property. Without it an error may be reported twice, but never not at all.
        IncrementalValueProvider<bool> analyzersRun = context.AnalyzerConfigOptionsProvider.Select(static (options, _)
            => options.GlobalOptions.TryGetValue(WellKnownNames.AnalyzersRun, out string? value) && value == "true");

        return context.SyntaxProvider
            .ForAttributeWithMetadataName(attribute, BufferParser.IsCandidate, Parse)
            .Where(static file => file is not null)
            .Combine(analyzersRun)
            .Select(static (pair, _) => pair.Right ? pair.Left! with { Errors = default } : pair.Left!)
            .Where(static file => file.Members is not null || file.Errors.Count > 0)
            .WithTrackingName(trackingName);
    }

    private static FileModel? Parse(GeneratorAttributeSyntaxContext context, CancellationToken cancellationToken)
    {
        BufferDeclaration? declaration = BufferDeclaration.Find((INamedTypeSymbol)context.TargetSymbol, context.SemanticModel.Compilation);

        // A type with two attributes has one file with its error: that of the first attribute.
        if (declaration is null || !context.Attributes.Contains(declaration.Attribute) || declaration.HasErrors)
            return null;

        IReadOnlyList<Diagnostic> errors = DefinitionChecks.ErrorsIn(declaration);
        cancellationToken.ThrowIfCancellationRequested();
        return new FileModel(
            HintNames.Of(declaration.Type),
            new EquatableArray<string>(errors.Select(static error => $"{error.Id}: {error.GetMessage(CultureInfo.InvariantCulture)}").ToImmutableArray()),
            errors.All(static error => DefinitionRules.KeepsTheMembers(error.Id)) ? BufferParser.Parse(declaration, isPlaceholder: errors.Count > 0) : null);
    }
}

/// <summary>The names of the pipeline's steps, for the tests that check whether they were cached.</summary>
internal static class TrackingNames
{
    public const string Buffers = nameof(Buffers);
    public const string GenericBuffers = nameof(GenericBuffers);
}

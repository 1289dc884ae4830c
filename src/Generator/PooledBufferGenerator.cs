using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using PooledGen.Generator.Analyzers.Definitions;
using PooledGen.Generator.Emission;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator;

/// <summary>Completes every annotated partial struct into a pooled buffer.</summary>
/// <remarks>
/// An analyzer reports the errors of a declaration, because editors offer fixes for it. If none runs, they become <c>#error</c> lines in the emitted file.
/// If the compiler stops at other errors before it runs any, the generator reports them. A declaration that breaks a rule has no members, unless only an
/// option's value is invalid, because otherwise the compiler would report every use of the type.
/// The output is not marked as implementation-only, because users write code against it.
/// </remarks>
[Generator(LanguageNames.CSharp)]
public sealed class PooledBufferGenerator : IIncrementalGenerator
{
    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        Complete(context, WellKnownNames.Attribute, TrackingNames.Buffers);

        // [PooledBuffer<T>] is a different type for the compiler.
        Complete(context, WellKnownNames.GenericAttribute, TrackingNames.GenericBuffers);
    }

    private static void Complete(IncrementalGeneratorInitializationContext context, string attribute, string trackingName)
    {
        // Only the package sets the property. Without it an error may be reported twice, but never not at all.
        IncrementalValueProvider<bool> analyzersRun = context.AnalyzerConfigOptionsProvider.Select(static (options, _)
            => options.GlobalOptions.TryGetValue(WellKnownNames.AnalyzersRun, out string? value) && value == "true");

        // Runs for every annotated type after each edit. All symbol work ends here, because the models compare by value.
        IncrementalValuesProvider<FileModel> declarations = context.SyntaxProvider
            .ForAttributeWithMetadataName(attribute, BufferParser.IsCandidate, Parse)
            .Where(static file => file is not null)!;

        IncrementalValuesProvider<FileModel> files = declarations
            .Combine(analyzersRun)
            .Select(static (pair, _) => pair.Right ? pair.Left with { Errors = default } : pair.Left)
            .Where(static file => file.Members is not null || file.Errors.Count > 0)
            .WithTrackingName(trackingName);

        // Looks at the compilation once for all declarations, and only if one has an error.
        IncrementalValuesProvider<DeclarationError> hiddenErrors = declarations
            .SelectMany(static (file, _) => file.Errors)
            .Collect()
            .Combine(context.CompilationProvider)
            .SelectMany(static (pair, cancellationToken) => !pair.Left.IsEmpty && StopsBeforeAnalyzers(pair.Right, cancellationToken)
                ? pair.Left
                : ImmutableArray<DeclarationError>.Empty);

        // These run only for a model that changed. The first one emits one file for each buffer.
        context.RegisterSourceOutput(files, static (output, file) => output.AddSource(file.HintName, BufferEmitter.Emit(file)));
        context.RegisterSourceOutput(hiddenErrors, static (output, error) => output.ReportDiagnostic(error.ToDiagnostic()));
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
            new EquatableArray<DeclarationError>(errors.Select(DeclarationError.From).ToImmutableArray()),
            errors.All(static error => DefinitionRules.KeepsTheMembers(error.Id)) ? BufferParser.Parse(declaration, isPlaceholder: errors.Count > 0) : null);
    }

    // A build stops at an error outside of a method's body. An editor does not, and shows the declaration's errors twice as long as there is one. CS0117 and
    // CS0426 may mean what a generated type does not have yet.
    private static bool StopsBeforeAnalyzers(Compilation compilation, CancellationToken cancellationToken)
        => compilation.GetDeclarationDiagnostics(cancellationToken)
            .Any(static error => error.DefaultSeverity == DiagnosticSeverity.Error && error.Id is not ("CS0117" or "CS0426"));
}

/// <summary>The names of the pipeline's steps, for the tests that check whether they were cached.</summary>
internal static class TrackingNames
{
    public const string Buffers = nameof(Buffers);
    public const string GenericBuffers = nameof(GenericBuffers);
}

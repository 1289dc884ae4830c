using System.Globalization;
using Microsoft.CodeAnalysis;
using PooledGen.Generator.Analyzers.Definitions;
using PooledGen.Generator.Emission;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator;

/// <summary>Completes every annotated partial struct into a pooled buffer.</summary>
/// <remarks>
/// The generator reports no diagnostics. A declaration that breaks a rule has no model and no output; the analyzer reports it. If only an option's
/// value is invalid, the generator emits the members with an <c>#error</c>, because otherwise the compiler would report every use of the type.
/// The output is not marked as implementation-only, because users write code against it.
/// </remarks>
[Generator(LanguageNames.CSharp)]
public sealed class PooledBufferGenerator : IIncrementalGenerator
{
    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        IncrementalValuesProvider<BufferModel> buffers = Models(context, WellKnownNames.Attribute, BufferParser.Parse, TrackingNames.Buffers);

        // [PooledBuffer<T>] is a different type for the compiler.
        IncrementalValuesProvider<BufferModel> genericBuffers
            = Models(context, WellKnownNames.GenericAttribute, BufferParser.Parse, TrackingNames.GenericBuffers);

        // [PooledColumns]: a renter of several spans.
        IncrementalValuesProvider<ColumnsModel> columns = Models(context, WellKnownNames.ColumnsAttribute, ColumnsParser.Parse, TrackingNames.Columns);

        // Runs only for a model that changed, and emits one file for each buffer.
        context.RegisterSourceOutput(buffers, static (output, model) => output.AddSource(model.HintName, BufferEmitter.Emit(model)));
        context.RegisterSourceOutput(genericBuffers, static (output, model) => output.AddSource(model.HintName, BufferEmitter.Emit(model)));
        context.RegisterSourceOutput(columns, static (output, model) => output.AddSource(model.Buffer.HintName, BufferEmitter.Emit(model)));
    }

    // Runs for every annotated struct after each edit. All symbol work ends here, because the models compare by value.
    private static IncrementalValuesProvider<T> Models<T>(
        IncrementalGeneratorInitializationContext context, string attribute, Func<BufferDeclaration, string?, T?> parse, string trackingName)
        where T : class
        => context.SyntaxProvider
            .ForAttributeWithMetadataName(attribute, BufferParser.IsCandidate, (target, cancellationToken) => Parse(target, parse, cancellationToken))
            .Where(static model => model is not null)
            .Select(static (model, _) => model!)
            .WithTrackingName(trackingName);

    // Returns null if a rule without members reports an error, so that nothing is emitted. Any other error becomes an #error in the emitted file.
    private static T? Parse<T>(GeneratorAttributeSyntaxContext context, Func<BufferDeclaration, string?, T?> parse, CancellationToken cancellationToken)
        where T : class
    {
        BufferDeclaration? declaration = BufferDeclaration.Find((INamedTypeSymbol)context.TargetSymbol, context.SemanticModel.Compilation);
        if (declaration is null || declaration.HasErrors)
            return null;

        IReadOnlyList<Diagnostic> errors = DefinitionChecks.ErrorsIn(declaration);
        if (errors.Any(static error => !DefinitionRules.KeepsTheMembers(error.Id)))
            return null;

        cancellationToken.ThrowIfCancellationRequested();
        Diagnostic? error = errors.FirstOrDefault();
        return parse(declaration, error is null ? null : $"{error.Id}: {error.GetMessage(CultureInfo.InvariantCulture)}");
    }
}

using System.Globalization;
using Microsoft.CodeAnalysis;
using PooledGen.Generator.Analyzers.Definitions;
using PooledGen.Generator.Emission;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator;

/// <summary>Completes every annotated partial struct into a pooled buffer.</summary>
/// <remarks>
/// It reports nothing: a declaration that breaks a rule yields no model, hence no output, and the rule's own analyzer explains it. Where only an option has
/// a wrong value, the members are emitted with an <c>#error</c> that says so, because the compiler would report every use of the type otherwise.
/// The output is not marked as implementation-only, because users type against it.
/// </remarks>
[Generator(LanguageNames.CSharp)]
public sealed class PooledBufferGenerator : IIncrementalGenerator
{
    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        // Runs for every annotated struct after each edit, and all symbol work ends here: the model compares by value.
        IncrementalValuesProvider<BufferModel> buffers = context.SyntaxProvider
            .ForAttributeWithMetadataName(WellKnownNames.Attribute, BufferParser.IsCandidate, ModelOf)
            .Where(static model => model is not null)
            .Select(static (model, _) => model!)
            .WithTrackingName(TrackingNames.Buffers);

        // The same for [PooledBuffer<T>], which is another type to the compiler.
        IncrementalValuesProvider<BufferModel> genericBuffers = context.SyntaxProvider
            .ForAttributeWithMetadataName(WellKnownNames.GenericAttribute, BufferParser.IsCandidate, ModelOf)
            .Where(static model => model is not null)
            .Select(static (model, _) => model!)
            .WithTrackingName(TrackingNames.GenericBuffers);

        // Runs only for a model that changed: one file a buffer.
        context.RegisterSourceOutput(buffers, static (output, model) => output.AddSource(model.HintName, BufferEmitter.Emit(model)));
        context.RegisterSourceOutput(genericBuffers, static (output, model) => output.AddSource(model.HintName, BufferEmitter.Emit(model)));
    }

    // Null where a definition rule objects: its analyzer says so, and nothing is emitted. A rule that objects to an option's value becomes an error in what
    // is emitted.
    private static BufferModel? ModelOf(GeneratorAttributeSyntaxContext context, CancellationToken cancellationToken)
    {
        BufferDeclaration? declaration = BufferDeclaration.Find((INamedTypeSymbol)context.TargetSymbol, context.SemanticModel.Compilation);
        if (declaration is null || declaration.HasErrors)
            return null;

        IReadOnlyList<(DefinitionAnalyzer Rule, Diagnostic Diagnostic)> objections = DefinitionRules.ObjectionsTo(declaration);
        if (objections.Any(static objection => !objection.Rule.KeepsTheMembers))
            return null;

        cancellationToken.ThrowIfCancellationRequested();
        Diagnostic? wrongOption = objections.FirstOrDefault().Diagnostic;
        return BufferParser.Parse(declaration, wrongOption is null ? null : $"{wrongOption.Id}: {wrongOption.GetMessage(CultureInfo.InvariantCulture)}");
    }
}

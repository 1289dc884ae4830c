using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0018: An element without fields holds nothing: most likely the attribute lacks its element type. The generator emits all the same.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ElementIsEmptyAnalyzer() : SingleRuleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0018",
        "Element is empty",
        "'{0}' is the element of its own buffers, and it has no fields; to make it a buffer of another type, name that type: [PooledBuffer<byte>(…)]",
        DiagnosticSeverity.Warning);

    private protected override void Register(AnalysisContext context) => context.RegisterSymbolAction(Analyze, SymbolKind.NamedType);

    private void Analyze(SymbolAnalysisContext context)
    {
        BufferDeclaration? declaration = BufferDeclaration.Find((INamedTypeSymbol)context.Symbol, context.Compilation);

        if (declaration is { IsElementMode: true, Type: var type } && HasRenter(type) && IsEmpty(type)
            && !DefinitionRules.MembersStandBesideAnErrorIn(declaration))
            context.ReportDiagnostic(Diagnostic.Create(Rule, declaration.AttributeLocation, type.Name));
    }

    // Without one the declaration has an error, which comes first. With a wrong option there is one all the same, beside an error.
    private static bool HasRenter(INamedTypeSymbol type) => type.GetTypeMembers(WellKnownNames.NestedRenter).Any(static renter => renter.IsRefLikeType);

    // A struct with a size of its own is a block of memory.
    private static bool IsEmpty(INamedTypeSymbol type)
        => !type.GetMembers().Any(static member => member is IFieldSymbol { IsStatic: false })
            && !type.GetAttributes().Any(static attribute => attribute.AttributeClass?.Name == "StructLayoutAttribute");
}

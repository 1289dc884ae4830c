using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0018: An element without fields holds no data; most likely the attribute lacks its element type. The generator still emits the renter.</summary>
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

    // A declaration with an error has no renter, and its error comes first. If only an option is wrong, the renter exists beside an error.
    private static bool HasRenter(INamedTypeSymbol type) => type.GetTypeMembers(WellKnownNames.NestedRenter).Any(static renter => renter.IsRefLikeType);

    // A struct with an explicit size is a block of memory. The field of an event or of a primary constructor's parameter is no member.
    private static bool IsEmpty(INamedTypeSymbol type)
        => !type.GetMembers().Any(static member => member is IFieldSymbol { IsStatic: false } or IEventSymbol { IsStatic: false }
                or IMethodSymbol { MethodKind: MethodKind.Constructor, IsImplicitlyDeclared: false })
            && !type.GetAttributes().Any(static attribute => attribute.AttributeClass?.Name == "StructLayoutAttribute");
}

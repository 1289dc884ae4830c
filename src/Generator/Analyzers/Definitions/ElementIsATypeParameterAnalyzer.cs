using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0020: C# has no type parameters in attributes (CS8968, CS0416); their names are allowed. The generator emits all the same.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ElementIsATypeParameterAnalyzer() : SingleRuleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0020",
        "Element type is a type parameter",
        "C# does not allow '{0}' in an attribute; {1}",
        DiagnosticSeverity.Warning);

    private protected override void Register(AnalysisContext context) => context.RegisterSymbolAction(Analyze, SymbolKind.NamedType);

    private void Analyze(SymbolAnalysisContext context)
    {
        BufferDeclaration? declaration = BufferDeclaration.Find((INamedTypeSymbol)context.Symbol, context.Compilation);

        if (declaration is { IsElementMode: false, TypeParameterName: null, HasErrors: false }
            && TypeTree.Of(declaration.Element).OfType<ITypeParameterSymbol>().FirstOrDefault() is { } parameter)
        {
            context.ReportDiagnostic(
                Diagnostic.Create(Rule, declaration.AttributeLocation, declaration.Element.ToDisplayString(), Advice(declaration, parameter)));
        }
    }

    // Only the type parameter itself has a name. A renter of any element takes what is made of it as its type argument.
    private static string Advice(BufferDeclaration declaration, ITypeParameterSymbol parameter) => declaration.Element is ITypeParameterSymbol
        ? $"write [PooledBuffer(nameof({parameter.Name}), …)]"
        : $"rent from a renter of a type parameter: SharedBuffer<{declaration.Element.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat)}>, "
            + "or your own [PooledBuffer(nameof(T), …)] partial struct Block<T>";
}

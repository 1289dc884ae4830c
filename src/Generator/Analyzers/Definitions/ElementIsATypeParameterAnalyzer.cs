using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0020: C# does not allow type parameters in attributes (CS8968, CS0416), but allows their names.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ElementIsATypeParameterAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0020",
        "Element type is a type parameter",
        "C# does not allow '{0}' in an attribute; {1}");

    // The element is known, so the members can be emitted. This rule is for editors: the compiler's own error ends a build before analyzers report.
    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (declaration is { IsElementMode: false, IsOfColumns: false, TypeParameterName: null }
            && TypeTree.Of(declaration.Element).OfType<ITypeParameterSymbol>().FirstOrDefault() is { } parameter
            && !declaration.IsElementNull)
        {
            yield return Diagnostic.Create(Rule, declaration.AttributeLocation, declaration.Element.ToDisplayString(), Advice(declaration, parameter));
        }
    }

    // nameof works only for the type parameter itself. A generic renter takes a type built from it as its type argument.
    private static string Advice(BufferDeclaration declaration, ITypeParameterSymbol parameter) => declaration.Element is ITypeParameterSymbol
        ? $"write [PooledBuffer(nameof({parameter.Name}), …)]"
        : $"rent from a renter of a type parameter: SharedBuffer<{declaration.Element.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat)}>, "
            + "or your own [PooledBuffer(nameof(T), …)] partial struct Block<T>";
}

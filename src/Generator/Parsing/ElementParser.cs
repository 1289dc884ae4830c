using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Generator.Model;

namespace PooledGen.Generator.Parsing;

/// <summary>Turns the element type into its model.</summary>
internal static class ElementParser
{
    public static ElementModel Parse(ITypeSymbol element, Compilation compilation) => new(
        CodeNames.Of(element),
        ByteSizeOf(element.SpecialType),
        ElementReferences.Of(element, compilation),
        element.IsUnmanagedType,
        DependsOnTypeArguments: !element.IsReferenceType && TypeTree.DependsOnTypeParameter(element),
        IsTypeParameter: element.TypeKind == TypeKind.TypeParameter,
        string.Join(
            ", ",
            TypeTree.Of(element).SelectMany(WarningsOf).Where(SyntaxFacts.IsValidIdentifier).Distinct().OrderBy(static id => id, StringComparer.Ordinal)));

    /// <summary>The value of sizeof without an unsafe context (C# specification, 12.8.19); null for types that need one.</summary>
    public static int? ByteSizeOf(SpecialType type) => type switch
    {
        SpecialType.System_Boolean or SpecialType.System_Byte or SpecialType.System_SByte => 1,
        SpecialType.System_Char or SpecialType.System_Int16 or SpecialType.System_UInt16 => 2,
        SpecialType.System_Int32 or SpecialType.System_UInt32 or SpecialType.System_Single => 4,
        SpecialType.System_Int64 or SpecialType.System_UInt64 or SpecialType.System_Double => 8,
        SpecialType.System_Decimal => 16,
        _ => null,
    };

    private static IEnumerable<string> WarningsOf(ITypeSymbol type)
    {
        if (type is INamedTypeSymbol named && named.TypeParameters.Zip(named.TypeArguments, IsNullableWhereNotNull).Any(static isWarnedOf => isWarnedOf))
            yield return "CS8714";

        // All types of an assembly or a module may be experimental.
        IEnumerable<ISymbol> marked = new ISymbol?[] { type, type.ContainingModule, type.ContainingAssembly }.OfType<ISymbol>();
        foreach (AttributeData attribute in marked.SelectMany(static symbol => symbol.GetAttributes()))
        {
            switch (attribute.AttributeClass?.ToDisplayString())
            {
                case "System.ObsoleteAttribute" when DiagnosticIdOf(attribute) is { Length: > 0 } id:
                    yield return id;
                    break;
                case "System.ObsoleteAttribute":
                    yield return "CS0612"; // for an attribute without a message
                    yield return "CS0618"; // for an attribute with a message
                    break;
                case "System.Diagnostics.CodeAnalysis.ExperimentalAttribute" when attribute.ConstructorArguments.FirstOrDefault().Value is string id:
                    yield return id;
                    break;
            }
        }
    }

    private static bool IsNullableWhereNotNull(ITypeParameterSymbol parameter, ITypeSymbol argument)
        => parameter.HasNotNullConstraint && argument.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T;

    private static string? DiagnosticIdOf(AttributeData attribute)
        => attribute.NamedArguments.FirstOrDefault(static argument => argument.Key == "DiagnosticId").Value.Value as string;
}

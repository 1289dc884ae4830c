using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Parsing;

/// <summary>The errors that the compiler itself reports for an annotated type. The rules do not repeat them, and nothing is generated.</summary>
internal static class CompilerErrors
{
    public static bool In(BufferDeclaration declaration)
        => HasMissingName(declaration.Type)
            || declaration.Attributes.Any(IsRejected)
            || (declaration.Defaults is { } defaults && IsRejected(defaults))
            || IsDuplicated(declaration)
            || IsRejectedElement(declaration)
            || declaration.Type.TypeKind is TypeKind.Enum or TypeKind.Delegate
            || TypeTree.ContainersOf(declaration.Type).Any(CannotContainStructs);

    // While the user types, a type, a type parameter or a namespace around it can lack its name.
    private static bool HasMissingName(INamespaceOrTypeSymbol symbol)
        => symbol is not INamespaceSymbol { IsGlobalNamespace: true }
            && (symbol.Name.Length == 0
                || symbol is INamedTypeSymbol type && type.TypeParameters.Any(static parameter => parameter.Name.Length == 0)
                || HasMissingName((INamespaceOrTypeSymbol)symbol.ContainingSymbol));

    private static bool IsRejected(AttributeData attribute)
        => attribute.AttributeConstructor is null || attribute.NamedArguments.Any(static argument => argument.Value.Kind == TypedConstantKind.Error);

    // CS0579: for the compiler, [PooledBuffer<byte>] and [PooledBuffer<int>] are the same attribute, applied twice.
    private static bool IsDuplicated(BufferDeclaration declaration)
        => declaration.Attributes.GroupBy(static attribute => attribute.AttributeClass!.MetadataName).Any(static twins => twins.Count() > 1);

    private static bool IsRejectedElement(BufferDeclaration declaration)
    {
        ITypeSymbol element = declaration.Element;
        bool isTypeArgument = declaration.Attribute.AttributeClass!.IsGenericType;
        return (isTypeArgument && CannotBeTypeArgument(element))
            || TypeTree.Holds(element, static held => held.IsRefLikeType || held.IsStatic)
            || element.TypeKind == TypeKind.Dynamic
            || TypeTree.Of(element).Any(type => type.TypeKind == TypeKind.Error
                || (isTypeArgument && type.TypeKind == TypeKind.Dynamic)
                || IsGivenPointers(type));
    }

    private static bool CannotBeTypeArgument(ITypeSymbol type)
        => type is { IsRefLikeType: true } or { IsStatic: true } or { SpecialType: SpecialType.System_Void } or INamedTypeSymbol { IsUnboundGenericType: true }
            || IsPointer(type);

    private static bool IsGivenPointers(ITypeSymbol type) => type is INamedTypeSymbol named && named.TypeArguments.Any(IsPointer);

    private static bool IsPointer(ITypeSymbol type) => type.TypeKind is TypeKind.Pointer or TypeKind.FunctionPointer;

    // The compiler reports CS8427 for a struct in a variant interface, and CS9282 in an extension block, which has no name.
    private static bool CannotContainStructs(INamedTypeSymbol container)
        => container.Name.Length == 0 || container.TypeParameters.Any(static parameter => parameter.Variance != VarianceKind.None);
}

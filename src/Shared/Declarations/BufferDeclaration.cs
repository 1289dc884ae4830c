using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Generator.Parsing;

/// <summary>
/// An annotated type as the user wrote it. The definition rules check it and, if none reports an error, the parser makes the model from it.
/// It holds symbols, so it lives only as long as one call of the parser or of an analyzer.
/// </summary>
internal sealed class BufferDeclaration
{
    private BufferDeclaration(INamedTypeSymbol type, ImmutableArray<AttributeData> attributes, AttributeData? defaults, Compilation compilation)
    {
        Type = type;
        Attributes = attributes;
        Defaults = defaults;
        Compilation = compilation;
        IsElementMode = IsForElement(Attribute);
        Options = new OptionValues(Attribute, defaults);
        TypeParameterName = TypeParameterNameOf(Attribute);
        Element = ElementOf(type, Attribute);
    }

    public INamedTypeSymbol Type { get; }

    /// <summary>All PooledGen attributes of this type; more than one is an error.</summary>
    public ImmutableArray<AttributeData> Attributes { get; }

    public AttributeData Attribute => Attributes[0];

    /// <summary>The options of the whole assembly, if it has any.</summary>
    public AttributeData? Defaults { get; }

    public Compilation Compilation { get; }

    public OptionValues Options { get; }

    /// <summary>The element type; the annotated type itself in element mode, or if the attribute names null or no known type parameter.</summary>
    public ITypeSymbol Element { get; }

    /// <summary>The name in <c>[PooledBuffer(nameof(T))]</c>; null in every other form.</summary>
    public string? TypeParameterName { get; }

    /// <summary>Whether the name in the attribute is not a type parameter of the annotated type or of a type around it.</summary>
    public bool IsTypeParameterUnknown => TypeParameterName is { } name && TypeTree.FindTypeParameter(Type, name) is null;

    /// <summary>Whether the attribute's argument is <c>(Type)null</c>.</summary>
    public bool IsElementNull => Attribute.ConstructorArguments.Any(static argument => argument.IsNull);

    /// <summary>Whether the annotated struct is the element, with the renter nested in it.</summary>
    public bool IsElementMode { get; }

    /// <summary>
    /// Whether the type is a struct. A renter cannot be a record struct, whose members would copy and compare the rental, nor a union, which has a field.
    /// </summary>
    public bool IsOfValidKind => Type.TypeKind == TypeKind.Struct && (IsElementMode || !(Type.IsRecord || IsUnion(Type)));

    public Location AttributeLocation => AttributeSyntax?.GetLocation() ?? NameLocation;

    public Location NameLocation => Type.Locations[0];

    public LanguageVersion LanguageVersion
        => AttributeSyntax?.SyntaxTree.Options is CSharpParseOptions options ? options.LanguageVersion : LanguageVersion.Latest;

    /// <summary>Whether the compiler rejects the attribute or its place. The rules then skip the type, because the compiler has reported it.</summary>
    public bool HasErrors => CompilerErrors.In(this);

    private AttributeSyntax? AttributeSyntax => SyntaxOf(Attribute);

    /// <summary>The declaration of an annotated type; null if the type has no PooledGen attribute, or the runtime is not referenced.</summary>
    public static BufferDeclaration? Find(INamedTypeSymbol type, Compilation compilation)
    {
        ImmutableArray<AttributeData> attributes = type.GetAttributes().Where(IsOurs).ToImmutableArray();
        if (attributes.IsEmpty || compilation.GetTypesByMetadataName(WellKnownNames.Pool).IsEmpty)
            return null;

        // The defaults come from the assembly that declares the type, because a rule may ask about a type of a referenced assembly.
        AttributeData? defaults = type.ContainingAssembly.GetAttributes()
            .FirstOrDefault(static attribute => MetadataName(attribute) == WellKnownNames.DefaultsAttribute);
        return new BufferDeclaration(type, attributes, defaults, compilation);
    }

    /// <summary>Whether a type is, or is about to become, a renter, which is a ref struct.</summary>
    public static bool IsRenter(ITypeSymbol type) => type.GetAttributes().Any(static attribute => IsOurs(attribute) && !IsForElement(attribute));

    /// <summary>Whether a type is the element of a renter that is nested in it.</summary>
    public static bool IsElement(ITypeSymbol type) => type.GetAttributes().Any(static attribute => IsOurs(attribute) && IsForElement(attribute));

    /// <summary>Whether a type is a union of C# 15.</summary>
    // The compiler that we build against does not know unions, and for a newer one their kind is that of structs.
    public static bool IsUnion(INamedTypeSymbol type) => type.DeclaringSyntaxReferences.Any(
        static reference => reference.GetSyntax() is TypeDeclarationSyntax { Keyword.ValueText: "union" });

    /// <summary>The location of an option on the type: its argument, or the attribute if the option comes from the assembly's defaults.</summary>
    public Location LocationOf(string option) => ArgumentOf(AttributeSyntax, option)?.GetLocation() ?? AttributeLocation;

    /// <summary>The location of the value of an option, which may be in the assembly's defaults: for a value that is wrong on every type.</summary>
    public Location OriginOf(string option)
        => (ArgumentOf(AttributeSyntax, option) ?? ArgumentOf(SyntaxOf(Defaults), option))?.GetLocation() ?? AttributeLocation;

    /// <summary>The value of an option as it is written on the type or in the assembly's defaults; null if it is in neither.</summary>
    public ExpressionSyntax? ValueOf(string option) => (ArgumentOf(AttributeSyntax, option) ?? ArgumentOf(SyntaxOf(Defaults), option))?.Expression;

    private static AttributeSyntax? SyntaxOf(AttributeData? attribute) => attribute?.ApplicationSyntaxReference?.GetSyntax() as AttributeSyntax;

    private static AttributeArgumentSyntax? ArgumentOf(AttributeSyntax? attribute, string option)
        => attribute?.ArgumentList?.Arguments.FirstOrDefault(argument => argument.NameEquals?.Name.Identifier.ValueText == option);

    private static bool IsForElement(AttributeData attribute)
        => attribute.AttributeClass is { IsGenericType: false } && attribute.ConstructorArguments.IsEmpty;

    private static bool IsOurs(AttributeData attribute)
        => MetadataName(attribute) is WellKnownNames.Attribute or WellKnownNames.GenericAttribute;

    private static string MetadataName(AttributeData attribute)
        => attribute.AttributeClass is { ContainingNamespace: { } space } type ? $"{space.ToDisplayString()}.{type.MetadataName}" : "";

    private static ITypeSymbol ElementOf(INamedTypeSymbol type, AttributeData attribute)
    {
        if (attribute.AttributeClass is { IsGenericType: true } generic)
            return generic.TypeArguments[0];

        ITypeSymbol? element = TypeParameterNameOf(attribute) is { } name
            ? TypeTree.FindTypeParameter(type, name)
            : attribute.ConstructorArguments.FirstOrDefault().Value as ITypeSymbol;
        return element ?? type;
    }

    private static string? TypeParameterNameOf(AttributeData attribute) => attribute.ConstructorArguments.FirstOrDefault().Value as string;
}

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
            || TypeTree.Holds(element, static held => TypeTree.IsRefStruct(held) || held.IsStatic)
            || element.TypeKind == TypeKind.Dynamic
            || TypeTree.Of(element).Any(type => type.TypeKind == TypeKind.Error
                || (isTypeArgument && type.TypeKind == TypeKind.Dynamic)
                || IsGivenPointers(type));
    }

    private static bool CannotBeTypeArgument(ITypeSymbol type)
        => type is { IsStatic: true } or { SpecialType: SpecialType.System_Void } or INamedTypeSymbol { IsUnboundGenericType: true }
            || TypeTree.IsRefStruct(type)
            || IsPointer(type);

    private static bool IsGivenPointers(ITypeSymbol type) => type is INamedTypeSymbol named && named.TypeArguments.Any(IsPointer);

    private static bool IsPointer(ITypeSymbol type) => type.TypeKind is TypeKind.Pointer or TypeKind.FunctionPointer;

    // The compiler reports CS8427 for a struct in a variant interface, and CS9282 in an extension block, which has no name.
    private static bool CannotContainStructs(INamedTypeSymbol container)
        => container.Name.Length == 0 || container.TypeParameters.Any(static parameter => parameter.Variance != VarianceKind.None);
}

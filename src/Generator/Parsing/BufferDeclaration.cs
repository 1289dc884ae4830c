using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Generator.Parsing;

/// <summary>
/// An annotated type as the user wrote it: what the definition rules judge and, if none objects, what the model is made from.
/// It holds symbols, so it lives only as long as one call of the parser or of an analyzer.
/// </summary>
internal sealed class BufferDeclaration
{
    private BufferDeclaration(INamedTypeSymbol type, ImmutableArray<AttributeData> attributes, AttributeData? defaults, Compilation compilation)
    {
        Type = type;
        Attributes = attributes;
        Compilation = compilation;
        Options = new OptionValues(Attribute, defaults);
        Element = ElementOf(type, Attribute);
    }

    public INamedTypeSymbol Type { get; }

    /// <summary>All of ours on this type; more than one is an error.</summary>
    public ImmutableArray<AttributeData> Attributes { get; }

    public AttributeData Attribute => Attributes[0];

    public Compilation Compilation { get; }

    public OptionValues Options { get; }

    /// <summary>The element type; the annotated type itself in element mode, and for want of another where the attribute says null.</summary>
    public ITypeSymbol Element { get; }

    /// <summary>The annotated struct is the element, and the renter is nested in it.</summary>
    public bool IsElementMode => Attribute.AttributeClass is { IsGenericType: false } && Attribute.ConstructorArguments.IsEmpty;

    public Location AttributeLocation => AttributeSyntax?.GetLocation() ?? NameLocation;

    public Location NameLocation => Type.Locations[0];

    public LanguageVersion LanguageVersion
        => AttributeSyntax?.SyntaxTree.Options is CSharpParseOptions options ? options.LanguageVersion : LanguageVersion.Latest;

    /// <summary>A name or an argument that the compiler rejects: it has said so already, and there is no value to judge.</summary>
    public bool HasErrors
        => HasMissingName(Type)
            || MentionedTypes.In(Element).Any(static type => type.TypeKind == TypeKind.Error)
            || Attribute.NamedArguments.Any(static argument => argument.Value.Kind == TypedConstantKind.Error);

    private AttributeSyntax? AttributeSyntax => Attribute.ApplicationSyntaxReference?.GetSyntax() as AttributeSyntax;

    /// <summary>The declaration behind an annotated type; null where the type has no attribute of ours, or our runtime is not there.</summary>
    public static BufferDeclaration? Find(INamedTypeSymbol type, Compilation compilation)
    {
        ImmutableArray<AttributeData> attributes = type.GetAttributes().Where(IsOurs).ToImmutableArray();
        if (attributes.IsEmpty || compilation.GetTypeByMetadataName(WellKnownNames.Pool) is null)
            return null;

        AttributeData? defaults = compilation.Assembly.GetAttributes()
            .FirstOrDefault(static attribute => MetadataName(attribute) == WellKnownNames.DefaultsAttribute);
        return new BufferDeclaration(type, attributes, defaults, compilation);
    }

    /// <summary>Where an option was written: the argument, or the attribute where it comes from the assembly's defaults.</summary>
    public Location LocationOf(string option)
    {
        AttributeArgumentSyntax? argument = AttributeSyntax?.ArgumentList?.Arguments
            .FirstOrDefault(argument => argument.NameEquals?.Name.Identifier.ValueText == option);
        return argument?.GetLocation() ?? AttributeLocation;
    }

    // While somebody types, a type, a type parameter, or a namespace around it can lack its name.
    private static bool HasMissingName(INamespaceOrTypeSymbol symbol)
        => symbol is not INamespaceSymbol { IsGlobalNamespace: true }
            && (symbol.Name.Length == 0
                || symbol is INamedTypeSymbol type && type.TypeParameters.Any(static parameter => parameter.Name.Length == 0)
                || HasMissingName((INamespaceOrTypeSymbol)symbol.ContainingSymbol));

    private static bool IsOurs(AttributeData attribute)
        => MetadataName(attribute) is WellKnownNames.Attribute or WellKnownNames.GenericAttribute;

    private static string MetadataName(AttributeData attribute)
        => attribute.AttributeClass is { ContainingNamespace: { } space } type ? $"{space.ToDisplayString()}.{type.MetadataName}" : "";

    private static ITypeSymbol ElementOf(INamedTypeSymbol type, AttributeData attribute)
    {
        if (attribute.AttributeClass is { IsGenericType: true } generic)
            return generic.TypeArguments[0];

        return attribute.ConstructorArguments.FirstOrDefault().Value as ITypeSymbol ?? type;
    }
}

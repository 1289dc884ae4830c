using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests.Snapshots.PublicApi;

/// <summary>The public surface of a build, a line a member, in the form of Microsoft.CodeAnalysis.PublicApiAnalyzers' files.</summary>
internal static class PublicApiListing
{
    private const string Plumbing = "PooledGen.CompilerServices";

    private static readonly SymbolDisplayFormat s_format = new(
        typeQualificationStyle: SymbolDisplayTypeQualificationStyle.NameAndContainingTypesAndNamespaces,
        genericsOptions: SymbolDisplayGenericsOptions.IncludeTypeParameters | SymbolDisplayGenericsOptions.IncludeTypeConstraints,
        memberOptions: SymbolDisplayMemberOptions.IncludeContainingType | SymbolDisplayMemberOptions.IncludeParameters
            | SymbolDisplayMemberOptions.IncludeConstantValue
            | SymbolDisplayMemberOptions.IncludeExplicitInterface | SymbolDisplayMemberOptions.IncludeModifiers | SymbolDisplayMemberOptions.IncludeRef,
        parameterOptions: SymbolDisplayParameterOptions.IncludeType | SymbolDisplayParameterOptions.IncludeName
            | SymbolDisplayParameterOptions.IncludeParamsRefOut
            | SymbolDisplayParameterOptions.IncludeDefaultValue,
        propertyStyle: SymbolDisplayPropertyStyle.ShowReadWriteDescriptor,
        miscellaneousOptions: SymbolDisplayMiscellaneousOptions.UseSpecialTypes | SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier);

    public static string Of(ConsumerFramework framework)
        => string.Concat(Types(framework).SelectMany(Lines).Order(StringComparer.Ordinal).Select(static line => line + "\n"));

    /// <summary>The types of the plumbing that an editor would offer to users.</summary>
    public static IEnumerable<string> VisiblePlumbing(ConsumerFramework framework)
        => Types(framework)
            .Where(static type => type.ContainingNamespace.ToDisplayString() == Plumbing && type.ContainingType is null && !IsHidden(type))
            .Select(static type => type.ToDisplayString());

    private static IEnumerable<INamedTypeSymbol> Types(ConsumerFramework framework)
    {
        CSharpCompilation compilation = CSharpCompilation.Create("Reader", references: framework.References);
        var assembly = (IAssemblySymbol)compilation.GetAssemblyOrModuleSymbol(framework.Runtime)!;
        return TypesIn(assembly.GlobalNamespace);
    }

    private static IEnumerable<INamedTypeSymbol> TypesIn(INamespaceOrTypeSymbol container)
    {
        foreach (ISymbol member in container.GetMembers())
        {
            if (member is INamespaceSymbol space)
            {
                foreach (INamedTypeSymbol type in TypesIn(space))
                    yield return type;
            }
            else if (member is INamedTypeSymbol type && IsVisible(type))
            {
                yield return type;
                foreach (INamedTypeSymbol nested in TypesIn(type))
                    yield return nested;
            }
        }
    }

    private static IEnumerable<string> Lines(INamedTypeSymbol type)
    {
        // Sorted, because the order of the interfaces in an assembly depends on the framework.
        IEnumerable<string> interfaces = type.Interfaces.Select(static one => one.ToDisplayString(s_format)).Order(StringComparer.Ordinal);
        IEnumerable<string> baseType = type.BaseType is { SpecialType: SpecialType.None } ? [type.BaseType.ToDisplayString(s_format)] : [];
        string bases = string.Join(", ", baseType.Concat(interfaces));
        yield return type.ToDisplayString(s_format) + (bases.Length > 0 ? " : " + bases : "");

        foreach (ISymbol member in type.GetMembers())
        {
            // Accessors stand with their property, delegates' members with the framework.
            bool isListed = IsVisible(member) && member is not INamedTypeSymbol && type.TypeKind != TypeKind.Delegate
                && member is not IMethodSymbol { MethodKind: MethodKind.PropertyGet or MethodKind.PropertySet }
                && member is not IMethodSymbol { MethodKind: MethodKind.EventAdd or MethodKind.EventRemove };
            if (isListed)
                yield return member.ToDisplayString(s_format) + TypeOf(member);
        }
    }

    private static string TypeOf(ISymbol member) => member switch
    {
        IMethodSymbol { MethodKind: MethodKind.Constructor or MethodKind.Destructor } => "",
        IMethodSymbol method => " -> " + method.ReturnType.ToDisplayString(s_format),
        IPropertySymbol property => " -> " + property.Type.ToDisplayString(s_format),
        IFieldSymbol field => " -> " + field.Type.ToDisplayString(s_format),
        IEventSymbol @event => " -> " + @event.Type.ToDisplayString(s_format),
        _ => "",
    };

    private static bool IsVisible(ISymbol symbol)
        => symbol.DeclaredAccessibility is Accessibility.Public or Accessibility.Protected or Accessibility.ProtectedOrInternal;

    private static bool IsHidden(INamedTypeSymbol type) => type.GetAttributes().Any(static attribute =>
        attribute.AttributeClass?.Name == "EditorBrowsableAttribute" && attribute.ConstructorArguments is [{ Value: 1 }]);
}

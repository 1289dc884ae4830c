using System.Globalization;
using Microsoft.CodeAnalysis;
using PooledGen.Generator.Parsing;
using static PooledGen.Generator.Analyzers.Definitions.DefinitionRules;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>Checks the element type: an array must be able to hold it, and the renter's members to name it.</summary>
internal static class ElementChecks
{
    public static IEnumerable<Diagnostic> ErrorsIn(BufferDeclaration declaration)
    {
        ITypeSymbol element = declaration.Element;
        INamedTypeSymbol type = declaration.Type;
        Location attribute = declaration.AttributeLocation;

        if (Obstacle(declaration) is { } obstacle)
        {
            string name = declaration.IsElementNull ? "null" : element.ToDisplayString();
            yield return ElementCannotBePooled.At(attribute, name, type.Name, obstacle);
        }

        // In element mode the renter is nested in its own element.
        if (!declaration.IsElementMode && Accessibilities.IsLessAccessible(element, type))
            yield return ElementIsLessAccessible.At(attribute, element.ToDisplayString(), type.Name);

        // TypeIsNotAStruct reports a type that is not a struct.
        if (declaration is { IsTypeParameterUnknown: true, IsOfValidKind: true })
            yield return TypeParameterIsUnknown.At(attribute, declaration.TypeParameterName, type.Name, TypeParametersFor(type));

        // C# does not allow type parameters in attributes (CS8968, CS0416), but allows their names. This rule is for editors: the compiler's own error
        // ends a build before analyzers report.
        if (declaration is { IsElementMode: false, TypeParameterName: null, IsElementNull: false }
            && TypeTree.Of(element).OfType<ITypeParameterSymbol>().FirstOrDefault() is { } parameter)
        {
            yield return ElementIsATypeParameter.At(attribute, element.ToDisplayString(), RenterOf(parameter, element));
        }
    }

    /// <summary>The warning about an element without fields, which has a renter. Most likely the attribute lacks its element type.</summary>
    public static Diagnostic? WarningIn(BufferDeclaration declaration)
        => declaration is { IsElementMode: true, Type: var type } && HasRenter(type) && IsEmpty(type)
            ? ElementIsEmpty.At(declaration.AttributeLocation, type.Name)
            : null;

    /// <summary>Whether no rule objects to the element itself.</summary>
    public static bool CanBePooled(BufferDeclaration declaration)
        => !declaration.IsTypeParameterUnknown && declaration is not { IsElementMode: true, IsOfValidKind: false } && Obstacle(declaration) is null;

    // Why no array can hold such elements; null if one can, or another rule says why not.
    private static string? Obstacle(BufferDeclaration declaration) => declaration.Element switch
    {
        // TypeIsNotAStruct reports a class that is its own element.
        _ when declaration is { IsElementMode: true, IsOfValidKind: false } => null,
        // TypeParameterIsUnknown reports a name that is not a type parameter.
        _ when declaration.IsTypeParameterUnknown => null,
        _ when declaration.IsElementNull => "name a type, or leave the argument out to make the struct itself the element",
        { } element when TypeTree.Of(element).Any(IsPointer) => "pointers need an unsafe context, which the generated code does not have; use nint",
        { } element when MentionsRenter(declaration, element) => "a pooled buffer is a ref struct, and arrays cannot hold ref structs",
        { } element when TypeTree.IsRefStruct(element) => "arrays cannot hold ref structs",
        ITypeParameterSymbol parameter when TypeTree.AllowsRefStruct(parameter)
            => "arrays cannot hold ref structs, and its constraint allows them; remove 'allows ref struct'",
        { IsStatic: true } => "a static class has no instances",
        { SpecialType: SpecialType.System_Void } => "void has no values",
        INamedTypeSymbol { IsUnboundGenericType: true } => "an open generic type has no instances; give it type arguments",
        { } element when TypeTree.Of(element).Any(type => IsBehindAnAlias(type, declaration.Compilation))
            => "code can name it by an extern alias only, and the generated code has none; give the reference the alias 'global', too",
        { } element when ElementSize.AtLeast(element) is > ElementSize.LongestElementOfAnArray and var size
            => string.Format(
                CultureInfo.InvariantCulture,
                "it has at least {0:N0} bytes, and the runtime has no arrays of elements above {1:N0}",
                size,
                ElementSize.LongestElementOfAnArray),
        _ => null,
    };

    // The global namespace has no types of an assembly that is referenced by other aliases only. A tuple and a native integer are symbols of their own.
    private static bool IsBehindAnAlias(ITypeSymbol type, Compilation compilation)
        => type is INamedTypeSymbol { ContainingType: null } named
            && compilation.GetCompilationNamespace(named.ContainingNamespace)?
                .GetTypeMembers(named.Name, named.Arity)
                .Any(found => SymbolEqualityComparer.Default.Equals(found.ContainingAssembly, named.ContainingAssembly)) != true;

    private static bool IsPointer(ITypeSymbol type) => type.TypeKind is TypeKind.Pointer or TypeKind.FunctionPointer;

    // Before the generator has run, another renter is still an ordinary struct.
    private static bool MentionsRenter(BufferDeclaration declaration, ITypeSymbol element)
        => !declaration.IsElementMode && (BufferDeclaration.IsRenter(element) || TypeTree.Holds(element, BufferDeclaration.IsRenter));

    private static string TypeParametersFor(INamedTypeSymbol type)
    {
        string[] names = [.. TypeTree.TypeParametersIn(type).Select(static parameter => $"nameof({TypeTree.NameOf(parameter)})").Distinct()];
        return names.Length > 0
            ? $"write {string.Join(" or ", names)}, or name a type: [PooledBuffer(typeof(byte), …)]"
            : "it has none, so name a type: [PooledBuffer(typeof(byte), …)]";
    }

    // nameof works only for the type parameter itself. A generic renter takes a type built from it as its type argument.
    private static string RenterOf(ITypeParameterSymbol parameter, ITypeSymbol element) => element is ITypeParameterSymbol
        ? $"write [PooledBuffer(nameof({parameter.Name}), …)]"
        : $"rent from a renter of a type parameter: SharedBuffer<{element.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat)}>, "
            + "or your own [PooledBuffer(nameof(T), …)] partial struct Block<T>";

    private static bool HasRenter(INamedTypeSymbol type) => type.GetTypeMembers(WellKnownNames.NestedRenter).Any(static renter => renter.IsRefLikeType);

    // A struct with an explicit size is a block of memory. The field of an event or of a primary constructor's parameter is not a member.
    private static bool IsEmpty(INamedTypeSymbol type)
        => !type.GetMembers().Any(static member => member is IFieldSymbol { IsStatic: false } or IEventSymbol { IsStatic: false }
                or IMethodSymbol { MethodKind: MethodKind.Constructor, IsImplicitlyDeclared: false })
            && !type.GetAttributes().Any(static attribute => attribute.AttributeClass?.Name == "StructLayoutAttribute");
}

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Generator.Model;

namespace PooledGen.Generator.Parsing;

/// <summary>
/// Finds out what is known of references in an element. Two kinds of fields are not visible to a generator: private ones that a reference assembly leaves
/// out, and those that another generator adds to a partial struct. So an element holds none only if that is certain.
/// </summary>
internal static class ElementReferences
{
    // More than valid elements have. The limit ends the search in a struct whose fields are ever larger types, which is an error.
    private const int MostTypes = 256;

    /// <summary>Whether an element certainly holds references.</summary>
    /// <param name="element">The element type.</param>
    /// <param name="compilation">The compilation that pools it.</param>
    public static bool AreIn(ITypeSymbol element, Compilation compilation) => Of(element, compilation) == References.Some;

    /// <summary>What is known of an element.</summary>
    /// <param name="element">The element type.</param>
    /// <param name="compilation">The compilation that pools it. Only the structs that it declares show all their fields.</param>
    public static References Of(ITypeSymbol element, Compilation compilation)
    {
        var known = References.None;
        var seen = new HashSet<ITypeSymbol>(SymbolEqualityComparer.Default);
        var open = new Stack<ITypeSymbol>([element]);
        while (open.Count > 0 && seen.Count < MostTypes)
        {
            ITypeSymbol type = open.Pop();
            if (!seen.Add(type))
                continue;

            switch (OfItself(type, compilation))
            {
                case References.Some:
                    return References.Some;
                case References.AskAtRunTime:
                    known = References.AskAtRunTime;
                    break;
            }

            foreach (ITypeSymbol part in PartsOf(type))
                open.Push(part);
        }

        return open.Count > 0 ? References.AskAtRunTime : known;
    }

    // What is known of a type apart from its parts.
    private static References OfItself(ITypeSymbol type, Compilation compilation) => type switch
    {
        { IsReferenceType: true } => References.Some,
        { TypeKind: TypeKind.Enum or TypeKind.Pointer or TypeKind.FunctionPointer } => References.None,
        _ when IsPrimitive(type) => References.None,
        INamedTypeSymbol { TypeKind: TypeKind.Struct } structure => FrameworkStructs.Find(structure) ?? OfFields(structure, compilation),
        _ => References.AskAtRunTime,
    };

    // The compiler looks at fields that are no members here, such as that of an event. What it says of references is true of all fields that it sees.
    private static References OfFields(INamedTypeSymbol structure, Compilation compilation)
        => !structure.IsUnmanagedType && !TypeTree.DependsOnTypeParameter(structure) ? References.Some
            : structure.IsUnmanagedType && ShowsAllFields(structure, compilation) ? References.None
            : References.AskAtRunTime;

    // A parameter of a primary constructor may be a field, but is no member.
    private static bool ShowsAllFields(INamedTypeSymbol structure, Compilation compilation)
        => SymbolEqualityComparer.Default.Equals(structure.ContainingAssembly, compilation.Assembly)
            && structure.DeclaringSyntaxReferences is [var declaration]
            && declaration.GetSyntax() is TypeDeclarationSyntax { ParameterList: null } or RecordDeclarationSyntax
            && !PartialTypes.IsPartial(structure);

    private static IEnumerable<ITypeSymbol> PartsOf(ITypeSymbol type)
    {
        if (type is not INamedTypeSymbol { TypeKind: TypeKind.Struct } structure || IsPrimitive(structure))
            return [];

        if (FrameworkStructs.Find(structure) is null)
            return structure.GetMembers().OfType<IFieldSymbol>().Where(static field => !field.IsStatic).Select(static field => field.Type);

        return FrameworkStructs.OfTheirArguments.Contains(Framework.FullNameOf(structure)) ? structure.TypeArguments : Enumerable.Empty<ITypeSymbol>();
    }

    // From bool to double, decimal included: the enumeration has them side by side.
    private static bool IsPrimitive(ITypeSymbol type) => type.SpecialType
        is (>= SpecialType.System_Boolean and <= SpecialType.System_Double) or SpecialType.System_IntPtr or SpecialType.System_UIntPtr;
}

using System.Runtime.InteropServices;
using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Parsing;

/// <summary>
/// Computes a lower bound of an element's size in bytes from its declaration. The runtime may add padding, and references are wider in a
/// 64-bit process, but an element is never smaller.
/// </summary>
internal static class ElementSize
{
    /// <summary>The largest element size of an array: for larger elements the runtime throws a TypeLoadException.</summary>
    public const int LongestElementOfAnArray = ushort.MaxValue;

    // Far above the limit, and small enough that a sum of such sizes cannot overflow.
    private const long Huge = 1L << 40;
    private const int SmallestReference = 4;

    // More structs than valid elements consist of. The limit ends the search in a struct whose fields are ever larger types, which is an error.
    private const int MostStructs = 256;

    public static long AtLeast(ITypeSymbol element) => AtLeast(element, new Dictionary<ITypeSymbol, long>(SymbolEqualityComparer.Default));

    private static long AtLeast(ITypeSymbol type, Dictionary<ITypeSymbol, long> sizes) => type switch
    {
        { IsReferenceType: true } or IPointerTypeSymbol or IFunctionPointerTypeSymbol => SmallestReference,
        INamedTypeSymbol { TypeKind: TypeKind.Enum, EnumUnderlyingType: { } underlying } => AtLeast(underlying, sizes),
        INamedTypeSymbol { TypeKind: TypeKind.Struct } structure => SizeOf(structure.SpecialType) ?? OfFields(structure, sizes),
        _ => 0,
    };

    // A struct that contains itself counts as empty inside itself. That is an error, which the compiler reports.
    private static long OfFields(INamedTypeSymbol structure, Dictionary<ITypeSymbol, long> sizes)
    {
        if (sizes.TryGetValue(structure, out long known) || sizes.Count == MostStructs)
            return known;

        sizes.Add(structure, 0);
        return sizes[structure] = Math.Min(Huge, SumOfFields(structure, sizes));
    }

    private static long SumOfFields(INamedTypeSymbol structure, Dictionary<ITypeSymbol, long> sizes)
    {
        long[] fields = [.. structure.GetMembers().OfType<IFieldSymbol>().Where(static field => !field.IsStatic).Select(field => AtLeast(field, sizes))];
        if (fields.Length == 0)
            return DeclaredSize(structure);

        // Fields of an explicit layout may overlap, and the layout of a compiled struct is not known here.
        long size = HasSource(structure) && !IsExplicit(structure) ? fields.Sum() : fields.Max();
        return Math.Max(DeclaredSize(structure), size * InlineLength(structure));
    }

    private static long AtLeast(IFieldSymbol field, Dictionary<ITypeSymbol, long> sizes)
        => field is { IsFixedSizeBuffer: true, Type: IPointerTypeSymbol { PointedAtType: var element } }
            ? (long)field.FixedSize * AtLeast(element, sizes)
            : AtLeast(field.Type, sizes);

    private static bool HasSource(INamedTypeSymbol structure) => !structure.DeclaringSyntaxReferences.IsEmpty;

    private static bool IsExplicit(INamedTypeSymbol structure)
        => Find(structure, "System.Runtime.InteropServices.StructLayoutAttribute")?.ConstructorArguments.FirstOrDefault().Value is (int)LayoutKind.Explicit;

    private static int DeclaredSize(INamedTypeSymbol structure)
        => Find(structure, "System.Runtime.InteropServices.StructLayoutAttribute")?.NamedArguments
            .FirstOrDefault(static argument => argument.Key == "Size").Value.Value as int? ?? 0;

    private static int InlineLength(INamedTypeSymbol structure)
        => Find(structure, "System.Runtime.CompilerServices.InlineArrayAttribute")?.ConstructorArguments.FirstOrDefault().Value as int? ?? 1;

    private static AttributeData? Find(INamedTypeSymbol structure, string attribute)
        => structure.GetAttributes().FirstOrDefault(data => data.AttributeClass?.ToDisplayString() == attribute);

    private static long? SizeOf(SpecialType type) => type switch
    {
        SpecialType.System_IntPtr or SpecialType.System_UIntPtr => SmallestReference,
        _ => ElementParser.ByteSizeOf(type),
    };
}

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

    // Valid types are never nested this deep. The limit ends the recursion for a struct that contains itself, which is an error.
    private const int MaxDepth = 32;

    public static long AtLeast(ITypeSymbol element) => AtLeast(element, MaxDepth);

    private static long AtLeast(ITypeSymbol type, int depth) => type switch
    {
        _ when depth == 0 => 0,
        { IsReferenceType: true } or IPointerTypeSymbol or IFunctionPointerTypeSymbol => SmallestReference,
        INamedTypeSymbol { TypeKind: TypeKind.Enum, EnumUnderlyingType: { } underlying } => AtLeast(underlying, depth),
        INamedTypeSymbol { TypeKind: TypeKind.Struct } structure => SizeOf(structure.SpecialType) ?? Math.Min(Huge, AtLeast(structure, depth)),
        _ => 0,
    };

    private static long AtLeast(INamedTypeSymbol structure, int depth)
    {
        long[] fields = [.. structure.GetMembers().OfType<IFieldSymbol>().Where(static field => !field.IsStatic).Select(field => AtLeast(field, depth - 1))];
        if (fields.Length == 0)
            return DeclaredSize(structure);

        // Fields of an explicit layout may overlap, and the layout of a compiled struct is not known here.
        long size = HasSource(structure) && !IsExplicit(structure) ? fields.Sum() : fields.Max();
        return Math.Max(DeclaredSize(structure), size * InlineLength(structure));
    }

    private static long AtLeast(IFieldSymbol field, int depth)
        => field is { IsFixedSizeBuffer: true, Type: IPointerTypeSymbol { PointedAtType: var element } }
            ? (long)field.FixedSize * AtLeast(element, depth)
            : AtLeast(field.Type, depth);

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

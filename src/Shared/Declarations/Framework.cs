using System.Buffers.Binary;
using Microsoft.CodeAnalysis;

namespace PooledGen.Generator;

/// <summary>Distinguishes the framework's symbols from others by the key that signs its assemblies.</summary>
internal static class Framework
{
    private static readonly HashSet<ulong> s_keys =
    [
        0xb77a5c561934e089, 0xb03f5f7f11d50a3a, 0x7cec85d7bea7798e, 0xcc7b13ffcd2ddd51, 0xadb9793829ddae60, 0x31bf3856ad364e35,
    ];

    public const string ArrayPoolMetadataName = "System.Buffers.ArrayPool`1";

    public const string MemoryPoolMetadataName = "System.Buffers.MemoryPool`1";

    /// <summary>Whether the symbol belongs to the framework or to a package signed with one of its keys.</summary>
    public static bool Owns(ISymbol symbol)
        => symbol.ContainingAssembly is { Identity.PublicKeyToken: { Length: 8 } token } && !symbol.Locations.Any(static location => location.IsInSource)
            && s_keys.Contains(BinaryPrimitives.ReadUInt64BigEndian(token.AsSpan()));

    /// <summary>Whether the type is in <c>System.Buffers</c>. Older frameworks get its types from packages, so the assembly does not tell.</summary>
    public static bool IsInBuffers(INamedTypeSymbol type)
        => type.ContainingNamespace is { Name: "Buffers", ContainingNamespace: { Name: "System", ContainingNamespace.IsGlobalNamespace: true } };

    /// <summary>The namespace and the name of a type, without its arity: <c>System.Collections.Generic.List</c>.</summary>
    public static string FullNameOf(ITypeSymbol type)
    {
        string name = type.ContainingType is { } outer ? $"{outer.Name}.{type.Name}" : type.Name;
        return type.ContainingNamespace is { IsGlobalNamespace: false } space ? $"{space.ToDisplayString()}.{name}" : name;
    }
}

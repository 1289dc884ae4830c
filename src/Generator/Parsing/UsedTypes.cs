using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Parsing;

/// <summary>The types that emitted code names, or that the compiler needs for it.</summary>
internal static class UsedTypes
{
    // By assembly, because a thousand declarations have the same answer.
    private static readonly ConditionalWeakTable<IAssemblySymbol, INamespaceOrTypeSymbol[]> s_hidden = new();

    /// <summary>Their metadata names.</summary>
    public static string[] Names { get; } =
    [
        "PooledGen.BufferPool", "PooledGen.BufferPool`1", "PooledGen.BufferStorage", "PooledGen.ClearPolicy",
        "PooledGen.OversizePolicy", "PooledGen.PooledOwner`1", "PooledGen.PooledTextWriter", "PooledGen.PooledUtf8Writer",
        "PooledGen.PooledWriter`1", "PooledGen.RentalScope",
        "PooledGen.CompilerServices.BufferDebugView`1", "PooledGen.CompilerServices.BufferEnumerator`1",
        "PooledGen.CompilerServices.NonCopyableAttribute", "PooledGen.CompilerServices.PooledNode",
        "PooledGen.CompilerServices.PoolFactory", "PooledGen.CompilerServices.PoolOptions", "PooledGen.CompilerServices.SizeClass",
        "PooledGen.CompilerServices.ThreadStack",
        "System.ArraySegment`1", "System.IDisposable", "System.IntPtr", "System.ReadOnlySpan`1", "System.Span`1", "System.Type",
        "System.ThreadStaticAttribute", "System.CodeDom.Compiler.GeneratedCodeAttribute", "System.ComponentModel.EditorBrowsableAttribute",
        "System.ComponentModel.EditorBrowsableState", "System.Diagnostics.DebuggerDisplayAttribute", "System.Diagnostics.DebuggerNonUserCodeAttribute",
        "System.Diagnostics.DebuggerTypeProxyAttribute", "System.Runtime.CompilerServices.MethodImplAttribute",
        "System.Runtime.CompilerServices.MethodImplOptions",
    ];

    /// <summary>The namespaces of these types, and those around them.</summary>
    public static string[] Namespaces { get; } = [.. Names.SelectMany(NamespacesOf).Distinct().OrderBy(static name => name, StringComparer.Ordinal)];

    /// <summary>
    /// What an assembly declares under one of these names: the type itself, a namespace in its place, or a type in the place of its namespace. None of the
    /// library's own in the library.
    /// </summary>
    public static IReadOnlyList<INamespaceOrTypeSymbol> HiddenBy(IAssemblySymbol assembly) => s_hidden.GetValue(
        assembly,
        static assembly => assembly.Name == WellKnownNames.Namespace
            ? []
            :
            [
                .. Names.Select(name => assembly.GetTypeByMetadataName(name) ?? FindNamespace(assembly, name)).OfType<INamespaceOrTypeSymbol>(),
                .. Namespaces.Select(assembly.GetTypeByMetadataName).OfType<INamedTypeSymbol>(),
            ]);

    private static IEnumerable<string> NamespacesOf(string name)
    {
        for (int end = name.LastIndexOf('.'); end > 0; end = name.LastIndexOf('.', end - 1))
            yield return name.Substring(0, end);
    }

    // CS0435: a namespace hides a type of a reference, too. A generic type has another name than any namespace.
    private static INamespaceOrTypeSymbol? FindNamespace(IAssemblySymbol assembly, string name)
    {
        INamespaceSymbol? found = assembly.GlobalNamespace;
        foreach (string part in name.Split('.'))
            found = found?.GetNamespaceMembers().FirstOrDefault(member => member.Name == part);

        return found;
    }
}

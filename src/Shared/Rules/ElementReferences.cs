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

    // The compiler looks at fields that are not members here, such as that of an event. What it says of references is true of all fields that it sees.
    private static References OfFields(INamedTypeSymbol structure, Compilation compilation)
        => !structure.IsUnmanagedType && !TypeTree.DependsOnTypeParameter(structure) ? References.Some
            : structure.IsUnmanagedType && ShowsAllFields(structure, compilation) ? References.None
            : References.AskAtRunTime;

    // A parameter of a primary constructor may be a field, but is not a member.
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

/// <summary>
/// What structs of the framework hold. Reference assemblies leave out private fields, so a struct such as <c>CancellationToken</c> can look empty.
/// A test compares each name with the running framework.
/// </summary>
internal static class FrameworkStructs
{
    /// <summary>Structs without references.</summary>
    public static HashSet<string> WithoutReferences { get; } =
    [
        "System.DateOnly", "System.DateTime", "System.DateTimeOffset", "System.Guid", "System.Half", "System.Index", "System.Int128", "System.Range",
        "System.TimeOnly", "System.TimeSpan", "System.UInt128", "System.Text.Rune",
        "System.Numerics.Complex", "System.Numerics.Matrix3x2", "System.Numerics.Matrix4x4", "System.Numerics.Plane", "System.Numerics.Quaternion",
        "System.Numerics.Vector2", "System.Numerics.Vector3", "System.Numerics.Vector4",
    ];

    /// <summary>Structs with references, whatever their type arguments are.</summary>
    public static HashSet<string> WithReferences { get; } =
    [
        "System.ArraySegment", "System.Memory", "System.ModuleHandle", "System.ReadOnlyMemory", "System.RuntimeFieldHandle", "System.RuntimeMethodHandle",
        "System.RuntimeTypeHandle", "System.Buffers.ReadOnlySequence", "System.Collections.DictionaryEntry",
        "System.Collections.Generic.Dictionary.Enumerator", "System.Collections.Generic.HashSet.Enumerator", "System.Collections.Generic.List.Enumerator",
        "System.Collections.Generic.Queue.Enumerator", "System.Collections.Generic.Stack.Enumerator", "System.Collections.Immutable.ImmutableArray",
        "System.Drawing.Color", "System.Numerics.BigInteger", "System.Runtime.CompilerServices.AsyncTaskMethodBuilder",
        "System.Runtime.CompilerServices.AsyncVoidMethodBuilder", "System.Runtime.CompilerServices.ConfiguredTaskAwaitable",
        "System.Runtime.CompilerServices.TaskAwaiter", "System.Runtime.InteropServices.HandleRef", "System.Runtime.Serialization.SerializationEntry",
        "System.Runtime.Serialization.StreamingContext", "System.Threading.AsyncFlowControl", "System.Threading.CancellationToken",
        "System.Threading.CancellationTokenRegistration", "System.Threading.Tasks.ValueTask",
    ];

    /// <summary>Structs that hold values of their type arguments and nothing else.</summary>
    public static HashSet<string> OfTheirArguments { get; } = ["System.Nullable", "System.ValueTuple", "System.Collections.Generic.KeyValuePair"];

    /// <summary>What the struct itself holds, apart from its type arguments; null if the table does not know it.</summary>
    public static References? Find(INamedTypeSymbol structure)
    {
        // A tuple is located where the code writes it, and its definition in the framework.
        if (structure.OriginalDefinition.Locations.Any(static location => location.IsInSource))
            return null;

        string name = Framework.FullNameOf(structure);
        return WithReferences.Contains(name) ? References.Some
            : WithoutReferences.Contains(name) || OfTheirArguments.Contains(name) ? References.None
            : null;
    }
}

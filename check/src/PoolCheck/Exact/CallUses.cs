using Mono.Cecil;

namespace PooledGen.PoolCheck;

/// <summary>How a call uses an argument.</summary>
internal enum ArgumentUse
{
    /// <summary>Not at all: the type of the parameter says nothing, or the method takes, compares, stores or passes on.</summary>
    None,

    /// <summary>By an address.</summary>
    Address,

    /// <summary>As an array.</summary>
    Array,

    /// <summary>As a view: a span, a memory, an array segment or a sequence.</summary>
    View,

    /// <summary>As an object or a struct of the framework that has kept an array, or that gives its elements through an interface.</summary>
    Holder,
}

/// <summary>
/// Says which arguments of a call use the memory that they refer to. What counts is the parameter in the definition of the method: a parameter of type
/// <c>T[]</c> or <c>Span&lt;T&gt;</c> counts, and one of type <c>T</c> does not, whatever array it gets. One of type <c>IEnumerable&lt;T&gt;</c> counts where
/// the method enumerates it before it returns.
/// </summary>
internal static class CallUses
{
    /// <summary>The types of views, by their full names, and the method of the guard for each.</summary>
    public static readonly IReadOnlyDictionary<string, string> Views = new Dictionary<string, string>
    {
        ["System.Span`1"] = "Span",
        ["System.ReadOnlySpan`1"] = "ReadOnlySpan",
        ["System.Memory`1"] = "Memory",
        ["System.ReadOnlyMemory`1"] = "ReadOnlyMemory",
        ["System.ArraySegment`1"] = "Segment",
        ["System.Buffers.ReadOnlySequence`1"] = "Sequence",
    };

    // The types that have kept an array or give its elements, the method of the guard for each, and the methods that use elements.
    private static readonly Dictionary<string, (string Guard, string[] Methods)> s_holders = new()
    {
        ["System.Buffers.SequenceReader`1"] = ("Reader",
        [
            "TryRead", "TryPeek", "TryReadTo", "TryReadToAny", "TryAdvanceTo", "TryAdvanceToAny", "AdvancePast", "AdvancePastAny", "IsNext", "TryCopyTo",
        ]),
        ["System.ArraySegment`1/Enumerator"] = ("SegmentEnumerator", ["get_Current"]),
        ["System.Collections.Generic.IList`1"] = ("List", ["get_Item", "set_Item", "IndexOf"]),
        ["System.Collections.Generic.IReadOnlyList`1"] = ("List", ["get_Item"]),
        ["System.Collections.Generic.ICollection`1"] = ("List", ["Contains", "CopyTo"]),
        ["System.IO.Stream"] = ("Stream", ["ReadByte", "WriteByte", "CopyTo", "CopyToAsync"]),
        ["System.IO.MemoryStream"] = ("Stream", ["ReadByte", "WriteByte", "CopyTo", "CopyToAsync"]),
        ["System.Text.Json.Utf8JsonReader"] = ("Token",
        [
            "GetString", "GetComment", "GetByte", "GetSByte", "GetInt16", "GetUInt16", "GetInt32", "GetUInt32", "GetInt64", "GetUInt64", "GetSingle",
            "GetDouble", "GetDecimal", "GetGuid", "GetDateTime", "GetDateTimeOffset", "GetBytesFromBase64", "TryGetByte", "TryGetSByte",
            "TryGetInt16", "TryGetUInt16", "TryGetInt32", "TryGetUInt32", "TryGetInt64", "TryGetUInt64", "TryGetSingle", "TryGetDouble",
            "TryGetDecimal", "TryGetGuid", "TryGetDateTime", "TryGetDateTimeOffset", "TryGetBytesFromBase64", "CopyString", "ValueTextEquals",
        ]),
    };

    // Without a condition these read no element of an array, but for one whose length is 1.
    private static readonly HashSet<string> s_lengths = ["Count", "LongCount", "Any", "Single", "SingleOrDefault"];

    // What methods of these names enumerate in every type of a collection, before they return.
    private static readonly HashSet<string> s_enumerating =
        ["AddRange", "InsertRange", "UnionWith", "CreateRange", "EnqueueRange", "ToImmutableArray", "ToImmutableList", "ToImmutableHashSet", "ToFrozenSet"];

    // Constructors store what they get, but for these types, which have no place for it.
    private static readonly HashSet<string> s_readByConstructors =
    [
        "System.String", "System.Guid", "System.Decimal", "System.Numerics.BigInteger", "System.Net.IPAddress", "System.Collections.BitArray",
        "System.Numerics.Vector`1", "System.Numerics.Vector2", "System.Numerics.Vector3", "System.Numerics.Vector4",
    ];

    // Of these types only the methods that are named use memory: the others make views, compare or store them.
    private static readonly Dictionary<string, string[]> s_only = new()
    {
        ["System.Span`1"] = ["CopyTo", "TryCopyTo", "ToArray", "ToString", "Fill", "Clear"],
        ["System.ReadOnlySpan`1"] = ["CopyTo", "TryCopyTo", "ToArray", "ToString"],
        ["System.Memory`1"] = ["CopyTo", "TryCopyTo", "ToArray", "ToString"],
        ["System.ReadOnlyMemory`1"] = ["CopyTo", "TryCopyTo", "ToArray", "ToString"],
        ["System.ArraySegment`1"] = ["CopyTo", "ToArray", "get_Item", "set_Item"],
        ["System.Runtime.InteropServices.MemoryMarshal"] = ["Read", "Write", "TryRead", "TryWrite"],
        ["System.Runtime.CompilerServices.Unsafe"] =
        [
            "Read", "ReadUnaligned", "Write", "WriteUnaligned", "Copy", "CopyBlock", "CopyBlockUnaligned", "InitBlock", "InitBlockUnaligned",
        ],
        ["System.Runtime.CompilerServices.RuntimeHelpers"] = ["GetSubArray"],
        ["System.Runtime.InteropServices.Marshal"] = ["Copy"],
        ["System.Runtime.InteropServices.CollectionsMarshal"] = [],
        ["System.Runtime.InteropServices.ImmutableCollectionsMarshal"] = [],
        ["System.Runtime.InteropServices.SequenceMarshal"] = [],
        ["System.Runtime.InteropServices.GCHandle"] = [],
        ["System.Buffers.MemoryHandle"] = [],
        ["System.Buffers.ReadOnlySequence`1"] = ["ToString"],
        ["System.Buffers.ArrayPool`1"] = [],
        ["System.BinaryData"] = [],
        ["System.IO.Pipelines.PipeReader"] = [],
        ["System.GC"] = [],
        ["System.Object"] = [],
        ["System.IntPtr"] = [],
        ["System.UIntPtr"] = [],
    };

    // What members of these names do in every type.
    private static readonly HashSet<string> s_never =
    [
        "Invoke", "BeginInvoke", "AsReadOnly", "AsSpan", "AsMemory", "Overlaps", "Split", "SplitAny", "EnumerateRunes", "EnumerateLines", "EnumerateSplits",
        "EnumerateMatches", "GetEnumerator", "SetBuffer", "ByteLength", "GetLength", "GetLongLength", "GetLowerBound", "GetUpperBound", "get_Length",
        "get_LongLength", "get_Rank", "get_SyncRoot", "Initialize", "get_IsReadOnly", "get_IsFixedSize", "get_IsSynchronized", "Prefetch0", "Prefetch1",
        "Prefetch2", "PrefetchNonTemporal",
    ];

    /// <summary>Whether a method may use memory that its arguments refer to.</summary>
    /// <param name="method">A method of an assembly that is not woven.</param>
    public static bool MayUse(MethodReference method)
    {
        string type = method.DeclaringType.GetElementType().FullName;
        if (method.Name == ".ctor")
            return s_readByConstructors.Contains(type);

        if (type == "System.Linq.Enumerable")
            return Enumerates(method);

        if (s_only.TryGetValue(type, out string[]? only))
            return only.Contains(method.Name);

        return IsOfAlternateLookup(method)
            || (!s_never.Contains(method.Name)
                && !method.Name.StartsWith("op_", StringComparison.Ordinal)
                && !method.Name.StartsWith("set_", StringComparison.Ordinal));
    }

    /// <summary>The type of the pool that a method returns an array to; null if it is another method.</summary>
    /// <param name="method">A method of an assembly that is not woven.</param>
    public static GenericInstanceType? ReturnsTo(MethodReference method)
        => method is { Name: "Return", Parameters.Count: 2, DeclaringType: GenericInstanceType { ElementType.FullName: "System.Buffers.ArrayPool`1" } pool }
            ? pool
            : null;

    /// <summary>Whether a method takes a view as a key, so that it has a type parameter for it.</summary>
    /// <param name="method">A method of an assembly that is not woven.</param>
    public static bool IsOfAlternateLookup(MethodReference method)
        => method.DeclaringType.Name is "AlternateLookup`1" or "IAlternateEqualityComparer`2";

    /// <summary>Whether the text of a view is that of its elements. That of all others is the name of a type.</summary>
    /// <param name="view">The type of the view.</param>
    public static bool HasText(GenericInstanceType view)
        => view.GenericArguments[0].MetadataType == MetadataType.Char && view.ElementType.FullName != "System.ArraySegment`1";

    /// <summary>The method of the guard for a type that has kept an array, or gives its elements; null if the called method uses none.</summary>
    /// <param name="type">The type.</param>
    /// <param name="called">The method, of this type or with a reference to it.</param>
    public static string? HolderOf(TypeReference type, MethodReference called)
        => s_holders.TryGetValue(type.GetElementType().FullName, out (string Guard, string[] Methods) holder)
            && (holder.Methods.Contains(called.Name) || called.DeclaringType.FullName == "System.Buffers.SequenceReaderExtensions")
                ? holder.Guard
                : null;

    /// <summary>Whether a method enumerates what it gets before it returns.</summary>
    /// <param name="called">A method of an assembly that is not woven.</param>
    // The operators of LINQ that return a sequence enumerate later.
    public static bool Enumerates(MethodReference called) => called.DeclaringType.GetElementType().FullName switch
    {
        "System.Linq.Enumerable" => called.ReturnType.GetElementType().Name is not ("IEnumerable`1" or "IOrderedEnumerable`1")
            && called.Name is not ("TryGetNonEnumeratedCount" or "ElementAtOrDefault")
            && !(called.Parameters.Count == 1 && s_lengths.Contains(called.Name)),
        "System.String" => called.Name is "Concat" or "Join",
        "System.Text.StringBuilder" => called.Name == "AppendJoin",
        var type => type.StartsWith("System.Collections.", StringComparison.Ordinal) && (called.Name == ".ctor" || s_enumerating.Contains(called.Name)),
    };

    /// <summary>How a parameter is declared.</summary>
    /// <param name="declared">The type of the parameter in the definition of the method.</param>
    public static ArgumentUse Of(TypeReference declared) => declared switch
    {
        ArrayType { IsVector: true } array => array.ElementType.IsValueType || array.ElementType is GenericParameter ? ArgumentUse.Array : ArgumentUse.None,
        ByReferenceType or PointerType => ArgumentUse.Address,
        IModifierType modifier => Of(modifier.ElementType),
        GenericInstanceType generic => Views.ContainsKey(generic.ElementType.FullName) ? ArgumentUse.View : ArgumentUse.None,
        _ => declared.FullName == "System.Array" ? ArgumentUse.Array : ArgumentUse.None,
    };

    /// <summary>The parameter that says how much of another one is used; -1 if there is none.</summary>
    /// <param name="definition">The definition of the method.</param>
    /// <param name="parameter">The other parameter.</param>
    // "chars, charIndex, charCount, bytes, byteIndex" and "source, sourceIndex, destination, destinationIndex, length".
    public static int CountOf(MethodDefinition definition, int parameter)
    {
        int[] counts = [.. Enumerable.Range(0, definition.Parameters.Count).Where(index => IsCount(definition.Parameters[index]))];
        return counts.Any(index => index > parameter) ? counts.First(index => index > parameter) : counts is [.., var last] ? last : -1;
    }

    /// <summary>The parameter that says at which element of an array the used part begins; -1 if it is the first one, null if that is not known.</summary>
    /// <param name="definition">The definition of the method.</param>
    /// <param name="parameter">The parameter that is the array.</param>
    public static int? OffsetOf(MethodDefinition definition, int parameter)
    {
        int[] offsets = [.. Enumerable.Range(0, definition.Parameters.Count).Where(index => IsOffset(definition.Parameters[index]))];

        // Buffer counts bytes, whatever the elements are.
        return definition.DeclaringType.FullName == "System.Buffer" ? null
            : offsets.Length == 0 ? -1
            : offsets.Contains(parameter + 1) ? parameter + 1
            : null;
    }

    private static bool IsOffset(ParameterDefinition parameter)
        => parameter.ParameterType.MetadataType is MetadataType.Int32 or MetadataType.Int64
            && (parameter.Name.EndsWith("index", StringComparison.OrdinalIgnoreCase)
                || parameter.Name.Contains("offset", StringComparison.OrdinalIgnoreCase)
                || parameter.Name is "start");

    private static bool IsCount(ParameterDefinition parameter)
        => parameter.ParameterType.MetadataType
            is MetadataType.Int32 or MetadataType.UInt32 or MetadataType.Int64 or MetadataType.UInt64 or MetadataType.UIntPtr
            && (parameter.Name.EndsWith("count", StringComparison.OrdinalIgnoreCase)
                || parameter.Name.EndsWith("length", StringComparison.OrdinalIgnoreCase)
                || parameter.Name.EndsWith("BytesToCopy", StringComparison.Ordinal)
                || parameter.Name.EndsWith("size", StringComparison.OrdinalIgnoreCase)
                || parameter.Name.EndsWith("len", StringComparison.OrdinalIgnoreCase));
}

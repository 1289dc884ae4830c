namespace PooledGen.Generator.Model;

/// <summary>The names that the emitter declares in a renter. The user's part must not declare them.</summary>
internal static class RenterMembers
{
    /// <summary>The types among them, which would hide a type parameter of the same name.</summary>
    public static HashSet<string> NestedTypes { get; } = ["DebugView", "PoolHolder"];

    public static HashSet<string> Names { get; } =
    [
        "Pool", "Rent", "Dispose", "RentOwner", "Detach",
        "CreateWriter", "Span", "Length", "Capacity", "IsEmpty", "this[]", "Slice", "Clear", "CopyTo", "ToArray", "DangerousGetArray",
        "GetPinnableReference", "GetEnumerator", "ToString", "DebugView", "PoolHolder",
        "t_stacks", "t_stack", "_span", "_node", "_generation",
    ];

    /// <summary>The names that only a renter with a stable address declares. It has no pointer where the project does not allow unsafe code.</summary>
    public static HashSet<string> NamesOfStableAddress { get; } = ["DangerousGetAddress", "Pointer"];

    /// <summary>Whether the emitter declares a member of this name in some renter.</summary>
    public static bool IsEmitted(string name) => Names.Contains(name) || NamesOfStableAddress.Contains(name);

    /// <summary>The names that the compiler derives from those.</summary>
    public static HashSet<string> CompiledNamesOfStableAddress { get; } = ["get_Pointer", "set_Pointer"];

    /// <summary>The names that the compiler derives from these: the indexer is Item, and each property reserves the names of both accessors.</summary>
    public static HashSet<string> CompiledNames { get; } =
    [
        "Item", "op_Implicit",
        .. new[] { "Pool", "Span", "Length", "Capacity", "IsEmpty", "Item" }.SelectMany(static property => new[] { "get_" + property, "set_" + property }),
    ];
}

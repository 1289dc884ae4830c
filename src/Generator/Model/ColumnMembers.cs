namespace PooledGen.Generator.Model;

/// <summary>The names that the emitter declares in a renter of columns. The user's part must not declare them, and no column may have one.</summary>
internal static class ColumnMembers
{
    /// <summary>The nested struct whose fields are columns.</summary>
    public const string Layout = "Layout";

    /// <summary>The types among them, which would hide a type parameter of the same name.</summary>
    public static HashSet<string> NestedTypes { get; } = ["Owner", "Row", "PoolHolder"];

    public static HashSet<string> Names { get; } =
    [
        "Pool", "Rent", "Dispose", "RentOwner", "Length", "Capacity", "IsEmpty", "Clear", "ToString",
        "t_stacks", "_node", "_length", "_generation",
        .. NestedTypes,
    ];

    /// <summary>The names that only the nested owner declares. It has a property for each column, so no column may have one.</summary>
    public static HashSet<string> NamesOfOwner { get; } = ["_rows"];

    /// <summary>The names that the compiler derives from these.</summary>
    public static HashSet<string> CompiledNames { get; } =
        [.. new[] { "Pool", "Length", "Capacity", "IsEmpty" }.SelectMany(static property => new[] { "get_" + property, "set_" + property })];
}

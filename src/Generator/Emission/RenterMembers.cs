namespace PooledGen.Generator.Emission;

/// <summary>The names that the emitter declares in a renter, and that the user's part must therefore leave alone.</summary>
internal static class RenterMembers
{
    public static IReadOnlyList<string> Names { get; } =
    [
        "Pool", "Rent", "Dispose", "RentOwner", "Detach", "Owner", "Writer", "CreateWriter",
        "Span", "Length", "Capacity", "IsEmpty", "this[]", "Slice", "Clear", "CopyFrom", "CopyTo", "ToArray",
        "GetPinnableReference", "GetEnumerator", "ToString", "DebugView",
        "t_stacks", "_span", "_node", "_generation",
    ];
}

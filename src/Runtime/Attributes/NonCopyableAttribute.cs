namespace PooledGen;

/// <summary>
/// Marks a struct that stands for one rental, so that tools can point out accidental copies. Copying a PooledGen renter is harmless
/// (only the first Dispose counts), but it is rarely meant. Analyzers for non-copyable structs recognise the attribute by its name.
/// </summary>
[AttributeUsage(AttributeTargets.Struct)]
public sealed class NonCopyableAttribute : Attribute;

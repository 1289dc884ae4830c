namespace PooledGen;

/// <summary>
/// Marks a struct that stands for one rental, so that tools can point out accidental copies. Copying a PooledGen renter is harmless
/// (only the first Dispose counts), but it is rarely meant. Analyzers for non-copyable structs recognise the attribute by its name.
/// </summary>
// More than once, so that the user's part may say it as well as the generated one.
[AttributeUsage(AttributeTargets.Struct, AllowMultiple = true)]
public sealed class NonCopyableAttribute : Attribute;

using System.ComponentModel;

namespace PooledGen.CompilerServices;

/// <summary>
/// Marks a struct that stands for one rental, so that tools can point out accidental copies. Copying a PooledGen renter is harmless
/// (only the first Dispose counts), but it is rarely intended. Analyzers for non-copyable structs recognise the attribute by its name. Generated code only.
/// </summary>
// Allowed more than once, because both the user's part of a struct and the generated part may have it.
[EditorBrowsable(EditorBrowsableState.Never)]
[AttributeUsage(AttributeTargets.Struct, AllowMultiple = true)]
public sealed class NonCopyableAttribute : Attribute;

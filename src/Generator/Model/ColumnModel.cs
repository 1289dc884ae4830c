namespace PooledGen.Generator.Model;

/// <summary>A column of a renter of columns.</summary>
/// <param name="Name">The name, escaped.</param>
/// <param name="Modifiers">The modifiers of the emitted property, with a space at the end: <c>public partial </c>.</param>
/// <param name="Element">The element type of its span.</param>
/// <param name="IsPartial">Whether the user's part declares the property.</param>
/// <param name="IsPrivate">Whether only the renter's own members may use it.</param>
/// <param name="Stub">The property with members that only throw, for a declaration with an error; empty if the column is not emitted then.</param>
/// <param name="IsLayoutField">Whether it is a field of the user's nested struct.</param>
/// <param name="IsValid">Whether its type can be the element of a span and of a memory.</param>
internal sealed record ColumnModel(
    string Name, string Modifiers, ElementModel Element, bool IsPartial, bool IsPrivate, bool IsLayoutField, string Stub, bool IsValid)
{
    /// <summary>The name for documentation.</summary>
    public string PlainName => Name.TrimStart('@');

    public string SpanType => $"global::System.Span<{Element.Name}>";

    /// <summary>The accessibility of the owner's property. A column that is neither public nor private is internal there.</summary>
    public string OwnerAccessibility => Modifiers.Contains("internal ") ? "internal" : "public";

    public string MemoryType => $"global::System.Memory<{Element.Name}>";
}

namespace PooledGen.Generator.Model;

/// <summary>A column of a renter of columns.</summary>
/// <param name="Name">The name, escaped.</param>
/// <param name="Modifiers">The modifiers of the emitted property, with a space at the end: <c>public partial </c>.</param>
/// <param name="Element">The element type of its span.</param>
/// <param name="DeclaredType">The type of the property, as the user wrote it; for a field, the span of its elements.</param>
/// <param name="Accessors">The accessors of the property with their modifiers, whatever the user wrote; for a field, <c>get</c>.</param>
/// <param name="IsPartial">Whether the user's part declares the property.</param>
/// <param name="IsPrivate">Whether only the renter's own members may use it.</param>
/// <param name="IsLayoutField">Whether it is a field of the user's nested struct.</param>
/// <param name="IsValid">Whether its type can be the element of a span and of a memory.</param>
internal sealed record ColumnModel(
    string Name,
    string Modifiers,
    ElementModel Element,
    string DeclaredType,
    EquatableArray<string> Accessors,
    bool IsPartial,
    bool IsPrivate,
    bool IsLayoutField,
    bool IsValid)
{
    /// <summary>The name for documentation.</summary>
    public string PlainName => Name.TrimStart('@');
}

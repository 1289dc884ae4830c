namespace PooledGen;

/// <summary>
/// Makes the generator complete a <c>partial struct</c> into a pooled buffer.
/// <para>With an element type (<c>[PooledBuffer(typeof(byte), MaxLength = 4096)]</c>, for C# before 11) the struct itself becomes the
/// renter, as with <see cref="PooledBufferAttribute{T}"/>.</para>
/// <para>With the name of a type parameter (<c>[PooledBuffer(nameof(T), MaxLength = 4096)] partial struct Block&lt;T&gt;</c>) the struct
/// becomes a renter of buffers of that type parameter. C# does not let an attribute mention the type parameter itself.</para>
/// <para>Without one (<c>[PooledBuffer(MaxLength = 4096)]</c>) the struct is the element, and a renter named <c>Buffer</c> is nested
/// in it: <c>using var particles = Particle.Buffer.Rent(500);</c></para>
/// </summary>
// Classes and interfaces are valid targets only so that PG0009 can explain the mistake instead of the compiler's CS0592.
[AttributeUsage(AttributeTargets.Struct | AttributeTargets.Class | AttributeTargets.Interface, Inherited = false)]
public sealed class PooledBufferAttribute : PooledBufferOptionsAttribute
{
    /// <summary>The annotated struct is the element; the renter is nested in it as <c>Buffer</c>.</summary>
    public PooledBufferAttribute()
    {
    }

    /// <summary>The annotated struct becomes the renter of buffers of <paramref name="elementType"/>.</summary>
    /// <param name="elementType">Any type that an array can hold: no ref struct, pointer, static class or open generic.</param>
    public PooledBufferAttribute(Type elementType) => ElementType = elementType;

    /// <summary>The annotated struct becomes the renter of buffers of one of its type parameters.</summary>
    /// <param name="elementTypeParameter">
    /// The name of a type parameter of the struct or of a type that contains it: <c>nameof(T)</c>. A type parameter with <c>allows ref struct</c>
    /// cannot be the element.
    /// </param>
    public PooledBufferAttribute(string elementTypeParameter) => ElementTypeParameter = elementTypeParameter;

    /// <summary>The element type; <see langword="null"/> if the annotated struct or a type parameter is the element.</summary>
    public Type? ElementType { get; }

    /// <summary>The name of the type parameter that is the element type; <see langword="null"/> if there is none.</summary>
    public string? ElementTypeParameter { get; }
}

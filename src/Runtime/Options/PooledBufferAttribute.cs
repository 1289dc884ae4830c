namespace PooledGen;

/// <summary>
/// Makes the generator complete a <c>partial struct</c> into a renter of buffers of <typeparamref name="T"/>:
/// <c>[PooledBuffer&lt;byte&gt;(MaxLength = 65536)] public partial struct PacketBuffer;</c> then
/// <c>using var packet = PacketBuffer.Rent(1500);</c>
/// </summary>
/// <example>
/// <code>
/// using PooledGen;
///
/// // Exactly 1500 elements, with old contents.
/// using var packet = PacketBuffer.Rent(1500);
/// packet.Span.Fill(0xFF);
/// packet[0] = 1;
/// Console.WriteLine(packet.Length);
///
/// [PooledBuffer&lt;byte&gt;(MaxLength = 64 * 1024)]
/// public partial struct PacketBuffer;
/// </code>
/// </example>
/// <typeparam name="T">The element type: any type that an array can hold.</typeparam>
// Classes and interfaces are valid targets only so that PG0009 can explain the mistake instead of the compiler's CS0592.
[AttributeUsage(AttributeTargets.Struct | AttributeTargets.Class | AttributeTargets.Interface, Inherited = false)]
public sealed class PooledBufferAttribute<T> : PooledBufferOptionsAttribute;

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

/// <summary>
/// The options for every pooled buffer of the assembly that does not set them itself:
/// <c>[assembly: PooledBufferDefaults(MaxLength = 65536, Oversize = OversizePolicy.Throw)]</c>
/// </summary>
[AttributeUsage(AttributeTargets.Assembly)]
public sealed class PooledBufferDefaultsAttribute : PooledBufferOptionsAttribute;

/// <summary>
/// The options of a pool: the same set on a single type (<see cref="PooledBufferAttribute"/>, <see cref="PooledBufferAttribute{T}"/>)
/// and for all types of an assembly (<see cref="PooledBufferDefaultsAttribute"/>). The options of the type take precedence.
/// </summary>
/// <remarks>The generator reads these values at compile time; nothing reads them at run time.</remarks>
#pragma warning disable CS3015 // no constructor to use: it is abstract
public abstract class PooledBufferOptionsAttribute : Attribute
#pragma warning restore CS3015
{
    private protected PooledBufferOptionsAttribute()
    {
    }

    /// <summary>
    /// The longest buffer that is pooled, in elements: 1 to 2,147,483,591 (<c>Array.MaxLength</c>). Required, on the type or in the
    /// assembly's defaults, unless <see cref="Length"/> is set. <see cref="Oversize"/> decides what happens above it.
    /// </summary>
    public int MaxLength { get; set; }

    /// <summary>
    /// The one length of all buffers, in elements, instead of <see cref="MaxLength"/>: 1 to 1,073,741,824. <c>Rent()</c> and <c>RentOwner()</c> then take
    /// no length, and renting computes no size class. For blocks of input and output.
    /// </summary>
    public int Length { get; set; }

    /// <summary>
    /// The length of the smallest size class, in elements: a power of two, at most <see cref="MaxLength"/>. Shorter requests share
    /// this class. Default: 16, and 4,096 for native storage, or the only size class if <see cref="MaxLength"/> is smaller.
    /// </summary>
    public int MinLength { get; set; } = 16;

    /// <summary>
    /// The number of size classes from one power of two to the next: 1, 2 or 4, default 1. Above the smallest class, a pooled buffer is at most 2, 1.5 or
    /// 1.25 times as long as requested. With 2 or 4 the smallest class has at least 4 or 8 elements. More classes waste less memory in each buffer, and let
    /// fewer lengths share the free ones.
    /// </summary>
    public int SizeClassesPerDoubling { get; set; } = 1;

    /// <summary>
    /// The number of free buffers of a size class that a thread keeps for itself: 1 to 32, default 8. A class of large buffers keeps fewer, so
    /// that one thread holds at most about 256 KB of it.
    /// </summary>
    public int MaxBuffersPerThread { get; set; } = 8;

    /// <summary>
    /// The most bytes of free buffers that the pool retains, on all threads and cores together: 0 or more. Default: only the limit of the process,
    /// <see cref="PooledBuffers.MaxRetainedBytes"/>. The program may change it, by <see cref="BufferPool.MaxRetainedBytes"/>.
    /// </summary>
    public long MaxRetainedBytes { get; set; } = long.MaxValue;

    /// <summary>The policy for a request above <see cref="MaxLength"/>. Default: <see cref="OversizePolicy.Allocate"/>.</summary>
    public OversizePolicy Oversize { get; set; }

    /// <summary>Where the elements lie. Default: <see cref="BufferStorage.Array"/>. The other kinds need unmanaged elements, and .NET 8 or later.</summary>
    public BufferStorage Storage { get; set; }

    /// <summary>
    /// The alignment of the first element of every rental, in bytes: a power of two from 16 to 4096; 0, the default, asks for none. It needs
    /// <see cref="BufferStorage.Pinned"/> or <see cref="BufferStorage.Native"/>, because the garbage collector moves other arrays. Native memory starts at a
    /// page in any case.
    /// </summary>
    public int Alignment { get; set; }

    /// <summary>The policy for clearing elements. Default: <see cref="ClearPolicy.Auto"/>.</summary>
    public ClearPolicy Clear { get; set; }
}

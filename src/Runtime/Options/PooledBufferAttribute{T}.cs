namespace PooledGen;

/// <summary>
/// Makes the generator complete a <c>partial struct</c> into a renter of buffers of <typeparamref name="T"/>:
/// <c>[PooledBuffer&lt;byte&gt;(MaxLength = 65536)] public partial struct PacketBuffer;</c> then
/// <c>using var packet = PacketBuffer.Rent(1500);</c>
/// </summary>
/// <typeparam name="T">The element type: any type that an array can hold.</typeparam>
// Classes and interfaces are valid targets only so that PG0009 can explain the mistake instead of the compiler's CS0592.
[AttributeUsage(AttributeTargets.Struct | AttributeTargets.Class | AttributeTargets.Interface, Inherited = false)]
public sealed class PooledBufferAttribute<T> : PooledBufferOptionsAttribute;

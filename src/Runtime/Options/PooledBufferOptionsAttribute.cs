namespace PooledGen;

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
    public int ClassesPerDoubling { get; set; } = 1;

    /// <summary>
    /// The number of free buffers of a size class that a thread keeps for itself: 1 to 32, default 8. A class of large buffers keeps fewer, so
    /// that one thread holds at most about 256 KB of it.
    /// </summary>
    public int ThreadDepth { get; set; } = 8;

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

    /// <summary>
    /// Whether the pool calls <see cref="GC.AddMemoryPressure"/> for its rented and free buffers, so that the garbage collector counts their memory.
    /// Default: false. It needs <see cref="BufferStorage.Native"/>, because the collector counts other buffers by itself. An assembly's defaults set it for
    /// the native types.
    /// </summary>
    public bool MemoryPressure { get; set; }

    /// <summary>The policy for clearing elements. Default: <see cref="ClearPolicy.Auto"/>.</summary>
    public ClearPolicy Clear { get; set; }
}

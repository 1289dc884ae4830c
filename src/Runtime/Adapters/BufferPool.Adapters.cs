using System.Buffers;

namespace PooledGen;

/// <summary>The pool as the framework's own types, for code that was written against those.</summary>
public sealed partial class BufferPool<T>
{
    private ArrayPoolAdapter<T>? _arrayPool;
    private MemoryPoolAdapter<T>? _memoryPool;
    private MemoryPoolAdapter<T>? _memoryPoolOfReusedOwners;

    /// <summary>
    /// This pool as an <see cref="ArrayPool{T}"/>: always the same object, usable from any thread. After warm-up, renting and
    /// returning allocate nothing.
    /// </summary>
    /// <remarks>
    /// <para><b>Rent</b> gives a whole array of the size class: at least as long as asked for. Length 0 gives the empty array, which need
    /// not be returned. Above <see cref="MaxLength"/> the pool's oversize policy decides. The elements are what the last user left,
    /// unless the pool's clear policy says otherwise.</para>
    /// <para><b>Return</b> clears as the pool's policy says, and the whole array where <c>clearArray</c> is set. It throws
    /// <see cref="ArgumentNullException"/> for null, and <see cref="ArgumentException"/> for an array that was never rented here.
    /// Returning an array that is not out on a rental of this adapter is harmless and counted as misuse: a second Return, also from
    /// several threads at once, also while the type itself or an owner has it.</para>
    /// <para>An array carries no handle. If it was returned, and rented <em>here</em> again by somebody else, a late second Return cannot be
    /// told from theirs and ends their rental. A renter or an owner of the annotated type has no such hole.</para>
    /// </remarks>
    /// <returns>The adapter.</returns>
    public ArrayPool<T> AsArrayPool()
        => _arrayPool ?? Interlocked.CompareExchange(ref _arrayPool, new ArrayPoolAdapter<T>(this), null) ?? _arrayPool;

    /// <summary>This pool as a <see cref="MemoryPool{T}"/>: the same object for every call with the same argument, usable from any thread.</summary>
    /// <param name="reuseOwners">
    /// <see langword="false"/>: every Rent makes a small owner object, whose Dispose is safe however often and whenever it is called.
    /// <see langword="true"/>: each block keeps its owner object, so that Rent allocates nothing after warm-up. Only for consumers that
    /// are known to dispose once and to forget the owner then, as a Pipe and Kestrel do: when the block was rented again, a late
    /// Dispose ends that rental, and a late use of Memory reads that rental's elements.
    /// </param>
    /// <remarks>
    /// <para><b>Rent</b> gives a whole block of the size class: at least as long as asked for, for 0 the smallest. Without an argument (-1)
    /// it is 4096 bytes' worth of elements, or <see cref="MaxLength"/> where that is less. Less than -1 or more than
    /// <c>MaxBufferSize</c> is an <see cref="ArgumentOutOfRangeException"/>. <c>MaxBufferSize</c> is <see cref="MaxLength"/> where the
    /// oversize policy is to throw, and otherwise the longest array there is.</para>
    /// <para><b>Dispose of an owner</b> returns the block, on any thread; a second one is harmless and counted as misuse. <c>Memory</c> throws
    /// <see cref="ObjectDisposedException"/> from then on.</para>
    /// <para><b>Dispose of the adapter</b> does nothing: the pool belongs to the annotated type, and others use it.</para>
    /// </remarks>
    /// <returns>The adapter.</returns>
    public MemoryPool<T> AsMemoryPool(bool reuseOwners = false)
    {
        ref MemoryPoolAdapter<T>? adapter = ref reuseOwners ? ref _memoryPoolOfReusedOwners : ref _memoryPool;
        return adapter ?? Interlocked.CompareExchange(ref adapter, new MemoryPoolAdapter<T>(this, reuseOwners), null) ?? adapter!;
    }

    /// <summary>The longest request that can be served.</summary>
    internal int LongestRental => _oversizePolicy == OversizePolicy.Throw ? MaxLength : ArrayLimits.MaxLength;
}

using System.Buffers;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The pool behind one annotated type: <c>PacketBuffer.Pool</c>. Renting goes through the type itself; here are the numbers and the
/// controls. All members may be used from any thread.
/// </summary>
/// <remarks>
/// Free arrays lie on the renting threads' own stacks (<see cref="ThreadStack{T}"/>); what does not fit there, or is left behind by a
/// thread that ended, in a tier per core. The emitted <c>Rent</c> serves itself from its thread's stack; this class is the slow path.
/// </remarks>
/// <typeparam name="T">The element type.</typeparam>
public sealed partial class BufferPool<T> : BufferPool
{
    private readonly SizeClasses _sizeClasses;
    private readonly OversizePolicy _oversizePolicy;
    private readonly ClearPolicy _clearPolicy;

    /// <summary>Whether returned arrays are cleared: because clearing was asked for, or because the elements hold references.</summary>
    // A field, because a first rental would compile an accessor.
    internal readonly bool ClearsOnReturn;

    private readonly ThreadRoster<T> _roster;
    private readonly PoolCounters _counters;
    private readonly Retention<T> _retention;
    private OwnerBias<T> _bias; // not readonly: it changes

    // Reaches the emitted thread-static field, for what the runtime rents itself.
    private readonly ThreadStacks<T> _threadStacks;

#if NET
    // The pool that the calling thread looked up last, and its stacks there: what the emitted thread-static field says, without the delegate. A thread
    // refers to it for as long as it lives, so a pool whose assembly can be unloaded is not remembered (UnloadTests). Two fields, because the runtime
    // boxes a thread-static struct, which would be one load more in a row.
    [ThreadStatic]
    private static BufferPool<T>? t_lastPool;

    [ThreadStatic]
    private static ThreadStack<T>[]? t_lastStacks;

    private bool _staysLoaded;
#endif

    // Every rental of length 0: with a node like any other, the emitted fast path needs no test for "no node".
    private readonly PooledNode<T> _empty;

    // Null until a mode or a sampler wants to see rentals. Written under the lock.
    private volatile RentalWatch<T>? _watch;

    private bool _isAnnounced;

    // What was told last, under the lock: a count never goes back.
    private PoolStatistics _lastReported;

    private ArrayPoolAdapter<T>? _arrayPool;
    private MemoryPoolAdapter<T>? _memoryPool;
    private MemoryPoolAdapter<T>? _memoryPoolOfReusedOwners;

    internal BufferPool(
        string name,
        int minLength,
        int maxLength,
        int threadDepth,
        OversizePolicy oversizePolicy,
        ClearPolicy clearPolicy,
        ThreadStacks<T> threadStacks,
        long maxRetainedBytes = long.MaxValue,
        TrimScheduler? trimScheduler = null,
        int classesPerDoubling = 1)
        : base(name, maxRetainedBytes, trimScheduler ?? TrimScheduler.Shared)
    {
        _clearPolicy = clearPolicy;
        ClearsOnReturn = Clearing.OnReturn((int)clearPolicy, RuntimeHelpers.IsReferenceOrContainsReferences<T>());
        _threadStacks = threadStacks;
        _sizeClasses = new SizeClasses(minLength, maxLength, classesPerDoubling);
        _oversizePolicy = oversizePolicy;
        var bytes = new long[_sizeClasses.Count];
        var depths = new int[_sizeClasses.Count];
        for (int i = 0; i < depths.Length; i++)
        {
            bytes[i] = (long)_sizeClasses.Length(i) * Unsafe.SizeOf<T>();
            depths[i] = Depths.OnThread(bytes[i], threadDepth);
        }

        _counters = new PoolCounters(depths.Length);
        _roster = new ThreadRoster<T>(depths);
        _retention = new Retention<T>(bytes, depths, _roster, _counters, _budget, _trimScheduler);
        _empty = new PooledNode<T>(this, [], _roster.ClosedStack, sizeClass: 0);
        PoolRegistry.Add(this);
    }

    /// <inheritdoc/>
    public override Type ElementType => typeof(T);

    /// <inheritdoc/>
    public override int MinLength => _sizeClasses.MinLength;

    /// <inheritdoc/>
    public override int MaxLength => _sizeClasses.MaxLength;

    /// <inheritdoc/>
    public override IReadOnlyList<int> SizeClassLengths => [.. Enumerable.Range(0, _sizeClasses.Count).Select(_sizeClasses.Length)];

    /// <inheritdoc/>
    public override PoolStatistics Statistics
    {
        get
        {
            using (Uninterrupted.Lock(_roster))
                return _lastReported = Count().NotBelow(_lastReported);
        }
    }

    /// <summary>The figures without regard to what was told before: exact at rest.</summary>
    internal PoolStatistics StatisticsAtRest
    {
        get
        {
            using (Uninterrupted.Lock(_roster))
                return Count();
        }
    }

    /// <summary>Whether threads end the owners that they rented by plain writes.</summary>
    internal bool IsBiased => _bias.IsInForce;

    /// <summary>The calling thread's stacks, if it has any.</summary>
    internal ThreadStack<T>[]? StacksOfThread
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
#if NET
            // A thread-static field of a generic type is slow where its code is shared.
            if (typeof(T).IsValueType)
                return t_lastPool == this ? t_lastStacks : FindStacks();
#endif
            return _threadStacks();
        }
    }

    /// <summary>Whether the caller's own memory is cleared too when it is left: only where clearing was asked for, not for references' sake.</summary>
    internal bool ClearsCallersMemory => Clearing.CallersMemory((int)_clearPolicy);

    /// <summary>Whether rented arrays are cleared.</summary>
    internal bool ClearsOnRent => Clearing.OnRent((int)_clearPolicy);

    /// <summary>Whether a request above <see cref="MaxLength"/> throws.</summary>
    internal bool RefusesOversize => _oversizePolicy == OversizePolicy.Throw;

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
    /// <para>An array carries no handle. If other code has rented the returned array <em>here</em> again, the adapter cannot tell a late second Return
    /// from the Return of that code, and ends its rental. A renter or an owner of the annotated type has no such hole.</para>
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

    /// <inheritdoc/>
    public override void Trim()
    {
        VerifyQuarantine(before: long.MaxValue);
        _retention.Trim();
    }

    /// <inheritdoc/>
    internal override void TrimIdle() => _retention.TrimIdle();

    /// <inheritdoc/>
    internal override void Enter(PoolMode mode)
    {
        using (Uninterrupted.Lock(_roster))
            WatchRentals().Enter(mode);
    }

    /// <inheritdoc/>
    internal override void Leave(PoolMode mode)
    {
        using (Uninterrupted.Lock(_roster))
            _watch?.Leave(mode);
    }

    /// <inheritdoc/>
    internal override bool TrySample(Random random)
    {
        using (Uninterrupted.Lock(_roster))
            return WatchRentals().TrySample(random);
    }

    /// <inheritdoc/>
    internal override void VerifyQuarantine(long before) => _watch?.VerifyQuarantine(before);

    /// <summary>Whether a node is the one that every rental of length 0 shares: its generation must not move.</summary>
    internal bool IsEmpty(PooledNode<T> node) => node == _empty;

#if NET
    // Apart: the delegate takes longer than all the rest of a rental.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ThreadStack<T>[]? FindStacks()
    {
        ThreadStack<T>[]? stacks = _threadStacks();
        if (stacks is not null && StaysLoaded())
        {
            t_lastPool = this;
            t_lastStacks = stacks;
        }

        return stacks;
    }

    // Asked with a lookup and not with the pool, because reflection takes too long for a first rental. Benign race: all threads write the same value.
    private bool StaysLoaded() => _staysLoaded || (_staysLoaded = !RuntimeFeature.IsDynamicCodeSupported || !_threadStacks.Method.IsCollectible);
#endif

    private RentalWatch<T> WatchRentals() => _watch ??= new RentalWatch<T>(this, _roster, _retention);

    private PoolStatistics Count() => new StatisticsSnapshot<T>(_sizeClasses, _counters, _roster, _retention, _watch).Take();
}

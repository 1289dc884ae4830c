using System.Buffers;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The pool of one annotated type: <c>PacketBuffer.Pool</c>. Rent through the type itself; the pool has the statistics and the controls. All members may be
/// used from any thread.
/// </summary>
/// <remarks>
/// Free arrays lie on the renting threads' own stacks (<see cref="ThreadStack{T}"/>); arrays that do not fit there, and those of threads that ended, lie in a
/// tier per core. The emitted <c>Rent</c> pops from its thread's stack; this class is the slow path.
/// </remarks>
/// <typeparam name="T">The element type.</typeparam>
public sealed partial class BufferPool<T> : BufferPool
{
    private readonly SizeClasses _sizeClasses;

    // The longest length that a rental serves by a pop and a push alone. 0 if the pool clears or has classes between powers of two, and for elements of a
    // reference type, whose stacks are not remembered. So one comparison decides whether a caller may skip all other questions.
    private readonly int _plainLength;
    private readonly OversizePolicy _oversizePolicy;
    private readonly ClearPolicy _clearPolicy;

    /// <summary>Whether returned arrays are cleared, because the policy says so or because the elements hold references.</summary>
    // A field, because a first rental would compile an accessor.
    internal readonly bool ClearsOnReturn;

    /// <summary>Whether the address of a rented buffer never changes.</summary>
    internal readonly bool IsStable; // a field for the same reason

    private readonly StableStorage<T>? _storage; // null for arrays that the garbage collector may move
    private readonly ThreadRoster<T> _roster;
    private readonly PoolCounters _counters;
    private readonly Retention<T> _retention;

    // Returns the emitted thread-static field, for rentals that the runtime makes itself.
    private readonly ThreadStacks<T> _threadStacks;

#if NET
    // The pool that the calling thread looked up last, and its stacks there: a cache of the emitted thread-static field that avoids the delegate. A thread
    // refers to it as long as the thread lives, so a pool whose assembly can be unloaded is not cached (UnloadTests). Two fields, because the runtime boxes a
    // thread-static struct, which would add a dependent load.
    [ThreadStatic]
    private static BufferPool<T>? t_lastPool;

    [ThreadStatic]
    private static ThreadStack<T>[]? t_lastStacks;

    private bool _staysLoaded;
#endif

    // The node of every rental of length 0, so that the emitted fast path needs no test for "no node".
    private readonly PooledNode<T> _empty;

    // Null until a mode or the sampler watches rentals. Written under the lock.
    private volatile RentalWatch<T>? _watch;

    private bool _isAnnounced;

    // The last reported statistics. Guarded by the lock; reported counts must never decrease.
    private PoolStatistics _lastReported;

    private ArrayPoolAdapter<T>? _arrayPool;
    private MemoryPoolAdapter<T>? _memoryPool;
    private ReusingMemoryPoolAdapter<T>? _memoryPoolOfReusedOwners;

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
        int classesPerDoubling = 1,
        StableStorage<T>? storage = null)
        : base(name, maxRetainedBytes, trimScheduler ?? TrimScheduler.Shared)
    {
        _clearPolicy = clearPolicy;
        ClearsOnReturn = Clearing.OnReturn((int)clearPolicy, RuntimeHelpers.IsReferenceOrContainsReferences<T>());
        _threadStacks = threadStacks;
        _sizeClasses = new SizeClasses(minLength, maxLength, classesPerDoubling);
        _oversizePolicy = oversizePolicy;
        if (!ClearsOnReturn && clearPolicy != ClearPolicy.OnRent && classesPerDoubling == 1 && typeof(T).IsValueType)
            _plainLength = maxLength;

        _storage = storage;
        IsStable = storage is not null;
        var bytes = new long[_sizeClasses.Count];
        var depths = new int[_sizeClasses.Count];
        for (int i = 0; i < depths.Length; i++)
        {
            bytes[i] = storage is null ? (long)_sizeClasses.Length(i) * Unsafe.SizeOf<T>() : storage.BytesOf(_sizeClasses.Length(i));
            depths[i] = Depths.OnThread(bytes[i], threadDepth);
        }

        _counters = new PoolCounters(depths.Length);
        _roster = new ThreadRoster<T>(depths);
        _retention = new Retention<T>(bytes, depths, _roster, _counters, _budget, _trimScheduler, storage);
        _empty = storage is { IsPlaced: true }
            ? new PooledNode<T>(this, new PlacedBlock<T>(length: 0), _roster.ClosedStack, sizeClass: 0)
            : new PooledNode<T>(this, [], _roster.ClosedStack, sizeClass: 0, isEmpty: true);
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

    /// <summary>The statistics regardless of the last reported ones: exact while no thread rents or returns.</summary>
    internal PoolStatistics StatisticsAtRest
    {
        get
        {
            using (Uninterrupted.Lock(_roster))
                return Count();
        }
    }

    /// <summary>The calling thread's stacks, if it has any.</summary>
    internal ThreadStack<T>[]? StacksOfThread
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
#if NET
            // A thread-static field of a generic type is slow in shared code, so reference types do not use it.
            if (typeof(T).IsValueType)
                return t_lastPool == this ? t_lastStacks : FindStacks();
#endif
            return _threadStacks();
        }
    }

    // The calling thread's stack for a rental that takes no more than a pop and a push. Null if there is none, or, on .NET, if it takes a call to find it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ThreadStack<T>? PlainStackOf(int length)
    {
        if ((uint)(length - 1) >= (uint)_plainLength)
            return null;

#if NET
        if (t_lastPool != this)
            return null;

        ThreadStack<T>[]? stacks = t_lastStacks;
#else
        ThreadStack<T>[]? stacks = _threadStacks();
        if (stacks is null)
            return null;
#endif
        // SizeClasses.Of, for powers of two only.
        return stacks![SizeClass.Log2((length - 1) | _sizeClasses.Mask) - _sizeClasses.Shift];
    }

    /// <summary>
    /// Whether the caller's own memory is cleared too at the end of its use: only if the policy is OnReturn, not because elements hold references.
    /// </summary>
    internal bool ClearsCallersMemory => Clearing.CallersMemory((int)_clearPolicy);

    /// <summary>Whether rented arrays are cleared.</summary>
    internal bool ClearsOnRent => Clearing.OnRent((int)_clearPolicy);

    /// <inheritdoc/>
    public override long MappedBytes => _storage?.MappedBytes ?? 0;

    /// <summary>Whether a request above <see cref="MaxLength"/> throws.</summary>
    internal bool RefusesOversize => _oversizePolicy == OversizePolicy.Throw;

    /// <summary>
    /// This pool as an <see cref="ArrayPool{T}"/>: always the same object, usable from any thread. After warm-up, renting and
    /// returning allocate nothing.
    /// </summary>
    /// <remarks>
    /// <para><b>Rent</b> gives a whole array of the size class: at least as long as requested. Length 0 gives the empty array, which need
    /// not be returned. Above <see cref="MaxLength"/> the pool's oversize policy applies. The array holds arbitrary earlier contents, unless the pool's
    /// clear policy says otherwise.</para>
    /// <para><b>Return</b> clears according to the pool's policy, and the whole array if <c>clearArray</c> is set. It throws
    /// <see cref="ArgumentNullException"/> for null, and <see cref="ArgumentException"/> for an array that was never rented here.
    /// Returning an array that is not rented through this adapter is harmless and counted as misuse. This covers a second Return, concurrent ones, and one
    /// while the type itself or an owner has the array.</para>
    /// <para>An array carries no handle. If other code has rented the returned array <em>here</em> again, the adapter cannot tell a late second Return
    /// from the Return of that code, and ends its rental. Renters and owners of the annotated type do not have this weakness.</para>
    /// </remarks>
    /// <returns>The adapter.</returns>
    /// <exception cref="InvalidOperationException">The buffers are aligned or native, so they do not begin at the first element of an array.</exception>
    public ArrayPool<T> AsArrayPool()
    {
        if (_arrayPool is { } arrayPool)
            return arrayPool;

        if (_storage is { IsPlaced: true })
            throw BufferErrors.NoArrayInBlock(Name);

        return Interlocked.CompareExchange(ref _arrayPool, new ArrayPoolAdapter<T>(this), null) ?? _arrayPool;
    }

    /// <summary>This pool as a <see cref="MemoryPool{T}"/>: the same object for every call with the same argument, usable from any thread.</summary>
    /// <param name="reuseOwners">
    /// <see langword="false"/>: every Rent makes a small owner object, whose Dispose is safe however often and whenever it is called.
    /// <see langword="true"/>: each block has one owner for life, so that Rent allocates nothing after warm-up. Only for consumers that dispose once and then
    /// forget the owner, as a Pipe and Kestrel do. Once the block is rented again, a late Dispose ends that rental, and a late use of Memory reads that
    /// rental's elements.
    /// </param>
    /// <remarks>
    /// <para><b>Rent</b> gives a whole block of the size class: at least as long as requested; 0 gives the smallest. Without an argument (-1)
    /// it is 4096 bytes' worth of elements, or <see cref="MaxLength"/> if that is less. Less than -1 or more than <c>MaxBufferSize</c> throws an
    /// <see cref="ArgumentOutOfRangeException"/>. <c>MaxBufferSize</c> is <see cref="MaxLength"/> if the oversize policy is to throw, and otherwise the
    /// longest possible array.</para>
    /// <para><b>Dispose of an owner</b> returns the block, on any thread; a second Dispose is harmless and counted as misuse. <c>Memory</c> throws
    /// <see cref="ObjectDisposedException"/> from then on.</para>
    /// <para><b>Dispose of the adapter</b> does nothing: the pool belongs to the annotated type, and others use it.</para>
    /// </remarks>
    /// <returns>The adapter.</returns>
    public MemoryPool<T> AsMemoryPool(bool reuseOwners = false)
        => reuseOwners
            ? _memoryPoolOfReusedOwners ?? Interlocked.CompareExchange(ref _memoryPoolOfReusedOwners, new(this), null) ?? _memoryPoolOfReusedOwners
            : _memoryPool ?? Interlocked.CompareExchange(ref _memoryPool, new(this), null) ?? _memoryPool;

    /// <inheritdoc/>
    public override void Trim()
    {
        // First what needs no memory. Releasing the quarantine may need some, for a report.
        _retention.Trim();
        if (_watch is not { } watch)
            return;

        watch.VerifyQuarantine(before: long.MaxValue);
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

    // No thread can reach the pool any more, so no thread uses its free buffers.
    private protected override void GiveBackPages()
    {
        // The retention is null if the constructor could not allocate it.
        if (_storage is not { StaysOffThreads: true } || _retention is null)
            return;

        try
        {
            _retention.Trim();
        }
        catch (OutOfMemoryException)
        {
            // The finalizer's thread must go on. The pages stay with the process.
        }

        // Also removes the pressure of rentals that were never disposed: no collection can free their memory any more.
        _storage.RemovePressure();
    }

#if NET
    // Not inlined, because this is rare: the delegate takes longer than the rest of a rental.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ThreadStack<T>[]? FindStacks()
    {
        ThreadStack<T>[]? stacks = _threadStacks();
        if (stacks is not null && StaysLoaded())
        {
            // In this order, so that no exception between two of the writes leaves a pool beside another one's stacks.
            t_lastPool = null;
            t_lastStacks = stacks;
            t_lastPool = this;
        }

        return stacks;
    }

    // Computed at a lookup and not in the constructor, because reflection takes too long for a first rental. Benign race: all threads write the same value.
    private bool StaysLoaded() => _staysLoaded || (_staysLoaded = !RuntimeFeature.IsDynamicCodeSupported || !_threadStacks.Method.IsCollectible);
#endif

    private RentalWatch<T> WatchRentals() => _watch ??= new RentalWatch<T>(this, _roster, _retention);

    private PoolStatistics Count() => new StatisticsSnapshot<T>(_sizeClasses, _counters, _roster, _retention, _watch).Take();
}

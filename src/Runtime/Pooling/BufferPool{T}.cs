using System.Buffers;
using System.ComponentModel;
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
public sealed class BufferPool<T> : BufferPool
{
    private readonly SizeClasses _sizeClasses;

    // The longest length that a pop and a push alone serve. 0 sends every caller to the slow path: a pool that clears, finer classes, and elements of a
    // reference type, whose stacks are not cached.
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

    /// <summary>Rents a buffer that may be stored, cross an await and be disposed on another thread. It allocates nothing after warm-up.</summary>
    /// <param name="length">
    /// The number of elements: 0 to <see cref="MaxLength"/> from the pool; a longer buffer is not pooled, and the pool may refuse it.
    /// </param>
    /// <returns>The owner of exactly <paramref name="length"/> elements.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    public PooledOwner<T> RentOwner(int length)
    {
        PooledNode<T> node = RentNode(length, nameof(RentOwner), isWhole: false);
        if (ClearsOnRent)
            node.Elements.Slice(0, length).Clear();

        return new PooledOwner<T>(node, length);
    }

    /// <summary>Copies elements into a rented buffer, for the Detach of elements that lie in the caller's memory.</summary>
    /// <param name="elements">The elements.</param>
    /// <returns>The owner of the copy.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The copy is oversize, and the pool refuses that.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public PooledOwner<T> RentCopy(ReadOnlySpan<T> elements)
    {
        PooledNode<T> node = RentNode(elements.Length, "Detach", isWhole: false);
        elements.CopyTo(node.Elements);
        return new PooledOwner<T>(node, elements.Length);
    }

    /// <summary>Serves an emitted <c>Rent</c> that could not pop from its thread's stack. Generated code only.</summary>
    /// <param name="length">The requested length, not yet checked.</param>
    /// <returns>The node and not the renter, because a hidden return buffer would keep a renter out of registers.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public PooledNode<T> RentSlow(int length)
        => _storage is not null && TryRentOffThreads(length) is { } node ? node : RentSlow(ref _threadStacks(), length, "Rent", isWhole: false);

    /// <summary>Serves an emitted <c>RentOwner</c> that could not pop from its thread's stack. Generated code only.</summary>
    /// <param name="length">The requested length, not yet checked.</param>
    /// <returns>The node.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public PooledNode<T> RentOwnerSlow(int length)
        => _storage is not null && TryRentOffThreads(length) is { } node ? node : RentSlow(ref _threadStacks(), length, "RentOwner", isWhole: false);

    /// <summary>Rents a node for a holder on the heap, which ends the rental with <see cref="PooledNode{T}.ReturnOwned"/>.</summary>
    /// <param name="length">The needed length. The holder may use the whole array.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledNode<T> RentOwned(int length) => TryPop(length) ?? RentOwnedNode(length);

    /// <summary>Rents the newest free node of the calling thread as <see cref="RentOwned"/> does, if that takes no more than a pop. Null otherwise.</summary>
    /// <param name="length">The requested length, not yet checked.</param>
    // On .NET it calls nothing of ours, so that a caller whose only call is its last statement saves few registers.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledNode<T>? TryPop(int length)
        => ThreadStack<T>.TryPopFrom(PlainStackOf(length), out PooledNode<T>? node) ? node : null;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private PooledNode<T> RentOwnedNode(int length)
    {
        PooledNode<T> node = RentNode(length, member: null, isWhole: true);
        if (ClearsOnRent)
            node.Elements.Clear();

        return node;
    }

    /// <summary>Rents an array that replaces one that is too short.</summary>
    /// <param name="capacity">The length of the array that is too short.</param>
    /// <param name="length">The requested length.</param>
    /// <param name="content">The number of elements that the caller copies to the start. The elements behind them are cleared if the policy is OnRent.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is oversize, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">No array can be that long, or there is no memory for it.</exception>
    internal PooledNode<T> RentLarger(int capacity, int length, int content)
    {
        // The next size class is longer by a fixed ratio. An oversize array has exactly the requested length, so we request twice the old one.
        int rented = length <= MaxLength || RefusesOversize
            ? length
            : (int)Math.Max(length, Math.Min(2L * capacity, ArrayLimits.MaxLength));
        PooledNode<T> node = TryPop(rented) ?? RentNode(rented, member: null, isWhole: false);
        if (ClearsOnRent)
            node.Elements.Slice(content, length - content).Clear();

        return node;
    }

    /// <summary>Reports what a checked rental has written behind its length so far.</summary>
    /// <param name="node">The node.</param>
    internal void FindOverrun(PooledNode<T> node) => RentalWatch<T>.VerifyCanary(node);

    /// <summary>Prepares the elements that a rental gains when it grows within its array.</summary>
    /// <param name="node">The node.</param>
    /// <param name="start">The first element of the rental.</param>
    /// <param name="content">The number of elements that the rental has already.</param>
    /// <param name="length">The number of elements that it has from now on.</param>
    internal void Extend(PooledNode<T> node, int start, int content, int length)
    {
        if (length <= content)
            return;

        RentalWatch<T>.Extend(node, start + length);
        if (ClearsOnRent)
            node.Elements.Slice(start + content, length - content).Clear();
    }

    /// <summary>Rents a node, and clears nothing.</summary>
    /// <param name="length">The requested length, not yet checked.</param>
    /// <param name="member">The member that the user called; null for a writer, a stream or an adapter.</param>
    /// <param name="isWhole">Whether the holder may use the whole array.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledNode<T> RentNode(int length, string? member, bool isWhole)
        => (uint)length <= (uint)MaxLength && ThreadStack<T>.TryPop(StacksOfThread, _sizeClasses.Of(length), out PooledNode<T>? node)
            ? node
            : RentSlow(ref _threadStacks(), length, member, isWhole);

    // Rents a native buffer without the calling thread's stacks, which hold none. Once a watch exists every rental takes the other path, because the watch
    // sees no rental here.
    private PooledNode<T>? TryRentOffThreads(int length)
        => _watch is null && (uint)(length - 1) < (uint)_sizeClasses.MaxLength ? _retention.TryRentOffThreads(_sizeClasses.Of(length)) : null;

    /// <param name="stacks">The calling thread's stacks.</param>
    /// <param name="length">The requested length.</param>
    /// <param name="member">The member that the user called; null for a writer, a stream or an adapter.</param>
    /// <param name="isWhole">Whether the holder may use the whole array.</param>
    private PooledNode<T> RentSlow(ref ThreadStack<T>[]? stacks, int length, string? member, bool isWhole)
    {
        if (length == 0)
            return _empty;

        // The first rental announces the pool. The pool's constructor cannot: it runs in a static constructor, where a listener's callback could wait for a
        // thread that waits for us (CallbackTests). Benign race: two first rentals may both announce it. The flag is set last:
        // PoolCreated comes before the pool's other events, and a listener that rents must not suppress it.
        if (!_isAnnounced)
        {
            if (PoolEventSource.Log is { } log)
            {
                _isAnnounced = log.TryAnnounce(this);
            }
            else
            {
                BackgroundStart.Begin();
                _isAnnounced = true;
            }
        }

        PooledNode<T> node = (uint)length > (uint)_sizeClasses.MaxLength ? RentOversize(length, member) : RentPooled(ref stacks, _sizeClasses.Of(length));
        if (_watch is { } watch)
            ApplyModes(watch, node, stacks, isWhole ? node.Capacity : length);

        return node;
    }

    // Apart, because a method with a try is slower, and most pools have no watch.
    private void ApplyModes(RentalWatch<T> watch, PooledNode<T> node, ThreadStack<T>[]? stacks, int length)
    {
        try
        {
            watch.Observe(node, stacks, length);
        }
        catch
        {
            // There is no memory for the record of the rental, or its report failed. The caller gets no buffer, so the pool must get it back.
            ReturnSlow(node, node.Generation);
            throw;
        }
    }

    // Inlined, as Allocate is, because each has one caller only. A first rental then compiles fewer methods if the JIT optimises at once.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PooledNode<T> RentPooled(ref ThreadStack<T>[]? stacks, int sizeClass)
    {
        ThreadStack<T> stack = (stacks ??= _roster.Join(_retention.Retire))[sizeClass];
        PooledNode<T> node = _retention.Take(stack, sizeClass) ?? Allocate(sizeClass);
        stack.CountRent();
        return node;
    }

    // The node has no home yet, so its first return takes the slow path, which decides whether the pool retains it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PooledNode<T> Allocate(int sizeClass)
    {
        // Allocate before counting, so that an OutOfMemoryException leaves the counters unchanged. The runtime still clears the array if T holds references.
        int length = _sizeClasses.Length(sizeClass);
        PooledNode<T> node = _storage is null
            ? new PooledNode<T>(this, GC.AllocateUninitializedArray<T>(length), _roster.ClosedStack, sizeClass)
            : _storage.Allocate(this, _roster.ClosedStack, sizeClass, length);
        _counters.CountAllocated(sizeClass);
        if (PoolEventSource.Log is { } log)
            BufferEvents.Allocated(log, node);

        return node;
    }

    private PooledNode<T> RentOversize(int length, string? member)
    {
        if (length < 0)
            throw new ArgumentOutOfRangeException(nameof(length), length, $"{Request(length, member)}; a length is 0 or more.");

        if (RefusesOversize)
        {
            throw new ArgumentOutOfRangeException(
                nameof(length), length, $"{Request(length, member)}; its MaxLength is {MaxLength}, and its Oversize policy is Throw.");
        }

        if (length > ArrayLimits.MaxLength)
        {
            throw new OutOfMemoryException(
                $"{Request(length, member)}; an array has at most {ArrayLimits.MaxLength}, and the pool keeps arrays of up to {MaxLength}, its MaxLength.");
        }

        PooledNode<T> node = _storage is null
            ? new PooledNode<T>(this, GC.AllocateUninitializedArray<T>(length), _roster.ClosedStack, sizeClass: 0)
            : _storage.AllocateOversize(this, _roster.ClosedStack, length);
        _counters.CountOversizeRent(length);
        if (PoolEventSource.Log is { } log)
            BufferEvents.Allocated(log, node);

        return node;
    }

    private string Request(int length, string? member)
        => $"{(member is null ? $"The pool of {Name}" : $"{Name}.{member}")} was asked for {length} elements";

    /// <summary>Ends the rental of a native buffer, which goes to no stack. Renting thread only. Generated code only.</summary>
    /// <param name="node">A node of this pool. A node of another pool returns to that one.</param>
    /// <param name="generation">The generation at which the node was rented.</param>
    // A method of the node would load the node, then its pool, then its tier, each load waiting for the one before (docs/internals/design.md, section 4).
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void ReturnNative(PooledNode<T> node, nint generation)
    {
        // Once there is a watch, it must see the return. The shared node of the empty rentals has no length, and an oversize buffer is longer than the largest
        // class.
        if (node.Generation != generation || node.Pool != this || _watch is not null || (uint)(node.Block!.Length - 1) >= (uint)_sizeClasses.MaxLength)
        {
            node.Pool.ReturnSlow(node, generation);
            return;
        }

        node.End(generation);
        _retention.RetainInCoreTier(node);
    }

    /// <summary>Ends a rental if <see cref="PooledNode{T}.Return"/> could not push the node onto its home. Renting thread only.</summary>
    internal void ReturnSlow(PooledNode<T> node, nint generation)
    {
        if (node.Generation != generation)
        {
            CountMisuse(node, generation);
            return;
        }

        if (node == _empty)
            return;

        // A thread that rented only oversize buffers has no stacks. A native buffer goes to no stack.
        node.End(generation);
        RetainOrDrop(node, !_retention.StaysOffThreads && _threadStacks() is { } stacks ? stacks[node.SizeClass] : _roster.ClosedStack);
    }

    /// <summary>Puts a node whose rental is over on the calling thread's stack, which need not be its home.</summary>
    /// <param name="node">The node.</param>
    /// <param name="clears">Whether the whole array is cleared first. The pool does not know which part of it was used.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void PushToCallingThread(PooledNode<T> node, bool clears)
    {
        if (clears)
        {
            // The check comes first, because it reads the written elements. The node is not free yet, so no other code has the array. If the check throws
            // because there is no memory for its report, the node is lost, and the written elements must not be left in it.
            try
            {
                if (node.Home == _roster.ClosedStack)
                    RentalWatch<T>.EndCheck(node);
            }
            finally
            {
                node.Elements.Clear();
            }
        }

        if (_retention.StaysOffThreads)
            RetainOrDrop(node, _roster.ClosedStack);
        else
            PushOrRetain(node, StacksOfThread is { } stacks ? stacks[node.SizeClass] : JoinLate(ref _threadStacks(), node.SizeClass));
    }

    /// <summary>Puts a node whose rental is over on the calling thread's stack, or takes the slow path of all returns.</summary>
    // A node without a home always takes the slow path. We compare the reference only: the stack itself is in a cache line that its thread may be writing.
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void PushSlow(PooledNode<T> node, ThreadStack<T> stack)
    {
        if (node.Home == _roster.ClosedStack || !stack.TryAdopt(node))
            RetainOrDrop(node, stack);
    }

    /// <summary>Counts the Dispose of a handle whose rental is over: the node belongs to the pool or to another rental, so it must not change.</summary>
    internal void CountMisuse(PooledNode<T> node, nint generation)
    {
        // "using var buffer = …; return buffer.Detach();" disposes a handle that was given up. That is correct code and no misuse.
        if (node.WasTransferred(generation))
            return;

        _counters.CountMisuse();
        if (_watch?.TryReportDoubleDispose(node, generation) != true)
            BufferEvents.Misused(this);
    }

    /// <summary>
    /// Ends the rental of the array that the calling thread popped last. It needs no table, because the stack still refers to the node. If it returns false,
    /// it has changed nothing.
    /// </summary>
    /// <param name="array">The array.</param>
    /// <param name="clears">Whether the array is set to its default.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryReturnPopped(T[] array, bool clears)
    {
        ThreadStack<T>? stack = PlainStackOf(array.Length);
        PooledNode<T>? node = stack?.LastPopped;
        return node is not null && node.Array == array && node.TryReturnAsArray(stack!, clears);
    }

    // The stack is the calling thread's.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void PushOrRetain(PooledNode<T> node, ThreadStack<T> stack)
    {
        if (node.Home != stack || !stack.TryPushBack(node))
            PushSlow(node, stack);
    }

    // The rental is over, so the node must not be lost. If there is no memory to join the roster, the closed stack sends the node to the core tier.
    private ThreadStack<T> JoinLate(ref ThreadStack<T>[]? stacks, int sizeClass)
    {
        try
        {
            return (stacks = _roster.Join(_retention.Retire))[sizeClass];
        }
        catch (OutOfMemoryException)
        {
            return _roster.ClosedStack;
        }
    }

    // The slow path of all returns, after the end of the rental. The pool lets go of an oversize node, and may quarantine a watched one.
    private void RetainOrDrop(PooledNode<T> node, ThreadStack<T> stack)
    {
        if (PoolEventSource.Log is { } log)
            BufferEvents.Returned(log, node);

        bool waits = false;
        if (node.Rental is not null)
        {
            RentalWatch<T>.EndCheck(node);
            waits = _watch!.TryQuarantine(node); // not null, because it began the check
        }

        // Not node.IsOversize, because the first rental would have to compile that accessor.
        if ((node.Block is null ? node.Array.Length : node.Block.Length) > _sizeClasses.MaxLength)
        {
            _counters.CountOversizeReturn(node.Capacity);
            BufferEvents.Dropped(node);
            return;
        }

        if (!waits)
            _retention.Retain(node, stack);
    }
}

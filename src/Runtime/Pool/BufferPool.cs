using System.ComponentModel;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// A pool of any element type, as <see cref="PooledBuffers"/> lists it. All members may be used from any thread.
/// </summary>
/// <remarks>
/// Free arrays lie on the renting threads' own stacks (<see cref="ThreadStack"/>); arrays that do not fit there, and those of threads that ended, lie in a
/// tier per core. The emitted <c>Rent</c> pops from its thread's stack; this class is the slow path. It handles nodes, whatever their elements are, and asks
/// <see cref="BufferPool{T}"/> for what depends on the element type.
/// </remarks>
public abstract class BufferPool
{
    private readonly TrimScheduler _trimScheduler;
    private readonly Budget _budget;
    private readonly SizeClasses _sizeClasses;

    // The longest length that a pop and a push alone serve. 0 sends every caller to the slow path: a pool that clears what it rents, or has finer classes.
    private readonly int _plainLength;
    private readonly OversizePolicy _oversizePolicy;
    private readonly ClearPolicy _clearPolicy;
    private readonly StableStorage? _storage; // null for arrays that the garbage collector may move
    private readonly ThreadRoster _roster;
    private readonly PoolCounters _counters;
    private readonly Retention _retention;

    // The longest length that is rented and returned without the threads' stacks: 0 unless the buffers are native, and once there is a watch, which must see
    // each rental. Written under the lock.
    private int _offThreadsLength;

    // Returns the emitted thread-static field, for rentals that the runtime makes itself.
    private readonly ThreadStacks _threadStacks;

    // The node of every rental of length 0, so that the emitted fast path needs no test for "no node".
    private readonly PooledNode _empty;

    // Null until a mode or the sampler watches rentals. Written under the lock.
    private volatile RentalWatch? _watch;

    private bool _isAnnounced;

    // The last reported statistics. Guarded by the lock; reported counts must never decrease.
    private PoolStatistics _lastReported;

    private protected BufferPool(
        string name,
        int minLength,
        int maxLength,
        int threadDepth,
        OversizePolicy oversizePolicy,
        ClearPolicy clearPolicy,
        ThreadStacks threadStacks,
        long maxRetainedBytes,
        TrimScheduler trimScheduler,
        int classesPerDoubling,
        StableStorage? storage,
        int elementSize,
        bool holdsReferences)
    {
        Name = name;
        ElementSize = elementSize;
        HoldsReferences = holdsReferences;
        _budget = new Budget(maxRetainedBytes);
        _trimScheduler = trimScheduler;
        _clearPolicy = clearPolicy;
        ClearsOnReturn = Clearing.OnReturn((int)clearPolicy, holdsReferences);
        _threadStacks = threadStacks;
        _sizeClasses = new SizeClasses(minLength, maxLength, classesPerDoubling);
        _oversizePolicy = oversizePolicy;
        if (clearPolicy != ClearPolicy.OnRent && classesPerDoubling == 1)
            _plainLength = maxLength;

        _storage = storage;
        IsStable = storage is not null;
        var bytes = new long[_sizeClasses.Count];
        var depths = new int[_sizeClasses.Count];
        for (int i = 0; i < depths.Length; i++)
        {
            int length = _sizeClasses.Length(i);
            bytes[i] = storage is null ? (long)length * elementSize : storage.BytesOf(length);
            depths[i] = Depths.OnThread(bytes[i], threadDepth);
        }

        _counters = new PoolCounters(depths.Length);
        _roster = new ThreadRoster(this, depths);
        _retention = new Retention(bytes, depths, _roster, _counters, _budget, _trimScheduler, storage);
        if (_retention.StaysOffThreads)
            _offThreadsLength = maxLength;

        _empty = new PooledNode(AllocateArray(0), storage is { IsPlaced: true } ? new PlacedBlock(length: 0) : null, _roster.ClosedStack, sizeClass: 0);
        PoolRegistry.Add(this);
    }

    /// <summary>Runs after the assembly of the annotated type was unloaded: gives the reserved bytes back to the budget of the process.</summary>
    ~BufferPool()
    {
        // Null if the constructor could not allocate it.
        if (_trimScheduler is null || _budget is null)
            return;

        GiveBackPages();
        _trimScheduler.End(_budget);
    }

    /// <summary>The annotated type's name, as C# writes it, with its type arguments: <c>PooledGen.SharedBuffer&lt;int&gt;</c>.</summary>
    public string Name { get; }

    /// <summary>The element type.</summary>
    public abstract Type ElementType { get; }

    /// <summary>The length of the smallest size class, in elements.</summary>
    public int MinLength => _sizeClasses.MinLength;

    /// <summary>The longest buffer that is pooled, in elements.</summary>
    public int MaxLength => _sizeClasses.MaxLength;

    /// <summary>The lengths of the size classes, in elements, from the smallest up. Each pooled array has one of these lengths.</summary>
    public IReadOnlyList<int> SizeClassLengths => [.. Enumerable.Range(0, _sizeClasses.Count).Select(_sizeClasses.Length)];

    /// <summary>
    /// The most bytes of free buffers that the pool may retain, on all threads and cores together; 0 retains nothing. The pool lets go of buffers that are
    /// returned beyond it, and counts them as evicted. Default: the attribute's <c>MaxRetainedBytes</c>, or only the limit of the process
    /// (<see cref="PooledBuffers.MaxRetainedBytes"/>).
    /// </summary>
    /// <remarks>
    /// The reserved bytes never exceed it, except while it is being lowered. Buffers in the quarantine of a check or of the sampler come on top.
    /// The limit counts capacity, not buffers: capacity that a thread has used keeps its share of the budget
    /// until an idle visit finds it unused. A limit below the reserved bytes makes the pool let go of every free buffer at once, as <see cref="Trim"/> does.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than 0.</exception>
    public long MaxRetainedBytes
    {
        get => _budget.Max;
        set
        {
            if (value < 0)
                throw new ArgumentOutOfRangeException(nameof(value), value, $"{Name}.MaxRetainedBytes is 0 or more, in bytes.");

            _budget.Max = value;
            if (_budget.Reserved > value)
                Trim();
        }
    }

    /// <summary>The current statistics.</summary>
    public PoolStatistics Statistics
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

    /// <summary>Lets go of every free buffer. Rented buffers stay rented, and are pooled again when they are returned.</summary>
    /// <remarks>
    /// For arrays it allocates nothing, unless a listener hears of each buffer. So a program may call it when it is out of memory. A pool of native memory
    /// makes a list of the buffers, to give their pages back.
    /// </remarks>
    public void Trim()
    {
        // First what needs no memory. Releasing the quarantine may need some, for a report.
        _retention.Trim();
        if (_watch is not { } watch)
            return;

        watch.VerifyQuarantine(before: long.MaxValue);
        _retention.Trim();
    }

    /// <summary>The name and the statistics.</summary>
    /// <returns>One line.</returns>
    public override string ToString() => $"{Name}: {Statistics}";

    /// <summary>The pool's number in events.</summary>
    // Computed for the first event and not in the constructor. Benign race: every thread computes the same number.
    internal int Id => _id != 0 ? _id : _id = PoolId.Of(Name);

    private int _id;

    /// <summary>
    /// The bytes of <see cref="MaxRetainedBytes"/> that are reserved for free buffers: the retained bytes or more, because the bytes of a buffer stay
    /// reserved while it is rented. At least 0; above <see cref="MaxRetainedBytes"/> only for the moment in which that limit is lowered.
    /// </summary>
    public long ReservedBytes => _budget.Reserved;

    /// <summary>
    /// The bytes of address space outside the garbage collector's heap that the pool has mapped: those of its rented and free buffers, and of buffers whose
    /// physical memory a trim gave back. They are never unmapped, so the number never falls. 0 unless the storage is <see cref="BufferStorage.Native"/>.
    /// </summary>
    public long MappedBytes => _storage?.MappedBytes ?? 0;

    /// <summary>The scheduler that trims this pool.</summary>
    internal TrimScheduler TrimScheduler => _trimScheduler;

    /// <summary>The bytes of one element.</summary>
    internal readonly int ElementSize;

    /// <summary>Whether an element may hold references.</summary>
    internal readonly bool HoldsReferences;

    /// <summary>Whether returned arrays are cleared, because the policy says so or because the elements hold references.</summary>
    internal readonly bool ClearsOnReturn;

    /// <summary>
    /// Whether the caller's own memory is cleared too at the end of its use: only if the policy is OnReturn, not because elements hold references.
    /// </summary>
    internal bool ClearsCallersMemory => Clearing.CallersMemory((int)_clearPolicy);

    /// <summary>Whether rented arrays are cleared.</summary>
    internal bool ClearsOnRent => Clearing.OnRent((int)_clearPolicy);

    /// <summary>Whether a request above <see cref="MaxLength"/> throws.</summary>
    internal bool RefusesOversize => _oversizePolicy == OversizePolicy.Throw;

    /// <summary>Whether the address of a rented buffer never changes.</summary>
    internal readonly bool IsStable;

    /// <summary>Whether the buffers do not begin at the first element of an array.</summary>
    internal bool IsPlaced => _storage is { IsPlaced: true };

    /// <summary>The home of every node whose next return must take the slow path.</summary>
    internal ThreadStack ClosedStack => _roster.ClosedStack;

    /// <summary>The array of a buffer whose elements lie in a <see cref="PlacedBlock"/>: it is empty.</summary>
    internal Array EmptyArray => _empty.Array;

    /// <summary>Allocates an array of the element type, and of no other type. Its elements are arbitrary if they hold no references.</summary>
    /// <param name="length">0 or more.</param>
    /// <param name="isPinned">Whether the garbage collector must not move it. Not for elements that hold references, and on .NET only.</param>
    internal abstract Array AllocateArray(int length, bool isPinned = false);

    /// <summary>The first byte of a buffer of this pool, for a check that looks at bytes. The buffer has at least one element.</summary>
    internal abstract ref byte FirstByteOf(PooledNode node);

    /// <summary>Makes every rent and return take the slow path, from the next one of each size class on each running thread.</summary>
    internal void Enter(PoolMode mode)
    {
        using (Uninterrupted.Lock(_roster))
            WatchRentals().Enter(mode);
    }

    /// <summary>Undoes <see cref="Enter"/>; when no mode is left, threads use their stacks again.</summary>
    internal void Leave(PoolMode mode)
    {
        using (Uninterrupted.Lock(_roster))
            _watch?.Leave(mode);
    }

    /// <summary>Arranges that a rental is checked soon, if any thread rented since the last call.</summary>
    internal bool TrySample(Random random)
    {
        using (Uninterrupted.Lock(_roster))
            return WatchRentals().TrySample(random);
    }

    /// <summary>Checks the buffers that entered quarantine before a moment of the sampler's clock for late writes, and releases them.</summary>
    internal void VerifyQuarantine(long before) => _watch?.VerifyQuarantine(before);

    /// <summary>Lets go of the buffers that no thread used since the last call, and of unused capacity.</summary>
    internal void TrimIdle() => _retention.TrimIdle();

    /// <summary>Takes over what an ended thread left.</summary>
    internal void Retire(RosterEntry thread) => _retention.Retire(thread);

    // Gives the physical memory of free native buffers back to the system. No thread can reach the pool any more, so no thread uses its free buffers.
    private void GiveBackPages()
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

    private RentalWatch WatchRentals()
    {
        _watch ??= new RentalWatch(this, _roster, _retention);
        _offThreadsLength = 0;
        return _watch;
    }

    private PoolStatistics Count() => new StatisticsSnapshot(_sizeClasses, ElementSize, _counters, _roster, _retention, _watch).Take();

#if NET
    // The two pools that the calling thread looked up last, and its stacks there: a cache of the emitted thread-static fields that avoids the delegate. Two,
    // because code that rents from two pools in turns is common. A thread refers to them as long as it lives, so a pool that can be unloaded is not cached
    // (UnloadTests). Four fields, because the runtime boxes a thread-static struct, which would add a dependent load.
    [ThreadStatic]
    private static BufferPool? t_lastPool;

    [ThreadStatic]
    private static ThreadStack[]? t_lastStacks;

    [ThreadStatic]
    private static BufferPool? t_earlierPool;

    [ThreadStatic]
    private static ThreadStack[]? t_earlierStacks;

    private bool _staysLoaded;
#endif

    /// <summary>The calling thread's stacks, if it has any. Null, too, if the field has the stacks of another pool: the slow path then says so.</summary>
    internal ThreadStack[]? StacksOfThread
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
#if NET
            return t_lastPool == this ? t_lastStacks : t_earlierPool == this ? t_earlierStacks : FindStacks();
#else
            return _threadStacks() is { } stacks && stacks[0].Pool == this ? stacks : null;
#endif
        }
    }

#if NET
    // Not inlined, because this is rare: the delegate takes longer than the rest of a rental.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ThreadStack[]? FindStacks()
    {
        ThreadStack[]? stacks = _threadStacks();
        if (stacks is not null && stacks[0].Pool != this)
            return null;

        if (stacks is not null && StaysLoaded())
        {
            // In this order, so that no exception between two of the writes leaves a pool beside another one's stacks.
            t_earlierPool = null;
            t_earlierStacks = t_lastStacks;
            t_earlierPool = t_lastPool;
            t_lastPool = null;
            t_lastStacks = stacks;
            t_lastPool = this;
        }

        return stacks;
    }

    // Computed at a lookup and not in the constructor, because reflection takes too long for a first rental. Benign race: all threads write the same value.
    private bool StaysLoaded()
        => _staysLoaded
            || (_staysLoaded = !RuntimeFeature.IsDynamicCodeSupported || (!_threadStacks.Method.IsCollectible && !ElementType.IsCollectible));
#endif

    // The calling thread's stack for a rental that takes no more than a pop and a push. Null if there is none, or, on .NET, if it takes a call to find it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ThreadStack? PlainStackOf(int length)
    {
        if ((uint)(length - 1) >= (uint)_plainLength)
            return null;

#if NET
        ThreadStack[]? stacks = t_lastStacks;
        if (t_lastPool != this)
        {
            if (t_earlierPool != this)
                return null;

            stacks = t_earlierStacks;
        }
#else
        ThreadStack[]? stacks = StacksOfThread;
        if (stacks is null)
            return null;
#endif
        // SizeClasses.Of, for powers of two only.
        return stacks![SizeClass.Log2((length - 1) | _sizeClasses.Mask) - _sizeClasses.Shift];
    }

    /// <summary>Serves an emitted <c>Rent</c> that could not pop from its thread's stack. Generated code only.</summary>
    /// <param name="length">The requested length, not yet checked.</param>
    /// <returns>The node and not the renter, because a hidden return buffer would keep a renter out of registers.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public PooledNode RentSlow(int length)
        => _storage is not null && TryRentOffThreads(length) is { } node ? node : RentSlow(ref _threadStacks(), length, "Rent", isWhole: false);

    /// <summary>Serves an emitted <c>RentOwner</c> that could not pop from its thread's stack. Generated code only.</summary>
    /// <param name="length">The requested length, not yet checked.</param>
    /// <returns>The node.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public PooledNode RentOwnerSlow(int length)
        => _storage is not null && TryRentOffThreads(length) is { } node ? node : RentSlow(ref _threadStacks(), length, "RentOwner", isWhole: false);

    /// <summary>Rents a node for a holder on the heap, which ends the rental with <see cref="PooledNode.ReturnOwned"/>.</summary>
    /// <param name="length">The needed length. The holder may use the whole array.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledNode RentOwned(int length) => TryPop(length) ?? RentOwnedNode(length);

    /// <summary>Rents the newest free node of the calling thread as <see cref="RentOwned"/> does, if that takes no more than a pop. Null otherwise.</summary>
    /// <param name="length">The requested length, not yet checked.</param>
    // On .NET it calls nothing of ours, so that a caller whose only call is its last statement saves few registers.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledNode? TryPop(int length)
        => ThreadStack.TryPop(PlainStackOf(length), out PooledNode? node) ? node : null;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private PooledNode RentOwnedNode(int length)
    {
        PooledNode node = RentNode(length, member: null, isWhole: true);
        if (ClearsOnRent)
            node.Clear();

        return node;
    }

    /// <summary>Rents an array that replaces one that is too short.</summary>
    /// <param name="capacity">The length of the array that is too short.</param>
    /// <param name="length">The requested length.</param>
    /// <param name="content">The number of elements that the caller copies to the start. The elements behind them are cleared if the policy is OnRent.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is oversize, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">No array can be that long, or there is no memory for it.</exception>
    internal PooledNode RentLarger(int capacity, int length, int content)
    {
        // The next size class is longer by a fixed ratio. An oversize array has exactly the requested length, so we request twice the old one.
        int rented = length <= MaxLength || RefusesOversize
            ? length
            : (int)Math.Max(length, Math.Min(2L * capacity, ArrayLimits.MaxLength));
        PooledNode node = TryPop(rented) ?? RentNode(rented, member: null, isWhole: false);
        if (ClearsOnRent)
            node.Clear(content, length - content);

        return node;
    }

    /// <summary>Reports what a checked rental has written behind its length so far.</summary>
    /// <param name="node">The node.</param>
    internal void FindOverrun(PooledNode node) => RentalWatch.VerifyCanary(node);

    /// <summary>Prepares the elements that a rental gains when it grows within its array.</summary>
    /// <param name="node">The node.</param>
    /// <param name="start">The first element of the rental.</param>
    /// <param name="content">The number of elements that the rental has already.</param>
    /// <param name="length">The number of elements that it has from now on.</param>
    internal void Extend(PooledNode node, int start, int content, int length)
    {
        if (length <= content)
            return;

        RentalWatch.Extend(node, start + length);
        if (ClearsOnRent)
            node.Clear(start + content, length - content);
    }

    /// <summary>Rents a node, and clears nothing.</summary>
    /// <param name="length">The requested length, not yet checked.</param>
    /// <param name="member">The member that the user called; null for a writer, a stream or an adapter.</param>
    /// <param name="isWhole">Whether the holder may use the whole array.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledNode RentNode(int length, string? member, bool isWhole)
        => (uint)length <= (uint)MaxLength && ThreadStack.TryPop(StacksOfThread, _sizeClasses.Of(length), out PooledNode? node)
            ? node
            : RentSlow(ref _threadStacks(), length, member, isWhole);

    // Rents a native buffer without the calling thread's stacks, which hold none.
    private PooledNode? TryRentOffThreads(int length)
        => (uint)(length - 1) < (uint)_offThreadsLength ? _retention.TryRentOffThreads(_sizeClasses.Of(length)) : null;

    /// <param name="stacks">The calling thread's stacks.</param>
    /// <param name="length">The requested length.</param>
    /// <param name="member">The member that the user called; null for a writer, a stream or an adapter.</param>
    /// <param name="isWhole">Whether the holder may use the whole array.</param>
    private PooledNode RentSlow(ref ThreadStack[]? stacks, int length, string? member, bool isWhole)
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

        PooledNode node = (uint)length > (uint)_sizeClasses.MaxLength ? RentOversize(length, member) : RentPooled(ref stacks, _sizeClasses.Of(length));
        if (_watch is { } watch)
            ApplyModes(watch, node, stacks, isWhole ? node.Capacity : length);

        return node;
    }

    // Apart, because a method with a try is slower, and most pools have no watch.
    private void ApplyModes(RentalWatch watch, PooledNode node, ThreadStack[]? stacks, int length)
    {
        try
        {
            watch.Observe(node, stacks, length);
        }
        catch
        {
            // There is no memory for the record of the rental. The caller gets no buffer, so the pool must get it back.
            ReturnSlow(node, node.Generation);
            throw;
        }
    }

    // Inlined, as Allocate is, because each has one caller only. A first rental then compiles fewer methods if the JIT optimises at once.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PooledNode RentPooled(ref ThreadStack[]? stacks, int sizeClass)
    {
        ThreadStack stack = (stacks ??= _roster.Join())[sizeClass];
        if (stack.Pool != this)
            throw BufferErrors.OtherStacks(Name, stack.Pool.Name);

        PooledNode node = _retention.Take(stack, sizeClass) ?? Allocate(sizeClass);
        stack.CountRent();
        return node;
    }

    // The node has no home yet, so its first return takes the slow path, which decides whether the pool retains it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PooledNode Allocate(int sizeClass)
    {
        // Allocate before counting, so that an OutOfMemoryException leaves the counters unchanged. The runtime still clears the array if T holds references.
        int length = _sizeClasses.Length(sizeClass);
        PooledNode node = _storage is null
            ? new PooledNode(AllocateArray(length), block: null, _roster.ClosedStack, sizeClass)
            : _storage.Allocate(_roster.ClosedStack, sizeClass, length);
        _counters.CountAllocated(sizeClass);
        if (PoolEventSource.Log is { } log)
            BufferEvents.Allocated(log, node);

        return node;
    }

    private PooledNode RentOversize(int length, string? member)
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

        PooledNode node = _storage is null
            ? new PooledNode(AllocateArray(length), block: null, _roster.ClosedStack, sizeClass: 0)
            : _storage.AllocateOversize(_roster.ClosedStack, length);
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
    public void ReturnNative(PooledNode node, nint generation)
    {
        // The shared node of the empty rentals has no length, and an oversize buffer is longer than the largest class.
        if (node.Generation != generation || node.Pool != this || node.Block is not { } block || (uint)(block.Length - 1) >= (uint)_offThreadsLength)
        {
            node.Pool.ReturnSlow(node, generation);
            return;
        }

        node.End(generation);
        _retention.RetainInCoreTier(node);
    }

    /// <summary>Ends a rental if <see cref="PooledNode.Return"/> could not push the node onto its home. Renting thread only.</summary>
    internal void ReturnSlow(PooledNode node, nint generation)
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
        if ((node.HasRareState ? EndHold(node, clears: false) : node) is not { } free)
            return;

        ThreadStack stack = !_retention.StaysOffThreads && _threadStacks() is { } stacks ? stacks[free.SizeClass] : _roster.ClosedStack;
        RetainOrDrop(free, stack.Pool == this ? stack : _roster.ClosedStack);
    }

    /// <summary>Puts a node whose rental is over on the calling thread's stack, which need not be its home.</summary>
    /// <param name="node">The node.</param>
    /// <param name="home">Its home, which the caller has read after the end of the rental.</param>
    /// <param name="clears">Whether the whole array is cleared first. The pool does not know which part of it was used.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void PushToCallingThread(PooledNode node, ThreadStack home, bool clears)
    {
        if (home == _roster.ClosedStack)
        {
            if (EndHold(node, clears) is { } free)
                RetainOrDrop(free, StackOfThread(free.SizeClass));

            return;
        }

        if (clears)
            node.Clear();

        ThreadStack stack = StackOfThread(node.SizeClass);
        if (home != stack || !stack.TryPushBack(node))
            PushSlow(node, stack);
    }

    /// <summary>Returns a buffer whose last holder is a <see cref="Shares.Share"/> that failed.</summary>
    internal void ReturnShared(PooledNode buffer)
    {
        if (ClearsOnReturn)
            ClearChecked(buffer);

        RetainOrDrop(buffer, StackOfThread(buffer.SizeClass));
    }

    /// <summary>Watches a share as the rental that was shared is watched.</summary>
    internal void WatchShare(PooledNode holder, PooledNode share)
    {
        if (holder.Rental is not { IsOver: false } rental)
            return;

        try
        {
            share.Rental = rental.OfShare(share.Generation);
        }
        catch
        {
            // There is no memory for the record of the share. The caller gets no owner.
            share.ReturnOwned(share.Generation);
            throw;
        }
    }

    // Gives up the hold of a rental that is over and whose node has no home. Returns the node of the buffer if that was its last holder, and clears it then.
    private static PooledNode? EndHold(PooledNode node, bool clears)
    {
        // The record of the rental comes first. Once the hold is given up, the buffer may be rented again, with another record.
        RentalWatch.EndRecord(node);
        PooledNode? free = node.EndHold();
        if (clears && free is not null)
            ClearChecked(free);

        return free;
    }

    /// <summary>Clears the whole array of a rental that is over, before the node is free.</summary>
    internal static void ClearChecked(PooledNode node)
    {
        // The check comes first, because it reads the written elements.
        RentalWatch.EndCheck(node);
        node.Clear();
    }

    // The calling thread's stack. It joins the roster if it has none; a native buffer goes to none.
    private ThreadStack StackOfThread(int sizeClass)
        => _retention.StaysOffThreads ? _roster.ClosedStack
            : StacksOfThread is { } stacks ? stacks[sizeClass]
            : JoinLate(ref _threadStacks(), sizeClass);

    /// <summary>Puts a node whose rental is over on the calling thread's stack, or takes the slow path of all returns.</summary>
    // A node without a home always takes the slow path. We compare the reference only: the stack itself is in a cache line that its thread may be writing.
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void PushSlow(PooledNode node, ThreadStack stack)
    {
        if (node.Home == _roster.ClosedStack || !stack.TryAdopt(node))
            RetainOrDrop(node, stack);
    }

    /// <summary>Counts the Dispose of a handle whose rental is over: the node belongs to the pool or to another rental, so it must not change.</summary>
    internal void CountMisuse(PooledNode node, nint generation)
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
    internal bool TryReturnPopped(Array array, bool clears)
    {
        ThreadStack? stack = PlainStackOf(array.Length);
        PooledNode? node = stack?.LastPopped;
        return node is not null && node.Array == array && node.TryReturnAsArray(stack!, clears || ClearsOnReturn);
    }

    // The rental is over, so the node must not be lost. The closed stack sends it to the core tier if there is no memory to join the roster, or if the field
    // has the stacks of another pool.
    private ThreadStack JoinLate(ref ThreadStack[]? stacks, int sizeClass)
    {
        if (stacks is not null)
            return _roster.ClosedStack;

        try
        {
            return (stacks = _roster.Join())[sizeClass];
        }
        catch (OutOfMemoryException)
        {
            return _roster.ClosedStack;
        }
    }

    // The slow path of all returns, after the end of the rental. The pool lets go of an oversize node, and may quarantine a watched one.
    private void RetainOrDrop(PooledNode node, ThreadStack stack)
    {
        if (PoolEventSource.Log is { } log)
            BufferEvents.Returned(log, node);

        // Asks for the rare state first, which a first rental has compiled already.
        bool waits = false;
        if (node.HasRareState && node.Rental is not null)
        {
            RentalWatch.EndCheck(node);
            waits = _watch!.TryQuarantine(node); // not null, because it began the check
        }

        if (node.Capacity > _sizeClasses.MaxLength)
        {
            _counters.CountOversizeReturn(node.Capacity);
            BufferEvents.Dropped(node);
            return;
        }

        if (!waits)
            _retention.Retain(node, stack);
    }
}

/// <summary>The reasons for which a pool keeps its thread stacks closed, so that every rent and every return takes its slow path.</summary>
[Flags]
internal enum PoolMode
{
    /// <summary>No reason: the stacks are open, and threads use them without the slow path.</summary>
    None = 0,

    /// <summary>A listener has enabled the event source.</summary>
    Traced = 1,

    /// <summary>Rentals are checked for misuse.</summary>
    Checked = 2,
}

/// <summary>The number of a pool in events.</summary>
internal static class PoolId
{
    /// <summary>Computes the number from the pool's name only, so that it is the same in every process and on every run.</summary>
    /// <remarks>FNV-1a over the name's characters. The event <c>PoolCreated</c> reports the number and the name.</remarks>
    public static int Of(string name)
    {
        uint hash = 2166136261;
        foreach (char character in name)
            hash = unchecked((hash ^ character) * 16777619);

        return unchecked((int)hash);
    }
}

using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// A pool of any element type, as <see cref="PooledBuffers"/> lists it. All members may be used from any thread.
/// </summary>
/// <remarks>
/// Free arrays lie on the renting threads' own stacks (<see cref="ThreadStack"/>); arrays that do not fit there, and those of threads that ended, lie in a
/// tier per core. The emitted <c>Rent</c> pops from its thread's stack; this class is the slow path. It handles nodes, whatever their elements are, and asks
/// <see cref="BufferPool{T}"/> for what depends on the element type. One file has the settings and the figures, and each verb one more: rent, return, trim.
/// </remarks>
public abstract partial class BufferPool
{
    private readonly IdleTrimmer _trimmer;
    private readonly RetentionLimit _retentionLimit;
    private readonly SizeClasses _sizeClasses;

    // By size class: the bytes of a buffer, and how many of them a thread keeps.
    private readonly long[] _bytes;
    private readonly int[] _depths;

    // The longest length that a pop and a push alone serve. 0 sends every caller to the slow path: a pool that clears what it rents, has finer classes, or
    // gives out arrays within a budget.
    private int _plainLength;
    private readonly OversizePolicy _oversizePolicy;
    private readonly ClearPolicy _clearPolicy;
    private readonly StableStorage? _storage; // null for arrays that the garbage collector may move

    // The roster is also the pool's lock.
    private readonly ThreadRoster _roster;
    private readonly CoreTier _coreTier;
    private readonly PoolCounters _counters;

    // Returns the emitted thread-static field, for rentals that the runtime makes itself, or what the roster has in its place. Only the roster writes there.
    private readonly ThreadStacks _threadStacks;

    // The node of every rental of length 0, so that the emitted fast path needs no test for "no node".
    private readonly PooledNode _empty;

    // The longest native buffer that is rented and returned without the threads' stacks: 0 for arrays, and once there is a watch, which must see each rental.
    // Written under the lock.
    internal int NativeLength;

    // While rentals are watched the threads' stacks are closed, and free buffers lie in the core tier alone. Native buffers always lie there.
    private volatile bool _isClosedToThreads;

    // Null until a mode or the sampler watches rentals. Written under the lock.
    private volatile RentalWatch? _watch;

    private bool _isAnnounced;

    // The last reported statistics. Guarded by the lock; reported counts must never decrease.
    private PoolStatistics _lastReported;

    private protected BufferPool(in PoolOptions options, IdleTrimmer trimmer, StableStorage? storage, int elementSize, bool holdsReferences)
    {
        Name = options.Name;
        ElementSize = elementSize;
        HoldsReferences = holdsReferences;
        _retentionLimit = new RetentionLimit(options.MaxRetainedBytes, trimmer.RetentionLimit, this);
        _trimmer = trimmer;
        _clearPolicy = options.Clear;
        ClearsOnReturn = Clearing.OnReturn((int)options.Clear, holdsReferences);
        _sizeClasses = new SizeClasses(options.MinLength, options.MaxLength, options.SizeClassesPerDoubling);
        _oversizePolicy = options.Oversize;
        ClearsOnRent = options.Clear == ClearPolicy.OnRent;
        if (!ClearsOnRent && options.SizeClassesPerDoubling == 1)
            _plainLength = options.MaxLength;

        _storage = storage;
        IsStable = storage is not null;
        IsPlaced = storage is { IsPlaced: true };
        _bytes = new long[_sizeClasses.Count];
        _depths = new int[_sizeClasses.Count];
        for (int i = 0; i < _depths.Length; i++)
        {
            int length = _sizeClasses.Length(i);
            _bytes[i] = storage is null ? (long)length * elementSize : storage.BytesOf(length);
            _depths[i] = Depths.OnThread(_bytes[i], options.MaxBuffersPerThread);
        }

        _counters = new PoolCounters(_depths.Length);
        _roster = new ThreadRoster(this, _depths, options.ThreadStacks);
        _threadStacks = options.ThreadStacks ?? _roster.StacksByNumber;
        IsDeclared = options.ThreadStacks is not null;
        _coreTier = new CoreTier(_depths);
        if (storage is { IsNative: true })
        {
            IsNative = true;
            _isClosedToThreads = true;
            NativeLength = options.MaxLength;
            trimmer.AllowVisits();
        }

        _empty = new PooledNode(AllocateArray(0), IsPlaced ? CreateBlock(length: 0) : null, _roster.ClosedStack, sizeClass: 0);
        PoolRegistry.Add(this);
    }

    /// <summary>
    /// The annotated type's name, as C# writes it, with its type arguments: <c>PooledGen.SharedBuffer&lt;int&gt;</c>. For a pool of
    /// <see cref="PooledArrayPool{T}"/>, the name that was given there.
    /// </summary>
    public string Name { get; }

    /// <summary>The element type.</summary>
    public abstract Type ElementType { get; }

    /// <summary>The length of the smallest size class, in elements.</summary>
    public int MinLength => _sizeClasses.MinLength;

    /// <summary>The longest buffer that is pooled, in elements.</summary>
    public int MaxLength => _sizeClasses.MaxLength;

    /// <summary>The lengths of the size classes, in elements, from the smallest up. Each pooled array has one of these lengths.</summary>
    public IReadOnlyList<int> SizeClassLengths
        => _sizeClassLengths ??= [.. Enumerable.Range(0, _sizeClasses.Count).Select(_sizeClasses.Length)];

    private IReadOnlyList<int>? _sizeClassLengths;

    /// <summary>
    /// The most bytes of free buffers that the pool may retain, on all threads and cores together; 0 retains nothing. The pool lets go of buffers that are
    /// returned beyond it, and counts them as evicted. Default: the attribute's <c>MaxRetainedBytes</c>, or only the limit of the process
    /// (<see cref="PooledBuffers.MaxRetainedBytes"/>).
    /// </summary>
    /// <remarks>
    /// The reserved bytes never exceed it, except while it is being lowered. Buffers in the quarantine of a check or of the sampler come on top.
    /// The limit counts capacity, not buffers: capacity that a thread has used keeps its share of it
    /// until an idle visit finds it unused. A limit below the reserved bytes makes the pool let go of every free buffer at once, as <see cref="Trim"/> does.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than 0.</exception>
    public long MaxRetainedBytes
    {
        get => _retentionLimit.Max;
        set
        {
            if (value < 0)
                throw new ArgumentOutOfRangeException(nameof(value), value, $"{Name}.MaxRetainedBytes is 0 or more, in bytes.");

            _retentionLimit.Max = value;
            if (_retentionLimit.Reserved > value)
                Trim();
        }
    }

    /// <summary>Sends every rental to the slow path, which charges it. Only before other code has the pool.</summary>
    private protected void RentSlowlyOnly() => _plainLength = 0;

    /// <summary>Counts. A call takes a walk over the free buffers.</summary>
    /// <returns>The figures at this moment.</returns>
    public PoolStatistics GetStatistics()
    {
        using (Uninterrupted.Lock(_roster))
            return _lastReported = Count().NotBelow(_lastReported);
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

    /// <summary>The name and the statistics.</summary>
    /// <returns>One line.</returns>
    public override string ToString() => $"{Name}: {GetStatistics()}";

    /// <summary>The pool's number in events.</summary>
    // Computed for the first event and not in the constructor. Benign race: every thread computes the same number.
    internal int Id => _id != 0 ? _id : _id = PoolId.Of(Name);

    private int _id;

    /// <summary>Gives <see cref="PoolStatistics.ReservedBytes"/> without a walk.</summary>
    internal long ReservedBytes => _retentionLimit.Reserved;

    /// <summary>Gives <see cref="PoolStatistics.MappedBytes"/> without a walk.</summary>
    internal long MappedBytes => _storage?.MappedBytes ?? 0;

    /// <summary>What trims this pool.</summary>
    internal IdleTrimmer Trimmer => _trimmer;

    /// <summary>The bytes of one element.</summary>
    internal readonly int ElementSize;

    /// <summary>Whether an annotated type has the pool, and so a thread-static field for it.</summary>
    internal readonly bool IsDeclared;

    /// <summary>Whether an element may hold references.</summary>
    internal readonly bool HoldsReferences;

    /// <summary>Whether returned arrays are cleared, because the policy says so or because the elements hold references.</summary>
    internal readonly bool ClearsOnReturn;

    /// <summary>
    /// Whether the caller's own memory is cleared too at the end of its use: only if the policy is OnReturn, not because elements hold references.
    /// </summary>
    internal bool ClearsCallersMemory => Clearing.CallersMemory((int)_clearPolicy);

    /// <summary>Whether rented arrays are cleared.</summary>
    internal readonly bool ClearsOnRent;

    /// <summary>Whether a request above <see cref="MaxLength"/> throws.</summary>
    internal bool RefusesOversize => _oversizePolicy == OversizePolicy.Throw;

    /// <summary>Whether the address of a rented buffer never changes.</summary>
    internal readonly bool IsStable;

    /// <summary>Whether the buffers are pages of the operating system. Free ones lie in the core tier only, where taking one is a claim.</summary>
    // A field, because each return of a native buffer reads it.
    internal readonly bool IsNative;

    /// <summary>Whether the buffers do not begin at the first element of an array.</summary>
    internal readonly bool IsPlaced;

    /// <summary>The home of every node whose next return must take the slow path.</summary>
    internal ThreadStack ClosedStack => _roster.ClosedStack;

    /// <summary>The array of a buffer whose elements lie in a <see cref="PlacedBlock"/>: it is empty.</summary>
    internal Array EmptyArray => _empty.Array;

    /// <summary>Allocates an array of the element type, and of no other type. Numbers and chars in it are arbitrary, other elements zero.</summary>
    /// <param name="length">0 or more.</param>
    /// <param name="isPinned">Whether the garbage collector must not move it. Not for elements that hold references, and on .NET only.</param>
    internal abstract Array AllocateArray(int length, bool isPinned = false);

    /// <summary>Creates a block of the element type.</summary>
    /// <param name="length">The number of elements.</param>
    /// <param name="array">The pinned array that they lie in; null for pages, which the block gets afterwards.</param>
    /// <param name="address">The address of the first element in that array.</param>
    internal abstract PlacedBlock CreateBlock(int length, Array? array = null, nint address = 0);

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

    private RentalWatch WatchRentals()
    {
        _watch ??= new RentalWatch(this, _roster);
        NativeLength = 0;
        return _watch;
    }

    private PoolStatistics Count() => new StatisticsSnapshot(_sizeClasses, ElementSize, _counters, _roster, _coreTier, _watch).Take() with
    {
        ReservedBytes = ReservedBytes,
        MappedBytes = MappedBytes,
    };
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

namespace PooledGen;

/// <summary>
/// A pool of any element type, as <see cref="PooledBuffers"/> lists it. All members may be used from any thread.
/// </summary>
public abstract class BufferPool
{
    private protected readonly TrimScheduler _trimScheduler;
    private protected readonly Budget _budget;

    private protected BufferPool(string name, long maxRetainedBytes, TrimScheduler trimScheduler)
    {
        Name = name;
        _budget = new Budget(maxRetainedBytes);
        _trimScheduler = trimScheduler;
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
    public abstract int MinLength { get; }

    /// <summary>The longest buffer that is pooled, in elements.</summary>
    public abstract int MaxLength { get; }

    /// <summary>The lengths of the size classes, in elements, from the smallest up. Each pooled array has one of these lengths.</summary>
    public abstract IReadOnlyList<int> SizeClassLengths { get; }

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
    public abstract PoolStatistics Statistics { get; }

    /// <summary>Lets go of every free buffer. Rented buffers stay rented, and are pooled again when they are returned.</summary>
    /// <remarks>
    /// For arrays it allocates nothing, unless a listener hears of each buffer. So a program may call it when it is out of memory. A pool of native memory
    /// makes a list of the buffers, to give their pages back.
    /// </remarks>
    public abstract void Trim();

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
    public abstract long MappedBytes { get; }

    /// <summary>The scheduler that trims this pool.</summary>
    internal TrimScheduler TrimScheduler => _trimScheduler;

    /// <summary>Gives the physical memory of free native buffers back to the system. No thread uses the pool any more.</summary>
    private protected abstract void GiveBackPages();

    /// <summary>Makes every rent and return take the slow path, from the next one of each size class on each running thread.</summary>
    internal abstract void Enter(PoolMode mode);

    /// <summary>Undoes <see cref="Enter"/>; when no mode is left, threads use their stacks again.</summary>
    internal abstract void Leave(PoolMode mode);

    /// <summary>Checks the buffers that entered quarantine before a moment of the sampler's clock for late writes, and releases them.</summary>
    internal abstract void VerifyQuarantine(long before);

    /// <summary>Arranges that a rental is checked soon, if any thread rented since the last call.</summary>
    internal abstract bool TrySample(Random random);

    /// <summary>Lets go of the buffers that no thread used since the last call, and of unused capacity.</summary>
    internal abstract void TrimIdle();
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

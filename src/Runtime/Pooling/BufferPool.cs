namespace PooledGen;

/// <summary>
/// A pool, whatever its elements: what <see cref="PooledBuffers"/> lists. All members may be used from any thread.
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

    /// <summary>The assembly of the annotated type was unloaded: what it retained is no longer retained.</summary>
    ~BufferPool() => _trimScheduler?.Budget.Release(_budget.Reserved);

    /// <summary>The annotated type's name, as C# writes it.</summary>
    public string Name { get; }

    /// <summary>The element type.</summary>
    public abstract Type ElementType { get; }

    /// <summary>The length of the smallest size class, in elements.</summary>
    public abstract int MinLength { get; }

    /// <summary>The longest buffer that is pooled, in elements.</summary>
    public abstract int MaxLength { get; }

    /// <summary>The lengths of the size classes, in elements, from the smallest up. A rented buffer has one of these behind it.</summary>
    public abstract IReadOnlyList<int> SizeClassLengths { get; }

    /// <summary>
    /// How many bytes of free buffers the pool may retain, on all threads and cores together; 0 retains nothing. What is returned beyond it is
    /// let go and counted as evicted. Default: the attribute's <c>MaxRetainedBytes</c>, or no limit but that of the process
    /// (<see cref="PooledBuffers.MaxRetainedBytes"/>).
    /// </summary>
    /// <remarks>
    /// Never exceeded, not even for a moment. It counts places, not buffers: one that a thread has used keeps its share of the budget until an
    /// idle visit finds it empty. Setting it below what is reserved lets go of every free buffer at once, as <see cref="Trim"/> does.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">It is set to less than 0.</exception>
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

    /// <summary>The figures of this moment.</summary>
    public abstract PoolStatistics Statistics { get; }

    /// <summary>Lets go of every free buffer. What is rented stays rented, and is pooled again when it is returned.</summary>
    public abstract void Trim();

    /// <summary>The name and the figures at a glance.</summary>
    /// <returns>One line.</returns>
    public override string ToString() => $"{Name}: {Statistics}";

    /// <summary>What events call it.</summary>
    // Computed with the first event and not with the pool. Benign race: every thread computes the same number.
    internal int Id => _id != 0 ? _id : _id = PoolId.Of(Name);

    private int _id;

    /// <summary>
    /// How many bytes of <see cref="MaxRetainedBytes"/> the places for free buffers take: what is retained, or more, because a place keeps its bytes
    /// while its buffer is rented. At least 0, and never above <see cref="MaxRetainedBytes"/> for longer than it takes to lower that.
    /// </summary>
    public long ReservedBytes => _budget.Reserved;

    /// <summary>What watches over what is retained here.</summary>
    internal TrimScheduler TrimScheduler => _trimScheduler;

    /// <summary>Makes every rent and return come by in the slow path: the next one of each size class on each running thread.</summary>
    internal abstract void Enter(PoolMode mode);

    /// <summary>Undoes <see cref="Enter"/>; when no mode is left, threads serve themselves again.</summary>
    internal abstract void Leave(PoolMode mode);

    /// <summary>Looks for late writes to the buffers that came to quarantine before a moment of the sampler's clock, and lets them go.</summary>
    internal abstract void VerifyQuarantine(long before);

    /// <summary>Sees to it that a rental is checked soon, if anything was rented since the last time.</summary>
    internal abstract bool TrySample(Random random);

    /// <summary>Lets go of what nobody used since the last call, and of the places that are empty.</summary>
    internal abstract void TrimIdle();
}

using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>The rented arrays of a <see cref="PooledWriter{T}"/>. Like the writer it stays on one thread.</summary>
/// <remarks>
/// Growing has two steps: <see cref="Enlarge"/> rents the larger array and copies, <see cref="Commit"/> goes over to it and gives the
/// old one back. Between the two the old one still stands, so that what is appended may lie in it, and so that an interpolated string
/// that fails half-way has changed nothing. The larger array is known here from the first moment: it is never lost.
/// </remarks>
/// <typeparam name="T">The element type.</typeparam>
internal struct WriterStorage<T>(BufferPool<T> pool)
{
    private readonly BufferPool<T>? _pool = pool; // null in a writer that was made by default
    private PooledNode<T>? _node; // null while the writer has the caller's memory, or nothing
    private nint _generation;
    private PooledNode<T>? _larger; // not committed yet; or left behind by an interpolated string that failed
    private nint _largerGeneration;

    /// <summary>Changes whenever an array was rented or given up, or the writer begun anew, so that an unfinished interpolated string notices.</summary>
    public int Version { get; private set; }

    /// <summary>The pool that the arrays are rented from.</summary>
    /// <exception cref="InvalidOperationException">The writer was made by default and has no pool.</exception>
    public readonly BufferPool<T> Pool => _pool ?? throw WriterErrors.NoPool();

    /// <summary>What messages and debuggers call the writer.</summary>
    public readonly string Subject => _pool is null ? "writer without a pool" : $"writer of {_pool.Name}";

    /// <summary>Whether elements that a writer takes back are set to their default.</summary>
    public readonly bool ClearsOnReturn => _pool is { ClearsOnReturn: true };

    /// <summary>Whether the writer has rented what it writes to.</summary>
    public readonly bool IsRented => _node is not null;

    /// <summary>An owner of nothing that knows the pool, so that it can grow.</summary>
    public readonly PooledOwner<T> RentEmpty() => _pool?.RentOwner(0) ?? default;

    /// <summary>The rented array.</summary>
    /// <param name="length">How much is written.</param>
    /// <returns>The written part; empty where nothing is rented.</returns>
    public readonly ArraySegment<T> ArrayOf(int length) => _node?.AsArraySegment(start: 0, length) ?? new ArraySegment<T>([]);

    /// <summary>Rents the first array of a writer that has no memory yet.</summary>
    /// <param name="capacity">How many elements it has to hold.</param>
    /// <returns>The whole array.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative, or it is oversize and the pool refuses that.</exception>
    public Span<T> Start(int capacity)
    {
        if (capacity < 0)
            WriterErrors.ThrowNegative(capacity, nameof(capacity));

        if (capacity == 0)
            return default;

        _node = Pool.RentOwned(capacity);
        _generation = _node.Generation;
        return _node.AsSpan(_node.Capacity);
    }

    /// <summary>Rents a larger array and copies what is written into it. The writer's own array stays as it is until <see cref="Commit"/>.</summary>
    /// <param name="memory">What the writer writes to.</param>
    /// <param name="length">How much of it is written.</param>
    /// <param name="additional">How many elements have to fit behind that.</param>
    /// <returns>The whole larger array.</returns>
    /// <exception cref="ObjectDisposedException">The array was given back through a copy of the writer.</exception>
    /// <exception cref="OutOfMemoryException">No array can be that long, or there is no memory for it.</exception>
    /// <exception cref="ArgumentOutOfRangeException">It would be oversize where that is not allowed.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public Span<T> Enlarge(scoped ReadOnlySpan<T> memory, int length, int additional)
    {
        ThrowIfOver();
        PooledNode<T> node = Pool.RentOwned(Growth.NextLength(Pool, memory.Length, (long)length + additional));
        Span<T> larger = node.AsSpan(node.Capacity);
        memory.Slice(0, length).CopyTo(larger);

        // After the copying: an interpolated string that grows twice copies from what it leaves. The new array is known before the old one goes back, so
        // that it is not lost if that fails.
        PooledNode<T>? old = _larger;
        nint generation = _largerGeneration;
        (_larger, _largerGeneration) = (node, node.Generation);
        Version = unchecked(Version + 1);
        old?.ReturnWhole(generation);
        return larger;
    }

    /// <summary>Goes over to the larger array, and gives back what the writer had.</summary>
    /// <param name="left">The memory that the writer leaves.</param>
    /// <returns>The whole larger array.</returns>
    public Span<T> Commit(scoped Span<T> left)
    {
        PooledNode<T>? old = _node;
        nint generation = _generation;
        (_node, _generation) = (_larger, _largerGeneration);
        (_larger, _largerGeneration) = (null, 0);
        Version = unchecked(Version + 1);
        End(old, generation, left);
        return _node!.AsSpan(_node.Capacity);
    }

    /// <summary>Gives everything back. A second call finds nothing.</summary>
    /// <param name="left">The memory that the writer leaves.</param>
    public void End(scoped Span<T> left)
    {
        PooledNode<T>? old = _node;
        nint generation = _generation;
        (_node, _generation) = (null, 0);
        Restart();
        End(old, generation, left);
    }

    /// <summary>Gives the array up for an owner.</summary>
    /// <param name="length">How much is written.</param>
    /// <returns>The owner.</returns>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public PooledOwner<T> Transfer(int length)
    {
        PooledNode<T> node = _node!;
        var owner = new PooledOwner<T>(node, node.Transfer(_generation, RentalHandle.Writer), start: 0, length);
        (_node, _generation) = (null, 0);
        Restart();
        return owner;
    }

    /// <summary>The writer begins anew: an unfinished interpolated string is refused, and what a failed one has left behind goes back.</summary>
    public void Restart()
    {
        Version = unchecked(Version + 1);
        GiveBackLarger();
    }

    /// <summary>Throws if the array was given back through a copy of the writer.</summary>
    /// <exception cref="ObjectDisposedException">It was; the exception names the annotated type.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void ThrowIfOver()
    {
        if (_node is not null && _node.Generation != _generation)
            _node.ThrowDisposed(_generation, RentalHandle.Writer);
    }

    private readonly void End(PooledNode<T>? node, nint generation, scoped Span<T> left)
    {
        if (node is not null)
            node.ReturnWhole(generation);
        else if (_pool is { ClearsCallersMemory: true })
            left.Clear();
    }

    private void GiveBackLarger()
    {
        if (_larger is null)
            return;

        _larger.ReturnWhole(_largerGeneration);
        (_larger, _largerGeneration) = (null, 0);
    }
}

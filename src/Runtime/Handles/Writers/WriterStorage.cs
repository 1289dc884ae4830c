using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>The rented arrays of a <see cref="PooledWriter{T}"/>. Like the writer it stays on one thread.</summary>
/// <remarks>
/// Growing has two steps: <see cref="Enlarge"/> rents the larger array and copies, <see cref="Commit"/> switches to it and returns the old one. Between the
/// two the old array stays as it is, so that the appended elements may lie in it, and so that an interpolated string that fails half-way changes nothing. The
/// storage refers to the larger array from the start, so it is never lost.
/// </remarks>
/// <typeparam name="T">The element type.</typeparam>
internal struct WriterStorage<T>(BufferPool<T> pool)
{
    private readonly BufferPool<T>? _pool = pool; // null in a writer that was made by default
    private PooledNode? _node; // null while the writer has the caller's memory, or nothing
    private nint _generation;
    private PooledNode? _larger; // not committed yet; or left behind by an interpolated string that failed
    private nint _largerGeneration;

    /// <summary>Changes when an array is rented or given up, or when the writer starts again, so that an unfinished interpolated string notices.</summary>
    public int Version { get; private set; }

    /// <summary>The pool that the arrays are rented from.</summary>
    /// <exception cref="InvalidOperationException">The writer was made by default and has no pool.</exception>
    public readonly BufferPool<T> Pool => _pool ?? throw WriterErrors.NoPool();

    /// <summary>The writer's name in messages and debuggers.</summary>
    public readonly string Subject => _pool is null ? "writer without a pool" : $"writer of {_pool.Name}";

    /// <summary>Whether elements that a writer removes are cleared.</summary>
    public readonly bool ClearsOnReturn => _pool is { ClearsOnReturn: true };

    /// <summary>Whether the writer writes to a rented array.</summary>
    public readonly bool IsRented => _node is not null;

    /// <summary>An owner of length 0 that knows the pool, so that it can grow.</summary>
    public readonly PooledOwner<T> RentEmpty() => _pool?.RentOwner(0) ?? default;

    /// <summary>Rents the first array of a writer that has no memory yet.</summary>
    /// <param name="capacity">The number of elements that must fit.</param>
    /// <returns>The whole array.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative, or it is oversize and the pool refuses that.</exception>
    public Span<T> Start(int capacity)
    {
        if (capacity < 0)
            ThrowNegative(capacity, nameof(capacity));

        if (capacity == 0)
            return default;

        _node = Pool.RentOwned(capacity);
        _generation = _node.Generation;
        return _node.Elements<T>();
    }

    /// <summary>Rents a larger array and copies the written elements into it. The writer's own array stays as it is until <see cref="Commit"/>.</summary>
    /// <param name="memory">The writer's memory.</param>
    /// <param name="length">The number of written elements.</param>
    /// <param name="additional">The number of elements that must fit after them.</param>
    /// <returns>The whole larger array.</returns>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    /// <exception cref="OutOfMemoryException">No array can be that long, or there is no memory for it.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The larger array would be oversize, and the pool refuses that.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public Span<T> Enlarge(scoped ReadOnlySpan<T> memory, int length, int additional)
    {
        ThrowIfOver();
        PooledNode node = Pool.RentOwned(Growth.NextLength(Pool, memory.Length, (long)length + additional));
        Span<T> larger = node.Elements<T>();
        memory.Slice(0, length).CopyTo(larger);

        // Return the old array after the copy, because an interpolated string that grows twice copies from it. Set the fields before that, so that the new
        // array is not lost if the return fails.
        PooledNode? old = _larger;
        nint generation = _largerGeneration;
        _larger = node;
        _largerGeneration = node.Generation;
        Version = unchecked(Version + 1);
        old?.ReturnWhole(generation);
        return larger;
    }

    /// <summary>Switches to the larger array, and returns the writer's old one.</summary>
    /// <param name="left">The memory that the writer stops using.</param>
    /// <returns>The whole larger array.</returns>
    public Span<T> Commit(scoped Span<T> left)
    {
        PooledNode? old = _node;
        nint generation = _generation;
        _node = _larger;
        _generation = _largerGeneration;
        _larger = null;
        _largerGeneration = 0;
        Version = unchecked(Version + 1);
        End(old, generation, left);
        return _node!.Elements<T>();
    }

    /// <summary>Returns all arrays. A second call does nothing.</summary>
    /// <param name="left">The memory that the writer stops using.</param>
    public void End(scoped Span<T> left)
    {
        PooledNode? old = _node;
        nint generation = _generation;
        _node = null;
        _generation = 0;
        Restart();
        End(old, generation, left);
    }

    /// <summary>Hands the array over to an owner.</summary>
    /// <param name="length">The number of written elements.</param>
    /// <returns>The owner.</returns>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public PooledOwner<T> HandOver(int length)
    {
        PooledNode node = _node!;
        var owner = new PooledOwner<T>(node, node.HandOver(_generation, RentalHandle.Writer), start: 0, length);
        _node = null;
        _generation = 0;
        Restart();
        return owner;
    }

    /// <summary>
    /// Starts the writer again: an unfinished interpolated string is refused from now on, and the array that a failed one left behind is returned.
    /// </summary>
    public void Restart()
    {
        Version = unchecked(Version + 1);
        GiveBackLarger();
    }

    /// <summary>Throws if the array was returned through a copy of the writer.</summary>
    /// <exception cref="ObjectDisposedException">The array was returned; the exception names the annotated type.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void ThrowIfOver()
    {
        if (_node is not null && _node.Generation != _generation)
            _node.ThrowDisposed(_generation, RentalHandle.Writer);
    }

    // The writer's exceptions, out of line: its methods only call them.
    [DoesNotReturn]
    public readonly void ThrowNegative(int value, string name) => WriterErrors.ThrowNegative(Subject, value, name);

    [DoesNotReturn]
    public readonly void ThrowOutside(int value, int length, string name) => WriterErrors.ThrowOutside(Subject, value, length, name);

    [DoesNotReturn]
    public readonly void ThrowAdvancedTooFar(int count, int free) => WriterErrors.ThrowAdvancedTooFar(Subject, count, free);

    private readonly void End(PooledNode? node, nint generation, scoped Span<T> left)
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
        _larger = null;
        _largerGeneration = 0;
    }
}

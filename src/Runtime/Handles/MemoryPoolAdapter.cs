using System.Buffers;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>The pool as a <see cref="MemoryPool{T}"/>, with one owner object per rental.</summary>
internal class MemoryPoolAdapter<T>(BufferPool<T> pool) : MemoryPool<T>
{
    private const int DefaultBytes = 4096;

    private readonly int _defaultLength = Math.Min(Math.Max(DefaultBytes / Unsafe.SizeOf<T>(), 1), pool.MaxLength);

    protected BufferPool<T> Pool => pool;

    public override int MaxBufferSize => pool.RefusesOversize ? pool.MaxLength : ArrayLimits.MaxLength;

    public override IMemoryOwner<T> Rent(int minBufferSize = -1) => new RentedMemory<T>(this, minBufferSize);

    /// <summary>Rents the node of an owner.</summary>
    /// <param name="minBufferSize">The argument of Rent, not yet checked.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledNode RentNode(int minBufferSize) => pool.TryPop(minBufferSize) ?? RentNodeSlow(minBufferSize);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private PooledNode RentNodeSlow(int minBufferSize) => pool.RentOwned(LengthFor(minBufferSize));

    /// <summary>The length of the block for an argument of Rent.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The argument is invalid.</exception>
    protected int LengthFor(int minBufferSize)
    {
        if (minBufferSize < -1 || minBufferSize > MaxBufferSize)
        {
            throw new ArgumentOutOfRangeException(
                nameof(minBufferSize),
                minBufferSize,
                $"{pool.Name}'s memory pool was asked for {minBufferSize} elements; its MaxBufferSize is {MaxBufferSize}, and -1 means {_defaultLength}.");
        }

        // Never 0: all empty rentals share one node, which must not be returned.
        return minBufferSize < 0 ? _defaultLength : Math.Max(minBufferSize, 1);
    }

    // Does nothing: the pool belongs to its type, not to the code that asked for the adapter.
    protected override void Dispose(bool disposing)
    {
    }
}

/// <summary>The pool as a <see cref="MemoryPool{T}"/> whose nodes each have one owner for all their rentals.</summary>
// A separate class, so that each Rent has no branch and the JIT can inline it. It then allocates no owner that stays in its method.
internal sealed class ReusingMemoryPoolAdapter<T>(BufferPool<T> pool) : MemoryPoolAdapter<T>(pool)
{
    public override IMemoryOwner<T> Rent(int minBufferSize = -1) => ReusedMemory<T>.Begin(RentNode(minBufferSize));
}

/// <summary>The pool as a <see cref="MemoryPool{T}"/> whose blocks count against a budget.</summary>
internal sealed class BudgetedMemoryPoolAdapter<T>(BufferPool<T> pool, BufferBudget budget, bool reuseOwners) : MemoryPoolAdapter<T>(pool)
{
    public override IMemoryOwner<T> Rent(int minBufferSize = -1)
    {
        int length = LengthFor(minBufferSize);
        return reuseOwners ? ReusedMemory<T>.Begin(Pool.RentWithin(length, budget)) : new RentedMemory<T>(Pool, length, budget);
    }
}

/// <summary>The owner of all rentals that one node has through the memory pools that reuse owners.</summary>
internal sealed class ReusedMemory<T>(PooledNode node) : IMemoryOwner<T>
{
    // The generation of the rental that the consumer has, or had last.
    private nint _generation;

    /// <summary>The owner of a rental that has just begun.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReusedMemory<T> Begin(PooledNode node)
    {
        // Not a cast, which would check the type each time: a node has one pool for life, and no other object is its owner.
        ReusedMemory<T> owner = Unsafe.As<ReusedMemory<T>>(node.ReusedOwner) ?? Create(node);

        // A release write: a thread that sees the generation must see the node's home too. Otherwise two threads could both act as the renting thread.
        Volatile.Write(ref owner._generation, node.Generation);
        return owner;
    }

    // If there is no memory for the owner, the node is returned.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ReusedMemory<T> Create(PooledNode node)
    {
        try
        {
            var owner = new ReusedMemory<T>(node);
            node.ReusedOwner = owner;
            return owner;
        }
        catch (OutOfMemoryException)
        {
            node.ReturnOwned(node.Generation);
            throw;
        }
    }

    public Memory<T> Memory
    {
        get
        {
            if (node.Generation != _generation)
                node.ThrowDisposed(_generation, RentalHandle.MemoryPoolOwner);

            return node.AsMemory<T>();
        }
    }

    public void Dispose() => node.ReturnOwned(Volatile.Read(ref _generation));
}

/// <summary>The owner of one rental of a <see cref="MemoryPoolAdapter{T}"/>.</summary>
internal sealed class RentedMemory<T> : IMemoryOwner<T>
{
    private readonly PooledNode _node;
    private readonly nint _generation;

    /// <summary>Rents, and creates the owner. If there is no memory for the owner object, nothing was rented yet.</summary>
    public RentedMemory(MemoryPoolAdapter<T> adapter, int minBufferSize)
    {
        _node = adapter.RentNode(minBufferSize);
        _generation = _node.Generation;
    }

    /// <summary>Rents within a budget, and creates the owner, likewise.</summary>
    public RentedMemory(BufferPool<T> pool, int length, BufferBudget budget)
    {
        _node = pool.RentWithin(length, budget);
        _generation = _node.Generation;
    }

    public Memory<T> Memory
    {
        get
        {
            if (_node.Generation != _generation)
                _node.ThrowDisposed(_generation, RentalHandle.MemoryPoolOwner);

            return _node.AsMemory<T>();
        }
    }

    public void Dispose() => _node.ReturnOwned(_generation);
}

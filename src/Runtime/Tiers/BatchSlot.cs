#if NET
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
#endif
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// A slot of the core tier: room for one batch of free nodes. The nodes lie side by side, so that a thread that takes a batch fetches them from
/// another core at the same time, and not one after the other.
/// </summary>
/// <remarks>
/// <b>Invariant:</b> only the thread that has claimed the slot touches its nodes, and it waits for nothing until it releases the slot, because a
/// thread that closes slots waits for it. All other threads pass by. Broken by a claim that is a plain write: CoreTierStormTests.
/// </remarks>
internal struct BatchSlot<T>
{
    private const int Claimed = -1;

    // The number of nodes.
    private int _count;
#if NET
    private Batch _nodes;
#else
    private PooledNode<T>?[]? _nodes;
#endif

    // The rents that took a node from here and went through no stack.
    private long _rents;

    // Padding, so that no other slot's nodes lie in the same cache line. It consists of fields, because a generic struct cannot have an explicit layout.
#pragma warning disable CS0169, IDE0051 // never used: they only take up room
    private readonly long _pad1, _pad2, _pad3, _pad4, _pad5, _pad6;
#pragma warning restore CS0169, IDE0051

    /// <summary>The number of nodes; negative while the slot is claimed.</summary>
    // model: batch/count
    public int Count => Volatile.Read(ref _count);

    /// <summary>The number of rents that <see cref="CountRent"/> has counted. Any thread may read it.</summary>
    public long Rents => Volatile.Read(ref _rents);

    /// <summary>Counts a rent. Only the thread that has claimed the slot calls it, so the count needs no atomic operation.</summary>
    public void CountRent() => Volatile.Write(ref _rents, _rents + 1);

    /// <summary>Allocates the slots before the first batch arrives: adding a batch must not allocate, because its rental is over already.</summary>
    public static BatchSlot<T>[] Create(int slots, int length)
    {
        var created = new BatchSlot<T>[slots];
#if !NET
        for (int i = 0; i < slots; i++)
            created[i]._nodes = new PooledNode<T>?[length];
#endif
        return created;
    }

    /// <summary>Claims the slot if it still has so many nodes. It does not matter which ones: they are the caller's from now on.</summary>
    // model: batch/claim
    public bool TryClaim(int count) => Interlocked.CompareExchange(ref _count, Claimed, count) == count;

    /// <summary>Gives up the claim. It is a release write, so a thread that sees the count also sees the nodes.</summary>
    /// <param name="count">The number of nodes now.</param>
    // model: batch/release
    public void Release(int count) => Volatile.Write(ref _count, count);

    /// <summary>The first places. Only the thread that has claimed the slot may use them; other threads may read, and may see outdated nodes.</summary>
    public Span<PooledNode<T>?> Nodes(int length)
#if NET
        => MemoryMarshal.CreateSpan(ref Unsafe.As<Batch, PooledNode<T>?>(ref _nodes), length);

    // As long as the deepest stack.
    [InlineArray(Depths.MaxThreadDepth)]
    private struct Batch
    {
        private PooledNode<T>? _first;
    }
#else
        => _nodes.AsSpan(0, length);
#endif
}

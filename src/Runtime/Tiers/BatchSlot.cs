#if NET
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
#endif
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// A slot of the core tier: room for one batch of free nodes. They lie side by side, so that whoever takes a batch fetches them from another
/// core at the same time, and not each after the one before it.
/// </summary>
/// <remarks>
/// <b>Invariant:</b> only who has claimed the slot touches its nodes, and whoever has claimed it waits for nothing until he releases it: other
/// threads pass by, but whoever closes slots waits for him. Broken by a claim that is a plain write: CoreTierStormTests.
/// </remarks>
internal struct BatchSlot<T>
{
    private const int Claimed = -1;

    // How many nodes there are.
    private int _count;
#if NET
    private Batch _nodes;
#else
    private PooledNode<T>?[]? _nodes;
#endif

    // So much that no other slot's nodes lie in the same cache line. A generic struct cannot have an explicit layout, so fields do the padding.
#pragma warning disable CS0169, IDE0051 // never used: they only take up room
    private readonly long _pad1, _pad2, _pad3, _pad4, _pad5, _pad6, _pad7;
#pragma warning restore CS0169, IDE0051

    /// <summary>How many nodes there are; negative while the slot is claimed.</summary>
    // model: batch/count
    public int Count => Volatile.Read(ref _count);

    /// <summary>Makes the room, before the first batch: to give must not allocate, because it happens when a rental is over already.</summary>
    public static BatchSlot<T>[] Create(int slots, int length)
    {
        var created = new BatchSlot<T>[slots];
#if !NET
        for (int i = 0; i < slots; i++)
            created[i]._nodes = new PooledNode<T>?[length];
#endif
        return created;
    }

    /// <summary>Claims the slot if it still has so many nodes. Which ones does not matter: they are the caller's from now on.</summary>
    // model: batch/claim
    public bool TryClaim(int count) => Interlocked.CompareExchange(ref _count, Claimed, count) == count;

    /// <summary>Gives up the claim. The nodes come before the count, and the others see them in that order.</summary>
    /// <param name="count">How many nodes there are now.</param>
    // model: batch/release
    public void Release(int count) => Volatile.Write(ref _count, count);

    /// <summary>The first places. Only for whoever has claimed the slot; anybody else may look, and sees what was there at some time.</summary>
    public Span<PooledNode<T>?> Nodes(int length)
#if NET
        => MemoryMarshal.CreateSpan(ref Unsafe.As<Batch, PooledNode<T>?>(ref _nodes), length);

    // Enough for the deepest stack.
    [InlineArray(Depths.MaxThreadDepth)]
    private struct Batch
    {
        private PooledNode<T>? _first;
    }
#else
        => _nodes.AsSpan(0, length);
#endif
}

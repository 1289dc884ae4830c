using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Buffers in pages of the operating system, outside the garbage collector's heap.</summary>
/// <remarks>
/// <para><b>Invariant:</b> an address range belongs to one size class of one pool for ever, and stays mapped. A span that is used after its rental then reads
/// zeros or the elements of another rental of the same class, and never faults (NativeStormTests).</para>
/// <para><b>Invariant:</b> the thread that gives pages back has the node alone: it took the node out of the core tier by a claim, or it is returning the
/// node and finds no room. A vacant node keeps its range, and waits here until the class needs a buffer.</para>
/// <para>A rental that is never disposed is never given back, because its span may still be in use. It stays counted as in use.</para>
/// </remarks>
/// <param name="alignment">The alignment that oversize buffers have, which are pinned arrays; pages are aligned to more than that.</param>
/// <param name="elementSize">The bytes of an element, which holds no references.</param>
/// <param name="sizeClasses">The number of size classes.</param>
internal sealed class NativeBlocks(int alignment, int elementSize, int sizeClasses) : StableStorage
{
    // Stale spans may look at an oversize buffer for ever, too, so it must not be unmapped either. The collector solves that for arrays.
    private readonly PinnedArrays _oversize = new(Math.Max(alignment, PlacementLimits.MinAlignment), elementSize);

    // By size class. Each stack has room for all blocks of its class, so that putting one there never fails. Guarded by itself.
    private readonly Stack<PooledNode>?[] _vacant = new Stack<PooledNode>[sizeClasses];
    private readonly int[] _blocks = new int[sizeClasses];
    private long _mappedBytes;

    /// <inheritdoc/>
    public override bool IsPlaced => true;

    /// <inheritdoc/>
    public override bool IsNative => true;

    /// <inheritdoc/>
    public override long MappedBytes => Interlocked.Read(ref _mappedBytes);

    /// <inheritdoc/>
    public override PooledNode Allocate(ThreadStack home, int sizeClass, int length)
    {
        using (Uninterrupted.Lock(_vacant))
        {
            Stack<PooledNode> vacant = _vacant[sizeClass] ??= new Stack<PooledNode>();
            if (vacant.TryPop(out PooledNode? node))
            {
                node.Home = home;
                return node;
            }

            // Counts the block before it is there. If it cannot be mapped, there is room for one more than needed.
            vacant.EnsureCapacity(++_blocks[sizeClass]);
        }

        // Without the lock, because the first call loads the system's library, and code of others may look for that (StartTests). The pages come last, because
        // nothing would give them back if an allocation failed.
        PlacedBlock block = home.Pool.CreateBlock(length);
        var mapped = new PooledNode(home.Pool.EmptyArray, block, home, sizeClass);
        block.Address = NativePages.Map(BytesOf(length), home.Pool.Name);
        Interlocked.Add(ref _mappedBytes, BytesOf(length));
        return mapped;
    }

    /// <inheritdoc/>
    public override PooledNode AllocateOversize(ThreadStack home, int length) => _oversize.AllocateOversize(home, length);

    /// <inheritdoc/>
    public override long BytesOf(int length) => NativePages.RoundUp((long)length * elementSize);

    /// <inheritdoc/>
    public override void LetGo(PooledNode node)
    {
        // The check of its last rental would find zeros in place of the pattern for returned elements.
        node.Rental = null;
        NativePages.Discard(node.Block!.Address, BytesOf(node.Capacity));
        using (Uninterrupted.Lock(_vacant))
            _vacant[node.SizeClass]!.Push(node);
    }
}

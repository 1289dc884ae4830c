using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The holders of one shared buffer, beside the node of that buffer, until it has had very many at a time. A share is a rental of its own with a node of its
/// own, which has the buffer's array. The last holder that ends returns the buffer.
/// </summary>
/// <remarks>
/// <para><b>Invariant:</b> while n holders have the buffer, the count is n - 1, and more while a <see cref="Share"/> that will fail is under way. An end takes
/// one off the count, or finds 0 and is the last. So a failed Share whose count another end took off is the last holder itself.</para>
/// <para>A Share writes the buffer's home, then the count, and then reads the generation. An end changes the generation, then reads the home, and then the
/// count. Compare-exchanges separate these steps, so one of the two sees the other: the Share fails, or the end takes the slow path, which calls
/// <see cref="GiveUpHold"/>. ShareStormTests and the model in share.pml fail without one of the steps.</para>
/// </remarks>
internal sealed class Shares(PooledNode buffer)
{
    // One word, so that a share takes one compare-exchange. The low 20 bits are the count. The next 16 are the index of the first free node, and 0 if there
    // is none. The others count the changes: a thread that was suspended for fewer than 2^28 of them does not take an old word for the current one.
    private long _state;

    private const long OneHolder = 1;
    private const long MaxCount = (1 << 20) - 1;
    private const int NodeShift = 20;
    private const long MaxNodes = ushort.MaxValue;

    // A node has 152 bytes, which no budget counts. A buffer that once had more holders at a time lets go of all nodes when the last one ends.
    private const int MaxKeptNodes = 1024;
    private const long OneChange = 1L << 36;

    private readonly ThreadStack _closedStack = buffer.Pool.ClosedStack;

    // The home that a share closed last. The buffer may have moved to another thread since then, so TryReturnHome looks at the stack again.
    private ThreadStack? _home;

    // The nodes of shares by their index; there is none at 0. Replaced by a larger array under the lock on this object. A node that has an index stays in it.
    private volatile PooledNode?[] _nodes = new PooledNode?[2];
    private int _nodeCount;

    /// <summary>The node of the buffer.</summary>
    public PooledNode Buffer => buffer;

    /// <summary>Whether more than one holder has the buffer.</summary>
    public bool IsShared => CountOf(Volatile.Read(ref _state)) != 0;

    /// <summary>Adds a holder.</summary>
    /// <param name="holder">The node of the rental that is shared: the buffer's or a share's.</param>
    /// <param name="generation">The generation of that rental.</param>
    /// <returns>The node of the share, whose current generation is the new rental; null if the rental that is shared was over.</returns>
    /// <exception cref="InvalidOperationException">The buffer has as many holders as can be counted.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for a node.</exception>
    public PooledNode? Share(PooledNode holder, nint generation)
    {
        // The home first: an end that does not see the count must have come before the count. A home that is written too late, because the rental was over,
        // only sends the next return of the buffer to the slow path. A closed home stays so while the rental lasts, and is not written again: other threads
        // read the generation in the same cache line.
        ThreadStack home = buffer.Home;
        if (home != _closedStack)
        {
            if (home != _home)
                _home = home;

            // model: share/home
            Volatile.Write(ref buffer.Home, _closedStack);
        }

        PooledNode node = TakeNode();

        // model: share/compare
        if (holder.Generation == generation)
            return node;

        if (GiveUpHold(node))
            buffer.Pool.ReturnShared(buffer);

        return null;
    }

    /// <summary>Takes off a holder whose rental is over.</summary>
    /// <param name="holder">The node of that rental.</param>
    /// <returns>Whether it was the last, so that the caller has the buffer alone.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool GiveUpHold(PooledNode holder)
    {
        int index = holder.ShareIndex;
        while (true)
        {
            // model: share/read
            long state = Volatile.Read(ref _state);
            bool isLast = CountOf(state) == 0;
            long next = isLast ? state : state - OneHolder;
            if (index != 0)
            {
                holder.NextFreeShare = NodeOf(state);
                next = WithNode(next, index);
            }

            // model: share/end
            if (next == state || TryChange(state, next))
                return isLast;
        }
    }

    /// <summary>
    /// Pushes the buffer back onto the slot that it was rented from, and makes that stack its home again, as if it had never been shared. The caller was the
    /// last holder.
    /// </summary>
    /// <param name="thread">The calling thread's token.</param>
    /// <returns>
    /// Whether it did so. If not, the slow path has to return the buffer: it is checked or charged, or this is another thread or not the order of rentals.
    /// </returns>
    // The stack belongs to the calling thread, so only this thread can rent the buffer before the home is written.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReturnHome(object? thread)
    {
        if (_home is not { } home || home.Owner != thread || buffer.IsCheckedOrCharged || _nodeCount > MaxKeptNodes)
            return false;

        if (!home.TryPushBack(buffer))
            return false;

        // model: share/reopen
        buffer.Home = home;
        return true;
    }

    /// <summary>Counts one holder more, and takes the node for it.</summary>
    // Inlined because one method calls it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledNode TakeNode()
    {
        PooledNode? created = null;
        while (true)
        {
            long state = Volatile.Read(ref _state);
            if (CountOf(state) == MaxCount)
                throw BufferErrors.TooManyShares(buffer.Pool.Name, MaxCount);

            int first = NodeOf(state);

            // Of a node that is taken meanwhile, the next one is out of date, but then the compare-exchange fails. There are none after TrimNodes.
            PooledNode?[] nodes = _nodes;
            PooledNode? free = created ?? ((uint)first < (uint)nodes.Length ? nodes[first] : null);
            if (free is null)
                created = Create();
            // model: share/count
            else if (TryChange(state, (created is null ? WithNode(state, free.NextFreeShare) : state) + OneHolder))
                return free;
        }
    }

    /// <summary>Lets go of all nodes if there are very many. The caller was the last holder.</summary>
    // A Share that will fail may still count itself here: it takes itself off again, and is not the last.
    public void TrimNodes()
    {
        if (_nodeCount <= MaxKeptNodes)
            return;

        buffer.ForgetShares(this);
        using (Uninterrupted.Lock(this))
        {
            // A node that some code still refers to must not keep the others. New nodes get no index from now on.
            _nodes = [];
            _nodeCount = (int)MaxNodes;
        }
    }

    // A node without an index is used once.
    private PooledNode Create()
    {
        var node = new PooledNode(buffer, this);
        buffer.Pool.CountShareNode();
        using (Uninterrupted.Lock(this))
        {
            if (_nodeCount == MaxNodes)
                return node;

            PooledNode?[] nodes = _nodes;
            int index = _nodeCount + 1;
            if (index == nodes.Length)
                Array.Resize(ref nodes, Math.Min(2 * index, (int)MaxNodes + 1));

            nodes[index] = node;
            _nodes = nodes;
            _nodeCount = index;
            node.ShareIndex = index;
            return node;
        }
    }

    private bool TryChange(long state, long next)
        => Interlocked.CompareExchange(ref _state, unchecked(next + OneChange), state) == state;

    private static long CountOf(long state) => state & MaxCount;

    private static int NodeOf(long state) => (int)(state >> NodeShift & MaxNodes);

    private static long WithNode(long state, int index) => (state & ~(MaxNodes << NodeShift)) | ((long)index << NodeShift);
}

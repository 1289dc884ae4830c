using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// What one pool retains. Free buffers lie in places, and a place is paid for out of the budgets before anything is put there: on a thread one by
/// one, in the core tier a batch's at a time while the budgets have so much left. So retaining, renting and returning need no count of bytes, and a
/// buffer that is never returned costs no budget.
/// </summary>
/// <remarks>Places are opened and closed under the roster's lock.</remarks>
internal sealed partial class Retention<T>
{
    // By size class: the bytes of a buffer, and how many of them a thread keeps.
    private readonly long[] _bytes;
    private readonly int[] _depths;
    private readonly ThreadRoster<T> _roster;
    private readonly CoreTier<T> _coreTier;
    private readonly PoolCounters _counters;
    private readonly Budget _budget;
    private readonly TrimScheduler _trimScheduler;

    // While rentals are watched the threads' stacks are closed, and free buffers lie in the core tier alone.
    private volatile bool _isClosedToThreads;

    public Retention(long[] bytes, int[] depths, ThreadRoster<T> roster, PoolCounters counters, Budget budget, TrimScheduler trimScheduler)
    {
        _bytes = bytes;
        _depths = depths;
        _roster = roster;
        _coreTier = new CoreTier<T>(depths);
        _counters = counters;
        _budget = budget;
        _trimScheduler = trimScheduler;
    }

    /// <summary>Takes a free node: from the calling thread's stack, or else out of the core tier.</summary>
    /// <returns>Null where there is none.</returns>
    // Inlined because one method calls it. Where the JIT optimises at once, a first rental compiles fewer methods.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PooledNode<T>? Take(ThreadStack<T> stack, int sizeClass)
    {
        if (stack.Count != 0 && PopRepaired(stack, sizeClass) is { } node)
            return node;

        PooledNode<T>? rented = _coreTier.TryRefill(stack, sizeClass, out int left);
        if (rented is null)
            return null;

        // A place more for the next batch, until one fits.
        if (left > 0)
            TryWiden(stack, sizeClass);

        rented.Home = stack;
        return rented;
    }

    /// <summary>Keeps a free node: on the calling thread's stack, with room made for it, or else in the core tier. Where both are full it is dropped.</summary>
    // Inlined because one method calls it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Keep(PooledNode<T> node, ThreadStack<T> stack)
    {
        if (stack.TryPush(node))
        {
            node.Home = stack;
            return;
        }

        // A stack that the budget keeps from its full depth has nothing to spare.
        int sizeClass = node.SizeClass;
        bool hasRoom = false;
        if (stack.Count > 0)
        {
            _counters.CountTrimmed(sizeClass, stack.CloseGaps());
            hasRoom = stack.HasRoom;
        }

        if ((hasRoom || TryWiden(stack, sizeClass) || (stack.IsOpen && TrySpill(stack, sizeClass))) && stack.TryPush(node))
            node.Home = stack;
        else
            KeepInCoreTier(node);
    }

    /// <summary>Keeps a free node that belongs on no stack. Where the core tier is full it is dropped.</summary>
    public void KeepInCoreTier(PooledNode<T> node)
    {
        while (!_coreTier.TryAdd(node))
        {
            if (!TryWidenCoreTier(node.SizeClass, _depths[node.SizeClass]) && !TryWidenCoreTier(node.SizeClass, places: 1))
            {
                LetGo(node);
                return;
            }
        }
    }

    /// <summary>How many nodes of a class lie in the core tier.</summary>
    public int CountInCoreTier(int sizeClass) => _coreTier.CountNodes(sizeClass);

    // If the core tier is open to its full size, there is no room, and the buffer counts as dropped. Otherwise a budget refused a place, and the buffer
    // counts as evicted.
    private void LetGo(PooledNode<T> node)
    {
        if (_coreTier.ClosedCapacity(node.SizeClass) == 0)
        {
            _counters.CountDropped(node.SizeClass);
            BufferEvents.Dropped(node);
        }
        else
        {
            _counters.CountEvicted(node.SizeClass);
            long bytes = _bytes[node.SizeClass];
            BufferEvents.Evicted(node.Pool, bytes, (_budget.Allows(bytes) ? _trimScheduler.Budget : _budget).Max);
        }
    }

    private PooledNode<T>? PopRepaired(ThreadStack<T> stack, int sizeClass)
    {
        PooledNode<T>? node = stack.PopRepaired(out int trimmed);
        _counters.CountTrimmed(sizeClass, trimmed);
        return node;
    }

    private bool TrySpill(ThreadStack<T> stack, int sizeClass)
    {
        int trimmed;
        while (!_coreTier.TrySpill(stack, sizeClass, out trimmed))
        {
            if (!TryWidenCoreTier(sizeClass, _depths[sizeClass]))
                return false;
        }

        _counters.CountTrimmed(sizeClass, trimmed);
        return true;
    }

    private bool TryWiden(ThreadStack<T> stack, int sizeClass)
    {
        // Without the lock first: over budget, threads must not queue here with everything they return.
        long bytes = _bytes[sizeClass];
        if (stack.IsOpen || _isClosedToThreads || !_budget.Allows(bytes) || !_trimScheduler.Budget.Allows(bytes))
            return false;

        using (Uninterrupted.Lock(_roster))
        {
            // Again, because a visit that was under way may have opened all places anew: one more would be the sentinel's (CloseStormTests).
            if (stack.IsOpen || _isClosedToThreads || !_trimScheduler.TryReserve(_budget, bytes))
                return stack.HasRoom;

            stack.Grow();
            return true;
        }
    }

    // Also while the threads' stacks are closed.
    private bool TryWidenCoreTier(int sizeClass, int places)
    {
        long bytes = _bytes[sizeClass];
        if (_coreTier.ClosedCapacity(sizeClass) == 0 || !_budget.Allows(places * bytes) || !_trimScheduler.Budget.Allows(places * bytes))
            return false;

        if (!_coreTier.TryPrepare(sizeClass))
            return false;

        using (Uninterrupted.Lock(_roster))
        {
            places = Math.Min(places, _coreTier.ClosedCapacity(sizeClass));
            if (places == 0 || !_trimScheduler.TryReserve(_budget, places * bytes))
                return false;

            _coreTier.Grow(sizeClass, places);
            return true;
        }
    }

    private void Release(int places, int sizeClass) => _trimScheduler.Release(_budget, places * _bytes[sizeClass]);
}

using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The bytes that the rentals of one node take of a budget, one rental at a time. If the collector finds the node while it is rented, no code can end that
/// rental any more, and the finalizer gives the bytes back. It does not give the array back: an operation of the system may still use it.
/// </summary>
// One for each node that was ever charged, and not for each rental: an object with a finalizer takes some 45 ns.
internal sealed class BudgetedRental
{
    // In place of the budget, after the finalizer.
    private static readonly BufferBudget s_lost = new(maxBytes: 1);

    // Without a target once the collector has found the node, before any finalizer runs. One of them may return the buffer: its next rental must not be ended
    // by the finalizer of this object, which still has to run (LostRentalTests).
    private readonly WeakReference<BudgetedRental> _reachable;
    private readonly PooledNode _node;

    // Null while the node is not rented within a budget.
    private BufferBudget? _budget;

    public BudgetedRental(PooledNode node)
    {
        _node = node;
        _reachable = new WeakReference<BudgetedRental>(this);
    }

    ~BudgetedRental()
    {
        try
        {
            BufferBudget? budget = Budget;

            // model: budget/lose
            if (budget is not null && Interlocked.CompareExchange(ref _budget, s_lost, budget) == budget)
                _node.Pool.ReleaseLost(_node, budget);
        }
        catch (Exception)
        {
            // There is no memory. The finalizer's thread must go on.
        }
    }

    /// <summary>The budget of the current rental; null if there is none, or if its bytes were given back.</summary>
    public BufferBudget? Budget => Volatile.Read(ref _budget) is { } budget && budget != s_lost ? budget : null;

    /// <summary>Whether the slow path has to end the current rental.</summary>
    public bool IsActive => Volatile.Read(ref _budget) is not null;

    /// <summary>Begins a rental within a budget.</summary>
    /// <returns>False if the finalizer has run or will run: the node needs another record.</returns>
    public bool TryBegin(BufferBudget budget)
    {
        if (!_reachable.TryGetTarget(out _))
            return false;

        Volatile.Write(ref _budget, budget);
        return true;
    }

    /// <summary>Ends the current rental.</summary>
    /// <param name="wasLost">Whether the finalizer has given the bytes back already, and another finalizer returns the buffer.</param>
    /// <returns>The budget that gets the bytes; null if none does.</returns>
    public BufferBudget? End(out bool wasLost)
    {
        BufferBudget? budget = Volatile.Read(ref _budget);
        wasLost = false;
        if (budget is null)
            return null;

        if (_reachable.TryGetTarget(out BudgetedRental? reachable))
        {
            // As long as the collector has not found the node, no finalizer runs before the end of this block: a plain write is enough.
            Volatile.Write(ref _budget, null);
            GC.KeepAlive(reachable);
        }
        else
        {
            // An exchange, because the finalizer may take the budget, too: another finalizer returns the buffer.
            // model: budget/take
            budget = Interlocked.Exchange(ref _budget, null);
        }

        // In both cases: at the end of a process .NET Framework finalizes objects that the collector has not found.
        wasLost = budget == s_lost;
        return wasLost ? null : budget;
    }
}

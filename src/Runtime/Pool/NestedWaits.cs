using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Finds code that waits for a budget while it holds buffers of it. In checked mode only.</summary>
/// <remarks>
/// What it reports is a possible deadlock and not a certain one: what runs in parallel inside of one flow counts as that flow, and a buffer that was handed to
/// another flow counts as held by the one that rented it.
/// </remarks>
internal static class NestedWaits
{
    // The rentals of a flow of asynchronous calls. An object, and not a value, because what a called method assigns is lost when it returns.
    private static readonly AsyncLocal<Flow?> s_flow = new();

    // It keeps no buffer alive, so that one that is lost is found.
    private readonly record struct Held(WeakReference<PooledNode> Node, int Number, BufferBudget Budget)
    {
        // A hand-over changes the generation of a node, but not the number of its rental within a budget.
        public PooledNode? LiveNode
            => Node.TryGetTarget(out PooledNode? node) && node.BudgetedRentals == Number && node.Budget == Budget ? node : null;
    }

    /// <summary>Lets the rental that a method is about to begin belong to the caller's flow. The caller is not an async method.</summary>
    public static void BeginFlow() => s_flow.Value ??= new Flow();

    /// <summary>Remembers a rental that has just begun.</summary>
    public static void Remember(PooledNode node, BufferBudget budget)
    {
        BeginFlow();
        s_flow.Value!.Add(new Held(new WeakReference<PooledNode>(node), node.BudgetedRentals, budget));
    }

    /// <summary>Reports a wait for a budget of which the calling flow holds bytes.</summary>
    /// <param name="full">The budget that has no room.</param>
    /// <param name="poolName">The pool that was asked for a buffer.</param>
    public static void ReportIfNested(BufferBudget full, string poolName)
    {
        if (s_flow.Value?.FindWithin(full) is { } held)
            PoolListener.Current?.WaitedNested(full, poolName, $"a buffer of {held.Pool.Name} with {held.Capacity} elements");
    }

    /// <summary>The rentals of one flow, by their budgets. It is its own lock.</summary>
    // A rental is looked at a few times in all, however many the flow holds: when their number has doubled, and when the newest one of its budget is asked for.
    private sealed class Flow
    {
        private const int LeastToPrune = 16;

        private readonly Dictionary<BufferBudget, Stack<Held>> _held = [];
        private int _count;
        private int _countToPrune = LeastToPrune;

        public void Add(Held held)
        {
            using (Uninterrupted.Lock(this))
            {
                if (_count >= _countToPrune)
                    Prune();

                if (!_held.TryGetValue(held.Budget, out Stack<Held>? ofBudget))
                    _held.Add(held.Budget, ofBudget = new Stack<Held>());

                ofBudget.Push(held);
                _count++;
            }
        }

        /// <summary>A buffer of a budget, or of one that has it for a parent, that is still rented.</summary>
        public PooledNode? FindWithin(BufferBudget full)
        {
            using (Uninterrupted.Lock(this))
            {
                foreach (KeyValuePair<BufferBudget, Stack<Held>> entry in _held)
                {
                    if (!entry.Key.IsWithin(full))
                        continue;

                    if (FindLive(entry.Value) is { } node)
                        return node;

                    // A dictionary allows this while it is walked through.
                    _held.Remove(entry.Key);
                }

                return null;
            }
        }

        private PooledNode? FindLive(Stack<Held> held)
        {
            while (held.Count > 0)
            {
                if (held.Peek().LiveNode is { } node)
                    return node;

                held.Pop();
                _count--;
            }

            return null;
        }

        private void Prune()
        {
            Held[] live = [.. _held.Values.SelectMany(static held => held.Reverse()).Where(static held => held.LiveNode is not null)];
            _held.Clear();
            _count = 0;
            _countToPrune = Math.Max(LeastToPrune, 2 * live.Length);
            foreach (Held held in live)
                Add(held);
        }
    }
}

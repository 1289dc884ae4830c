using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Finds code that waits for a budget while it holds buffers of it. In checked mode only.</summary>
/// <remarks>
/// What it reports is a possible deadlock and no certain one: what runs in parallel inside of one flow counts as that flow, and a buffer that was handed to
/// another flow counts as held by the one that rented it.
/// </remarks>
internal static class NestedWaits
{
    // The rentals of a flow of asynchronous calls. A list, and not a value, because what a called method assigns is lost when it returns.
    private static readonly AsyncLocal<List<Held>?> s_held = new();

    // It keeps no buffer alive, so that one that is lost is found.
    private readonly record struct Held(WeakReference<PooledNode> Node, int Charge, BufferBudget Budget)
    {
        // A hand-over changes the generation of a node, but not the number of its charge.
        public PooledNode? LiveNode
            => Node.TryGetTarget(out PooledNode? node) && node.Charges == Charge && node.Budget == Budget ? node : null;
    }

    /// <summary>Lets the rental that a method is about to begin belong to the caller's flow. The caller is no async method.</summary>
    public static void BeginFlow() => s_held.Value ??= [];

    /// <summary>Remembers a rental that has just begun.</summary>
    public static void Remember(PooledNode node, BufferBudget budget)
    {
        BeginFlow();
        List<Held> held = s_held.Value!;
        using (Uninterrupted.Lock(held))
        {
            held.RemoveAll(static rental => rental.LiveNode is null);
            held.Add(new Held(new WeakReference<PooledNode>(node), node.Charges, budget));
        }
    }

    /// <summary>Reports a wait for a budget of which the calling flow holds bytes.</summary>
    /// <param name="full">The budget that has no room.</param>
    /// <param name="poolName">The pool that was asked for a buffer.</param>
    public static void ReportIfNested(BufferBudget full, string poolName)
    {
        if (s_held.Value is not { } held)
            return;

        PooledNode? first;
        using (Uninterrupted.Lock(held))
            first = held.Where(rental => rental.Budget.IsWithin(full)).Select(static rental => rental.LiveNode).FirstOrDefault(static node => node is not null);

        if (first is not null)
            BufferEvents.WaitedNested(full, poolName, $"a buffer of {first.Pool.Name} with {first.Capacity} elements");
    }
}

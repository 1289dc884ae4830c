using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Finds code that waits for a budget while it holds buffers of it. In checked mode only.</summary>
/// <remarks>
/// What runs in parallel inside of one flow counts as that flow, so a finding is a possible deadlock and no certain one. Waits of other flows are never found.
/// </remarks>
internal static class NestedWaits
{
    // The rentals of a flow of asynchronous calls. A list, and not a value, because what a called method assigns is lost when it returns.
    private static readonly AsyncLocal<List<Held>?> s_held = new();

    private readonly record struct Held(PooledNode Node, nint Generation, BufferBudget Budget)
    {
        public bool IsOver => Node.Generation != Generation;
    }

    /// <summary>Lets the rental that a method is about to begin belong to the caller's flow. The caller is no async method.</summary>
    public static void BeginFlow() => s_held.Value ??= [];

    /// <summary>Notes a rental that has just begun.</summary>
    public static void Note(PooledNode node, BufferBudget budget)
    {
        BeginFlow();
        List<Held> held = s_held.Value!;
        using (Uninterrupted.Lock(held))
        {
            held.RemoveAll(static rental => rental.IsOver);
            held.Add(new Held(node, node.Generation, budget));
        }
    }

    /// <summary>Reports a wait for a budget of which the calling flow holds bytes.</summary>
    /// <param name="full">The budget that has no room.</param>
    /// <param name="poolName">The pool that was asked for a buffer.</param>
    public static void Look(BufferBudget full, string poolName)
    {
        if (s_held.Value is not { } held)
            return;

        PooledNode? first;
        using (Uninterrupted.Lock(held))
            first = held.Find(rental => !rental.IsOver && rental.Budget.IsWithin(full)).Node;

        if (first is not null)
            BufferEvents.WaitedNested(full, poolName, $"a buffer of {first.Pool.Name} with {first.Capacity} elements");
    }
}

using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Invariants;

/// <summary>
/// One walk over the free nodes of a pool that no thread uses. It adds up what lies where, and notes each node, slot and place that contradicts an
/// invariant.
/// </summary>
internal sealed class PoolWalk(BufferPool pool)
{
    private readonly Dictionary<PooledNode, string> _places = [];
    private readonly List<string> _broken = [];
    private readonly int[] _lengths = [.. pool.SizeClassLengths];
    private readonly long[] _bytes = PoolParts.BytesOf(pool);

    /// <summary>What was found, one sentence each.</summary>
    public IReadOnlyList<string> Broken => _broken;

    /// <summary>How many nodes are free, and how many elements they have.</summary>
    public (long Nodes, long Elements) Free { get; private set; }

    /// <summary>How many slots below a stack's count were nulled by a trimmer.</summary>
    public long Nulled { get; private set; }

    /// <summary>How many bytes have reserved room.</summary>
    public long ReservedBytes { get; private set; }

    /// <summary>How many rents the stacks have counted.</summary>
    public long Rents { get; private set; }

    public void Expect(bool holds, string otherwise)
    {
        if (!holds)
            _broken.Add(otherwise);
    }

    public void VisitStack(ThreadStack stack, int sizeClass, string name)
    {
        int count = (int)stack.Count;
        Rents += stack.Rents;
        ReservedBytes += stack.ReservedCapacity * _bytes[sizeClass];
        Expect(stack.Capacity == stack.ReservedCapacity, $"{name}: the capacity is {stack.Capacity}, and {stack.ReservedCapacity} is reserved.");
        Expect(count <= stack.MaxCapacity, $"{name}: the count is {count} of {stack.MaxCapacity}.");
        Expect(PoolParts.MovesOf(stack) % 2 == 0, $"{name}: its thread is still moving nodes.");
        Expect(PoolParts.Slot(stack, 0) is null, $"{name}: the sentinel below the first slot is not null.");
        for (int i = stack.ReservedCapacity + 1; i <= stack.MaxCapacity + 1; i++)
            Expect(PoolParts.Slot(stack, i) is null, $"{name}: slot {i} above the reserved capacity of {stack.ReservedCapacity} is not null.");

        for (int i = 1; i <= stack.ReservedCapacity; i++)
        {
            PooledNode? node = PoolParts.Slot(stack, i);
            if (i > count)
                ExpectOwn(node, sizeClass, $"{name}, slot {i}, above the count");
            else if (node is not null)
                VisitFree(node, sizeClass, $"{name}, slot {i}", home: stack);
        }

        for (int i = 1; i <= Math.Min(count, stack.MaxCapacity); i++)
            Nulled += PoolParts.Slot(stack, i) is null ? 1 : 0;
    }

    public void VisitTier(CoreTier tier, int[] depths)
    {
        for (int sizeClass = 0; sizeClass < depths.Length; sizeClass++)
        {
            string name = $"the core tier's class {sizeClass}";
            int capacity = PoolParts.CapacityOf(tier, sizeClass);
            ReservedBytes += tier.ReservedCapacity(sizeClass) * _bytes[sizeClass];
            Expect(capacity == tier.ReservedCapacity(sizeClass), $"{name}: the capacity is {capacity}, and {tier.ReservedCapacity(sizeClass)} is reserved.");
            BatchSlot[] slots = PoolParts.SlotsOf(tier, sizeClass) ?? [];
            Expect(capacity <= slots.Length * depths[sizeClass], $"{name}: the capacity is {capacity} in {slots.Length} slots.");
            for (int i = 0; i < slots.Length; i++)
            {
                int most = Math.Min(Math.Max(capacity - (i * depths[sizeClass]), 0), depths[sizeClass]);
                VisitBatch(slots[i].Count, slots[i].Nodes(depths[sizeClass]), most, sizeClass, $"{name}, slot {i}");
            }
        }
    }

    /// <summary>Visits a node that nobody has rented.</summary>
    /// <param name="node">The node.</param>
    /// <param name="sizeClass">The class of the place.</param>
    /// <param name="place">The place.</param>
    /// <param name="home">The stack, if the place is one of a stack.</param>
    public void VisitFree(PooledNode node, int sizeClass, string place, ThreadStack? home = null)
    {
        ExpectOwn(node, sizeClass, place);
        Expect(node != PooledNode.RentSlow(pool, 0), $"{place}: it holds the node of all rentals of length 0.");
        Expect(home is null || node.Home == home, $"{place}: the node's home is another stack.");
        Expect(node.Rental is not { IsOver: false }, $"{place}: the node's checked rental is not over.");
        if (_places.TryGetValue(node, out string? other))
            _broken.Add($"{place}: the node is free in {other}, too.");
        else
            _places.Add(node, place);

        Free = (Free.Nodes + 1, Free.Elements + node.Capacity);
    }

    private void VisitBatch(int count, Span<PooledNode?> nodes, int capacity, int sizeClass, string name)
    {
        Expect(count >= 0, $"{name}: it is still claimed.");
        Expect(count <= capacity, $"{name}: it has {count} nodes, and its capacity is {capacity}.");
        for (int i = 0; i < nodes.Length; i++)
        {
            Expect((nodes[i] is null) == (i >= count), $"{name}: the count is {count}, and place {i} is {(nodes[i] is null ? "null" : "not null")}.");
            if (i < count && nodes[i] is { } node)
                VisitFree(node, sizeClass, $"{name}, place {i}");
        }
    }

    private void ExpectOwn(PooledNode? node, int sizeClass, string place)
    {
        if (node is null)
            return;

        Expect(node.Pool == pool, $"{place}: the node belongs to another pool.");
        Expect(node.SizeClass == sizeClass, $"{place}: the node is of class {node.SizeClass} and lies in class {sizeClass}.");
        Expect(node.Capacity == _lengths[sizeClass], $"{place}: the array has {node.Capacity} elements and not {_lengths[sizeClass]}.");
    }
}

using System.Collections;
using System.Reflection;
using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Invariants;

/// <summary>The private parts of a pool that a walk reads and that no member shows.</summary>
internal static class PoolParts
{
    private const BindingFlags All = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    private static readonly SlotGetter s_slot
        = typeof(ThreadStack).GetMethod("Slot", All)?.CreateDelegate<SlotGetter>() ?? throw new MissingMethodException("ThreadStack", "Slot");

    private delegate ref PooledNode? SlotGetter(ThreadStack stack, uint index);

    public static ref PooledNode? Slot(ThreadStack stack, int index) => ref s_slot(stack, (uint)index);

    public static int MovesOf(ThreadStack stack) => Read<int>(stack, "_moves");

    /// <summary>Makes the stack look as if its thread were moving nodes.</summary>
    public static void BeginMove(ThreadStack stack) => typeof(ThreadStack).GetField("_moves", All)!.SetValue(stack, 1);

    public static ThreadRoster RosterOf(BufferPool pool) => Read<ThreadRoster>(pool, "_roster");

    public static PoolCounters CountersOf(BufferPool pool) => Read<PoolCounters>(pool, "_counters");

    public static CoreTier CoreTierOf(BufferPool pool) => Read<CoreTier>(pool, "_coreTier");

    public static int[] DepthsOf(BufferPool pool) => Read<int[]>(pool, "_depths");

    /// <summary>The bytes that a buffer takes, by size class.</summary>
    public static long[] BytesOf(BufferPool pool) => Read<long[]>(pool, "_bytes");

    /// <summary>The slots of a size class; null while it has none.</summary>
    public static BatchSlot[]? SlotsOf(CoreTier tier, int sizeClass) => Read<BatchSlot[]?[]>(tier, "_classes")[sizeClass];

    public static int CapacityOf(CoreTier tier, int sizeClass) => Read<int[]>(tier, "_capacity")[sizeClass];

    /// <summary>The nodes that wait in quarantine.</summary>
    public static IEnumerable<PooledNode> QuarantineOf(BufferPool pool)
        => Read<object?>(pool, "_watch") is { } watch
            ? Read<IEnumerable>(Read<object>(watch, "_quarantine"), "_entries").Cast<object>().Select(NodeOf)
            : [];

    private static PooledNode NodeOf(object entry) => (PooledNode)entry.GetType().GetProperty("Node", All)!.GetValue(entry)!;

    private static TPart Read<TPart>(object owner, string field)
        => (TPart)PrivateField.Of(owner, field)!;
}

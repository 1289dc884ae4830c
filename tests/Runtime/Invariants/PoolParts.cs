using System.Collections;
using System.Reflection;
using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Invariants;

/// <summary>The private parts of a pool that a walk reads and that no member shows.</summary>
internal static class PoolParts<T>
{
    private const BindingFlags All = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    private static readonly SlotGetter s_slot
        = typeof(ThreadStack<T>).GetMethod("Slot", All)?.CreateDelegate<SlotGetter>() ?? throw new MissingMethodException("ThreadStack", "Slot");

    private delegate ref PooledNode<T>? SlotGetter(ThreadStack<T> stack, uint index);

    public static ref PooledNode<T>? Slot(ThreadStack<T> stack, int index) => ref s_slot(stack, (uint)index);

    public static int MovesOf(ThreadStack<T> stack) => Read<int>(stack, "_moves");

    /// <summary>Makes the stack look as if its thread were moving nodes.</summary>
    public static void BeginMove(ThreadStack<T> stack) => typeof(ThreadStack<T>).GetField("_moves", All)!.SetValue(stack, 1);

    public static ThreadRoster<T> RosterOf(BufferPool<T> pool) => Read<ThreadRoster<T>>(pool, "_roster");

    public static PoolCounters CountersOf(BufferPool<T> pool) => Read<PoolCounters>(pool, "_counters");

    public static Retention<T> RetentionOf(BufferPool<T> pool) => Read<Retention<T>>(pool, "_retention");

    public static CoreTier<T> CoreTierOf(BufferPool<T> pool) => Read<CoreTier<T>>(RetentionOf(pool), "_coreTier");

    public static int[] DepthsOf(BufferPool<T> pool) => Read<int[]>(RetentionOf(pool), "_depths");

    /// <summary>The bytes that a buffer takes, by size class.</summary>
    public static long[] BytesOf(BufferPool<T> pool) => Read<long[]>(RetentionOf(pool), "_bytes");

    /// <summary>The slots of a size class; null while it has none.</summary>
    public static BatchSlot<T>[]? SlotsOf(CoreTier<T> tier, int sizeClass) => Read<BatchSlot<T>[]?[]>(tier, "_classes")[sizeClass];

    public static int CapacityOf(CoreTier<T> tier, int sizeClass) => Read<int[]>(tier, "_capacity")[sizeClass];

    /// <summary>The nodes that wait in quarantine.</summary>
    public static IEnumerable<PooledNode<T>> QuarantineOf(BufferPool<T> pool)
        => Read<object?>(pool, "_watch") is { } watch
            ? Read<IEnumerable>(Read<object>(watch, "_quarantine"), "_entries").Cast<object>().Select(NodeOf)
            : [];

    private static PooledNode<T> NodeOf(object entry) => (PooledNode<T>)entry.GetType().GetProperty("Node", All)!.GetValue(entry)!;

    private static TPart Read<TPart>(object owner, string field)
        => (TPart)(owner.GetType().GetField(field, All) ?? throw new MissingFieldException(owner.GetType().Name, field)).GetValue(owner)!;
}

using System.Runtime.InteropServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The tier behind the threads: per size class and core a few slots, each with a whole chain of free nodes, so that one atomic
/// exchange serves several rents. Any thread may give and take.
/// </summary>
/// <remarks>
/// A chain leaves a slot only by an exchange with null and enters it only by a compare-exchange against null: whoever gets it owns
/// all of its nodes, and no stale head can come back (no ABA). Broken by writing a slot plainly: CoreTierStormTests.
/// </remarks>
internal sealed class CoreTier<T>(int sizeClasses)
{
    private static readonly int s_cores = Math.Min(Environment.ProcessorCount, 64);

    // A size class gets its slots with its first buffer, so that giving never allocates: it happens when a rental is over already.
    private readonly PaddedSlot[]?[] _classes = new PaddedSlot[sizeClasses][];

    /// <summary>Makes the slots of a size class, before its first buffer.</summary>
    public void Prepare(int sizeClass)
    {
        if (Volatile.Read(ref _classes[sizeClass]) is null)
            Interlocked.CompareExchange(ref _classes[sizeClass], new PaddedSlot[s_cores * Retention.ChainsPerCore], null);
    }

    /// <summary>Stores a chain, on this core if there is room.</summary>
    /// <returns>False where every slot is taken.</returns>
    public bool TryGive(PooledNode<T> chain)
    {
        PaddedSlot[] slots = _classes[chain.SizeClass]!;
        int first = FirstSlot();
        for (int i = 0; i < slots.Length; i++)
        {
            ref PooledNode<T>? slot = ref slots[(first + i) % slots.Length].Chain;
            if (Volatile.Read(ref slot) is null && Interlocked.CompareExchange(ref slot, chain, null) is null)
                return true;
        }

        return false;
    }

    /// <summary>Takes a chain, this core's first.</summary>
    public PooledNode<T>? Take(int sizeClass)
    {
        PaddedSlot[]? slots = Volatile.Read(ref _classes[sizeClass]);
        if (slots is null)
            return null;

        int first = FirstSlot();
        for (int i = 0; i < slots.Length; i++)
        {
            ref PooledNode<T>? slot = ref slots[(first + i) % slots.Length].Chain;

            // Read before the exchange: an empty slot costs no write to a line that others are reading.
            if (Volatile.Read(ref slot) is not null && Interlocked.Exchange(ref slot, null) is { } chain)
                return chain;
        }

        return null;
    }

    /// <summary>How many nodes of a class are here. Exact while nobody gives or takes.</summary>
    /// <param name="sizeClass">The class.</param>
    /// <param name="longestChain">Where to stop: a chain that is taken meanwhile is linked anew under our eyes.</param>
    public int Census(int sizeClass, int longestChain)
    {
        int retained = 0;
        foreach (ref PaddedSlot slot in Volatile.Read(ref _classes[sizeClass]).AsSpan())
            retained += Length(Volatile.Read(ref slot.Chain), longestChain);

        return retained;
    }

    /// <summary>The number of nodes in a chain, at most <paramref name="longest"/>.</summary>
    public static int Length(PooledNode<T>? chain, int longest)
    {
        int length = 0;
        for (; chain is not null && length < longest; chain = chain.Next)
            length++;

        return length;
    }

    // A thread may move to another core right after the question: it then uses a slot further away, and that is all.
    private static int FirstSlot()
    {
#if NET
        return Thread.GetCurrentProcessorId() % s_cores * Retention.ChainsPerCore;
#else
        return Environment.CurrentManagedThreadId % s_cores * Retention.ChainsPerCore;
#endif
    }

    // One cache line each. A generic struct cannot have an explicit layout, so fields do the padding.
    [StructLayout(LayoutKind.Sequential)]
    private struct PaddedSlot
    {
        public PooledNode<T>? Chain;
#pragma warning disable CS0169, IDE0051 // never used: they only take up room
        private readonly long _pad1, _pad2, _pad3, _pad4, _pad5, _pad6, _pad7;
#pragma warning restore CS0169, IDE0051
    }
}

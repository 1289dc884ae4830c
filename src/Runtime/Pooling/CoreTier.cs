using System.Runtime.InteropServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The tier behind the threads: per size class a few slots, up to some for each core, each with a whole chain of free nodes, so that one
/// atomic exchange serves several rents. Any thread may give and take.
/// </summary>
/// <remarks>
/// A chain leaves a slot only by an exchange with null and enters it only by a compare-exchange against null: whoever gets it owns
/// all of its nodes, and no stale head can come back (no ABA). Broken by writing a slot plainly: CoreTierStormTests.
/// </remarks>
internal sealed partial class CoreTier<T>(int sizeClasses)
{
    private static readonly int s_cores = Math.Min(Environment.ProcessorCount, Retention.MaxCores);

    // A size class gets its slots with its first buffer, so that giving never allocates: it happens when a rental is over already.
    private readonly PaddedSlot[]?[] _classes = new PaddedSlot[sizeClasses][];

    /// <summary>Makes the slots of a size class, before its first buffer.</summary>
    public void Prepare(int sizeClass)
    {
        if (Volatile.Read(ref _classes[sizeClass]) is null)
            Interlocked.CompareExchange(ref _classes[sizeClass], new PaddedSlot[s_cores * Retention.ChainsPerCore], null);
    }

    /// <summary>Stores a chain, near this core's others if there is room.</summary>
    /// <returns>False where every open slot is taken.</returns>
    public bool TryGive(PooledNode<T> chain)
    {
        PaddedSlot[] slots = _classes[chain.SizeClass]!;
        int open = Open(chain.SizeClass);
        int slot = FirstSlot(open);
        for (int i = 0; i < open; i++, slot = Next(slot, open))
        {
            // The first one is mostly empty, and to read it would fetch its cache line twice. In the others a write would disturb who reads there.
            ref PooledNode<T>? place = ref slots[slot].Chain;
            if ((i > 0 && Volatile.Read(ref place) is not null) || Interlocked.CompareExchange(ref place, chain, null) is not null)
                continue;

            // Whoever closes slots looks at them later, so either they see our chain or we see that the slot is closed: CloseStormTests.
            // A chain that cannot be taken back is somebody else's by now.
            if (slot < Open(chain.SizeClass) || Interlocked.CompareExchange(ref place, null, chain) != chain)
                return true;
        }

        return false;
    }

    /// <summary>Takes a chain, one near this core first.</summary>
    public PooledNode<T>? Take(int sizeClass)
    {
        int open = Open(sizeClass);
        if (open == 0)
            return null;

        PaddedSlot[] slots = _classes[sizeClass]!;
        int slot = FirstSlot(open);
        for (int i = 0; i < open; i++, slot = Next(slot, open))
        {
            // Read before the exchange: an empty slot costs no write to a line that others are reading.
            ref PooledNode<T>? place = ref slots[slot].Chain;
            if (Volatile.Read(ref place) is not null && Interlocked.Exchange(ref place, null) is { } chain)
                return chain;
        }

        return null;
    }

    /// <summary>Takes a chain that one more node may join, if there is any. Rarely it has grown meanwhile: the caller measures it again.</summary>
    /// <param name="sizeClass">The class.</param>
    /// <param name="longest">How long a chain may be.</param>
    public PooledNode<T>? TakeShort(int sizeClass, int longest)
    {
        foreach (ref PaddedSlot slot in OpenSlots(sizeClass))
        {
            PooledNode<T>? chain = Volatile.Read(ref slot.Chain);
            if (chain is not null && Length(chain, longest) < longest && Interlocked.CompareExchange(ref slot.Chain, null, chain) == chain)
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
        foreach (ref PaddedSlot slot in OpenSlots(sizeClass))
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

    // The cores share the open slots among them. A thread may move to another core right after the question: it then uses a slot further
    // away, and that is all.
    private static int FirstSlot(int open)
    {
#if NET
        int core = Thread.GetCurrentProcessorId() % s_cores;
#else
        int core = Environment.CurrentManagedThreadId % s_cores;
#endif
        return core * open / s_cores;
    }

    private static int Next(int slot, int open) => slot + 1 < open ? slot + 1 : 0;

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

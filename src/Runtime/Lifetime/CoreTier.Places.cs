using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The places of the core tier: how many slots of a class are open, from the first one up. Everything here runs under the pool's lock, except
/// where it says otherwise.
/// </summary>
/// <remarks>
/// Closing works as on a <see cref="ThreadStack{T}"/>: the number is lowered, a barrier passes, the slots above are looked at again.
/// </remarks>
internal sealed partial class CoreTier<T>
{
    // Chains are given to slots below it alone.
    private readonly int[] _open = new int[sizeClasses];

    // What the budget was charged for: as many as are open, or more while slots are being closed.
    private readonly int[] _places = new int[sizeClasses];

    /// <summary>Whether every slot that there is is open. Any thread.</summary>
    public bool IsWidest(int sizeClass) => Open(sizeClass) == _classes[sizeClass]!.Length;

    /// <summary>Opens one slot more, which the caller has paid for.</summary>
    public void Widen(int sizeClass) => Volatile.Write(ref _open[sizeClass], ++_places[sizeClass]);

    /// <summary>Closes all slots. The caller takes what is in them by <see cref="TakeClosed"/>, and then calls <see cref="GiveUpPlaces"/>.</summary>
    public void Close(int sizeClass)
    {
        Volatile.Write(ref _open[sizeClass], 0);
        Interlocked.MemoryBarrier();
    }

    /// <summary>Takes a chain out of a closed slot.</summary>
    public PooledNode<T>? TakeClosed(int sizeClass)
    {
        foreach (ref PaddedSlot slot in Slots(sizeClass, _places[sizeClass]))
        {
            if (Interlocked.Exchange(ref slot.Chain, null) is { } chain)
                return chain;
        }

        return null;
    }

    /// <summary>Closed slots are not paid for any more.</summary>
    /// <returns>How many there were.</returns>
    public int GiveUpPlaces(int sizeClass)
    {
        int places = _places[sizeClass];
        _places[sizeClass] = 0;
        return places;
    }

    /// <summary>Takes a chain of which nobody used a node since the last visit.</summary>
    /// <param name="sizeClass">The class.</param>
    /// <param name="longest">How long a chain may be.</param>
    public PooledNode<T>? TakeIdle(int sizeClass, int longest)
    {
        foreach (ref PaddedSlot slot in OpenSlots(sizeClass))
        {
            // Benign ABA: between the look and the exchange the chain may have been rented, returned and linked anew under the same head. Then we
            // trim what was just used; we own it all the same, with the links that it has now.
            PooledNode<T>? chain = Volatile.Read(ref slot.Chain);
            if (chain is not null && IsIdle(chain, longest) && Interlocked.CompareExchange(ref slot.Chain, null, chain) == chain)
                return chain;
        }

        return null;
    }

    /// <summary>Closes the slots above the highest that is in use. The caller lets a barrier pass and calls <see cref="Settle"/>.</summary>
    public void Narrow(int sizeClass)
    {
        Volatile.Write(ref _open[sizeClass], HighestInUse(sizeClass));
        Interlocked.MemoryBarrier();
    }

    /// <summary>The end of <see cref="Narrow"/>: opens again what was used meanwhile, and remembers the generations for the next visit.</summary>
    /// <returns>How many places are no longer needed.</returns>
    public int Settle(int sizeClass, int longest)
    {
        int places = _places[sizeClass];
        _places[sizeClass] = HighestInUse(sizeClass);
        Volatile.Write(ref _open[sizeClass], _places[sizeClass]);
        foreach (ref PaddedSlot slot in OpenSlots(sizeClass))
        {
            PooledNode<T>? node = Volatile.Read(ref slot.Chain);
            for (int i = 0; node is not null && i < longest; i++, node = node.Next)
                node.NoteVisit();
        }

        return places - _places[sizeClass];
    }

    private static bool IsIdle(PooledNode<T> chain, int longest)
    {
        PooledNode<T>? node = chain;
        for (int i = 0; node is not null && i < longest; i++, node = node.Next)
        {
            if (!node.IsIdle)
                return false;
        }

        return true;
    }

    private int HighestInUse(int sizeClass)
    {
        int highest = _places[sizeClass];
        while (highest > 0 && Volatile.Read(ref _classes[sizeClass]![highest - 1].Chain) is null)
            highest--;

        return highest;
    }

    private int Open(int sizeClass) => Volatile.Read(ref _open[sizeClass]);

    private Span<PaddedSlot> OpenSlots(int sizeClass) => Slots(sizeClass, Open(sizeClass));

    private Span<PaddedSlot> Slots(int sizeClass, int count) => _classes[sizeClass].AsSpan(0, count);
}

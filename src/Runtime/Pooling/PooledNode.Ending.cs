using System.Runtime.CompilerServices;

namespace PooledGen.CompilerServices;

/// <summary>The part by which one of several callers ends a rental that may leave its thread. The steps are those of BufferPool.Bias.cs.</summary>
public sealed partial class PooledNode<T>
{
    // What _announced may be but a generation; or two generations in 2^32, whose owners then end on the heap.
    private const int NotAnnounced = -1;
    private const int Ceded = -2;

    /// <summary>Says that the rental is about to be ended by a plain write. On the thread that rented it.</summary>
    internal void AnnounceEnd(int generation) => Volatile.Write(ref _announced, generation);

    /// <summary>Whether the renting thread has announced this end.</summary>
    internal bool IsAnnounced(int generation) => Volatile.Read(ref _announced) == generation;

    /// <summary>Moves the generation on, if no other call has. Any thread.</summary>
    // Broken by a plain read and write: OwnerStormTests.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryAdvance(int generation)
        => Interlocked.CompareExchange(ref _generation, unchecked(generation + 1), generation) == generation;

    /// <summary>Leaves a node whose generation the calling thread has moved on to the thread that announced its end, if there is one.</summary>
    internal bool TryCede(int generation)
        => IsAnnounced(generation) && Interlocked.CompareExchange(ref _announced, Ceded, generation) == generation;

    /// <summary>Ends a rental whose end the calling thread has announced, when the pool is no longer biased.</summary>
    // Whoever was faster has either ceded the node, or finds from now on that nothing is announced.
    internal bool TryEndAnnounced(int generation)
        => TryAdvance(generation) || Interlocked.CompareExchange(ref _announced, NotAnnounced, generation) == Ceded;
}

using System.Runtime.CompilerServices;

namespace PooledGen.CompilerServices;

/// <summary>The part by which one of several callers ends a rental that may leave its thread. The steps are those of BufferPool.Bias.cs.</summary>
/// <remarks>
/// A declaration is a generation. What takes it back or answers it is a lesser one, which no end to come can be taken for; only after 2^32 returns of
/// this one array, none of them declared, would an old declaration be taken for a new one, and the array be left to the garbage collector.
/// </remarks>
public sealed partial class PooledNode<T>
{
    /// <summary>Says that the calling thread is about to end the rental. On the thread that rented it.</summary>
    internal void DeclareEnd(int generation) => Volatile.Write(ref _declaredEnd, generation);

    /// <summary>Whether the renting thread has said so.</summary>
    internal bool IsEndDeclared(int generation) => Volatile.Read(ref _declaredEnd) == generation;

    /// <summary>Moves the generation on, if no other call has. Any thread.</summary>
    // Broken by a plain read and write: OwnerStormTests.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryAdvance(int generation)
        => Interlocked.CompareExchange(ref _generation, unchecked(generation + 1), generation) == generation;

    /// <summary>Leaves a node whose generation the calling thread has moved on to the thread that declared its end, unless that has taken it back.</summary>
    internal bool TryCede(int generation)
        => Interlocked.CompareExchange(ref _declaredEnd, Ceded(generation), generation) == generation;

    /// <summary>Ends a rental whose end the calling thread has declared, when the pool is no longer biased.</summary>
    // Whoever was faster has either ceded the node, or finds from now on that nothing is declared.
    internal bool TryEndDeclared(int generation)
        => TryAdvance(generation)
            || Interlocked.CompareExchange(ref _declaredEnd, TakenBack(generation), generation) == Ceded(generation);

    private static int Ceded(int generation) => unchecked(generation - 1);

    private static int TakenBack(int generation) => unchecked(generation - 2);
}

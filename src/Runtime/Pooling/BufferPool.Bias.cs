using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// Who ends an owner. Any thread may, but in many pools none ever does but the one that rented it. As long as that is so the pool is biased: a
/// thread ends the owners that it rented by plain writes, because a compare-exchange takes half as long as all the rest. The first owner that ends
/// on another thread revokes the bias, of all threads and for good.
/// </summary>
/// <remarks>
/// <para><b>Invariant:</b> of all calls with the same generation exactly one ends the rental.</para>
/// <para>The renting thread (1) declares which generation it is about to end, (2) looks whether the pool is still biased, (3) moves the generation on
/// by a plain write. The other thread (1) ends the bias, (2) lets a process-wide barrier pass, (3) moves the generation on by compare-exchange,
/// (4) looks whether this end was declared, and if so cedes the node to who declared it. Because of the barrier either the other thread sees the
/// declaration, or the renting thread sees the end of the bias. It then takes the compare-exchange too; and if that comes too late, one more on the
/// declaration tells both of them alike who has the node (PooledNode.Ending.cs). The processor may swap the renting thread's 1 and 2; the compiler
/// does not, because both are volatile.</para>
/// <para>Broken by leaving out the barrier, or either compare-exchange on the declaration: BiasStormTests. By leaving out the look for it: BiasTests. The
/// renting thread's second look is as necessary, but what it rules out takes an interruption between two instructions: no test shows it.</para>
/// </remarks>
public sealed partial class BufferPool<T>
{
    private volatile bool _isBiased = HasProcessWideBarrier;

    // Set when the barrier has passed.
    private volatile bool _isBiasRevoked = !HasProcessWideBarrier;

    /// <summary>Ends a rental by compare-exchange, if no other call has ended it or is ending it. Any thread.</summary>
    /// <param name="node">What was rented.</param>
    /// <param name="generation">The generation of the handle.</param>
    /// <param name="stacks">The calling thread's stacks, if it has any.</param>
    internal bool TryEnd(PooledNode<T> node, int generation, ThreadStack<T>[]? stacks)
    {
        if (!_isBiasRevoked)
        {
            // The Dispose of a rental that is over revokes nothing, nor does the renting thread.
            if (node.Generation != generation)
                return false;
            if (node.Home.Siblings == stacks)
                return node.TryAdvance(generation);

            RevokeBias(node.Home);
        }

        return node.TryAdvance(generation) && !Cedes(node, generation, stacks);
    }

    /// <summary>Leaves a node whose generation the calling thread has moved on to the thread that declared its end, if there is one.</summary>
    // Where the renting thread itself calls, the declaration is of old.
    private static bool Cedes(PooledNode<T> node, int generation, ThreadStack<T>[]? stacks)
        => node.IsEndDeclared(generation) && node.Home.Siblings != stacks && node.TryCede(generation);

    private void RevokeBias(ThreadStack<T> home)
    {
        // What was rented nowhere no thread ends by plain writes.
        if (home == _nowhere)
            return;

        _isBiased = false;
        ProcessWideBarrier();
        _isBiasRevoked = true;
    }
}

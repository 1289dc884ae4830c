using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// Which thread ends an owner. Any may, but in many pools none ever does but the one that rented it. As long as that is so the pool is biased: a
/// thread ends the owners that it rented by plain writes, because a compare-exchange takes half as long as all the rest. The first owner that ends
/// on another thread revokes the bias, of all threads and for good.
/// </summary>
/// <remarks>
/// <para><b>Invariant:</b> of all calls with the same generation exactly one ends the rental. While a thread ends one by plain writes no other thread
/// ends one whose home is that thread's.</para>
/// <para>The renting thread (1) says that it is ending a rental, (2) looks whether its stack is still biased, (3) moves the generation on by a plain
/// write, (4) says that it is done (<see cref="PooledNode{T}.ReturnOwned"/>). The other thread (1) ends the bias of all stacks, (2) lets a process-wide
/// barrier pass, (3) waits for every thread that is ending a rental (<see cref="ThreadRoster{T}.RevokeBias"/>); from then on all take the
/// compare-exchange. Because of the barrier either the other thread sees that the renting thread is at it, or that one sees the end of the bias. The
/// processor may swap the renting thread's 1 and 2; the compiler does not, because both are volatile.</para>
/// <para>The wait is for a few instructions, or for a thread that was interrupted there. It is as short a lock as a claim of the core tier is.</para>
/// <para>Broken by leaving out the barrier, or the renting thread's 2: BiasStormTests. By leaving out the wait, or the renting thread's 1: BiasTests.</para>
/// </remarks>
// A struct, because its constructor would be one more method that the first rental of a process compiles.
internal struct OwnerBias<T>
{
    private volatile bool _isRevoked;

    /// <summary>Whether a thread can still be ending a rental by plain writes.</summary>
    public readonly bool IsInForce => ProcessWideBarrier.IsReliable && !_isRevoked;

    /// <summary>Ends a rental, if no other call has ended it. Any thread.</summary>
    /// <param name="roster">The threads of the pool.</param>
    /// <param name="node">What was rented.</param>
    /// <param name="generation">The generation of the handle.</param>
    public bool TryEnd(ThreadRoster<T> roster, PooledNode<T> node, nint generation)
    {
        if (IsInForce)
        {
            // The Dispose of a rental that is over revokes nothing.
            // model: bias/compare
            if (node.Generation != generation)
                return false;

            // Nor does an end on the renting thread, nor one of what was rented nowhere: no thread ends that by plain writes.
            ThreadStack<T> home = node.Home;
            if (home.Owner != ThreadToken.Current && home != roster.ClosedStack)
            {
                roster.RevokeBias();
                // model: bias/revoked
                _isRevoked = true;
            }
        }

        return node.TryAdvance(generation, isShared: !IsInForce);
    }
}

using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// Tells how threads end owners. Any thread may end one, but in many pools only the renting thread ever does. Such a pool is biased: a thread ends the owners
/// that it rented by plain writes, because a compare-exchange takes half as long as all the rest. The first owner that ends on another thread revokes the
/// bias of all threads, permanently.
/// </summary>
/// <remarks>
/// <para><b>Invariant:</b> of all calls with the same generation exactly one ends the rental. While a thread ends a rental by plain writes, no other thread
/// ends a rental whose home is that thread's.</para>
/// <para>The renting thread (1) sets a flag that it is ending a rental, (2) checks that its stack is still biased, (3) advances the generation by a plain
/// write, (4) clears the flag (<see cref="PooledNode{T}.ReturnOwned"/>). The other thread (1) clears the bias of all stacks, (2) issues a process-wide
/// barrier, (3) waits for every thread whose flag is set (<see cref="ThreadRoster{T}.RevokeBias"/>); from then on all threads use the compare-exchange.
/// Because of the barrier, either the other thread sees the flag, or the renting thread sees that the bias is over. The processor may swap the renting
/// thread's 1 and 2; the compiler does not, because both are volatile.</para>
/// <para>The wait lasts a few instructions, or until a thread that was preempted there runs again. The flag is as short a lock as a claim in the core
/// tier.</para>
/// <para>BiasStormTests fails without the barrier or the renting thread's 2. BiasTests fails without the wait or the renting thread's 1.</para>
/// </remarks>
// A struct, because its constructor would be one more method that the first rental of a process compiles.
internal struct OwnerBias<T>
{
    private volatile bool _isRevoked;

    /// <summary>Whether a thread can still be ending a rental by plain writes.</summary>
    public readonly bool IsInForce => ProcessWideBarrier.IsReliable && !_isRevoked;

    /// <summary>Ends a rental if no other call has ended it. Callable from any thread.</summary>
    /// <param name="roster">The threads of the pool.</param>
    /// <param name="node">The rented node.</param>
    /// <param name="generation">The generation of the handle.</param>
    public bool TryEnd(ThreadRoster<T> roster, PooledNode<T> node, nint generation)
    {
        if (IsInForce)
        {
            // A Dispose after the end of the rental does not revoke the bias.
            // model: bias/compare
            if (node.Generation != generation)
                return false;

            // An end on the renting thread does not revoke it either, nor does the end of a rental without a home: no thread ends that by plain writes.
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

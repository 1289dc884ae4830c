using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// Who ends an owner. Any thread may, but in many pools none ever does but the one that rented it. As long as that is so the pool is biased: a
/// thread ends the owners that it rented by plain writes, because a compare-exchange takes half as long as all the rest. The first owner that ends
/// on another thread revokes the bias, of all threads and for good.
/// </summary>
/// <remarks>
/// <para><b>Invariant:</b> of all calls with the same generation exactly one ends the rental. While a thread ends one by plain writes no other thread
/// ends one whose home is that thread's.</para>
/// <para>The renting thread (1) says that it is ending a rental, (2) looks whether the pool is still biased, (3) moves the generation on by a plain
/// write, (4) says that it is done. The other thread (1) ends the bias, (2) lets a process-wide barrier pass, (3) waits for every thread that is
/// ending a rental; from then on all take the compare-exchange. Because of the barrier either the other thread sees that the renting thread is at it,
/// or that one sees the end of the bias. The processor may swap the renting thread's 1 and 2; the compiler does not, because both are volatile.</para>
/// <para>The wait is for a few instructions, or for a thread that was interrupted there. It is as short a lock as a claim of the core tier is.</para>
/// <para>Broken by leaving out the barrier, or the renting thread's 2: BiasStormTests. By leaving out the wait, or the renting thread's 1: BiasTests.</para>
/// </remarks>
public sealed partial class BufferPool<T>
{
    private volatile bool _isBiased = ProcessWideBarrier.IsReliable;

    // Whether no thread can still be ending a rental by plain writes.
    private volatile bool _isBiasRevoked = !ProcessWideBarrier.IsReliable;

    /// <summary>Whether a thread may begin to end a rental by plain writes.</summary>
    internal bool IsBiased => _isBiased;

    /// <summary>Ends a rental by compare-exchange, if no other call has ended it. Any thread.</summary>
    /// <param name="node">What was rented.</param>
    /// <param name="generation">The generation of the handle.</param>
    internal bool TryEnd(PooledNode<T> node, nint generation)
    {
        if (!_isBiasRevoked)
        {
            // The Dispose of a rental that is over revokes nothing.
            if (node.Generation != generation)
                return false;

            // Nor does an end on the renting thread, nor one of what was rented nowhere: no thread ends that by plain writes.
            ThreadStack<T> home = node.Home;
            if (home.Owner != ThreadToken.Current && home != _nowhere)
                RevokeBias();
        }

        return node.TryAdvance(generation, isShared: _isBiasRevoked);
    }

    // With the lock, so that no thread joins unseen: who joins later finds that the bias has ended.
    private void RevokeBias()
    {
        using (Uninterrupted.Lock(_threads))
        {
            if (_isBiasRevoked)
                return;

            _isBiased = false;
            ProcessWideBarrier.Pass();
            foreach (ThreadShare<T> thread in _threads)
            {
                foreach (ThreadStack<T> stack in thread.Stacks)
                    stack.AwaitEnding();
            }

            _isBiasRevoked = true;
        }
    }
}

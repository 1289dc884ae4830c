using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Choosing the next rental that is checked in production.</summary>
public sealed partial class BufferPool<T>
{
    // The stack whose next rental in the slow path is to be checked.
    private ThreadStack<T>? _sampled;

    internal override bool TrySample(Random random)
    {
        using (Uninterrupted.Lock(_threads))
        {
            // From a random one on, the first that was rented from since the last look: an idle one would never come by.
            int count = _threads.Count * _depths.Length;
            int start = random.Next(Math.Max(count, 1));
            for (int i = 0; i < count; i++)
            {
                int index = (start + i) % count;
                ThreadShare<T> thread = _threads[index / _depths.Length];
                int sizeClass = index % _depths.Length;
                if (!thread.HasRentedSince(sizeClass))
                    continue;

                // A local, because a rental may take the mark away at once: CheckStormTests.
                ThreadStack<T> stack = thread.Stacks[sizeClass];
                _sampled = stack;
                stack.TrimNewest();
                return true;
            }

            return false;
        }
    }

    // Benign race: the sampler may mark another stack meanwhile. The compare-exchange then leaves its mark alone, and this rental unchecked.
    private bool TakesSample(ThreadStack<T>[]? stacks, PooledNode<T> node)
        => _sampled is { } stack
            && stacks is not null
            && stacks[node.SizeClass] == stack
            && Interlocked.CompareExchange(ref _sampled, null, stack) == stack;
}

using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

public sealed partial class BufferPool<T>
{
    private Counter _allocated;
    private Counter _allocatedElements;
    private Counter _trimmed;
    private Counter _dropped;
    private Counter _oversizeRents;
    private Counter _oversizeReturns;
    private Counter _misuse;
    private long _retiredRents;

    /// <summary>The figures of this moment.</summary>
    public PoolStatistics Statistics
    {
        get
        {
            // Nobody counts returns, and nobody counts what a trimmer takes from a thread: both follow from what is still there.
            long rents = _oversizeRents.Value, retained = 0, retainedElements = 0, trimmed = _trimmed.Value;
            lock (_threads)
            {
                rents += _retiredRents;
                for (int sizeClass = 0; sizeClass < _depths.Length; sizeClass++)
                {
                    int free = _coreTier.Census(sizeClass, Retention.LongestChain(_depths[sizeClass]));
                    foreach (ThreadShare<T> thread in _threads)
                    {
                        ThreadStack<T> stack = thread.Stacks[sizeClass];
                        (int onStack, int nulled) = stack.Census();
                        rents += stack.Rents;
                        free += onStack;
                        trimmed += nulled;
                    }

                    retained += free;
                    retainedElements += (long)free * _sizeClasses.Length(sizeClass);
                }
            }

            long dropped = _dropped.Value;
            long oversize = _oversizeRents.Value;
            return new PoolStatistics
            {
                Rents = rents,
                Misses = _allocated.Value,
                Oversize = oversize,
                InUse = _allocated.Value - retained - trimmed - dropped + oversize - _oversizeReturns.Value,
                Retained = retained,
                RetainedBytes = retainedElements * Unsafe.SizeOf<T>(),
                AllocatedBytes = _allocatedElements.Value * Unsafe.SizeOf<T>(),
                Trimmed = trimmed,
                Dropped = dropped,
                Misuse = _misuse.Value,
            };
        }
    }
}

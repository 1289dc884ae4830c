using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>What one thread holds of one pool. The pool keeps it until the thread has ended.</summary>
internal sealed class ThreadShare<T>(BufferPool<T> pool, ThreadStack<T>[] stacks) : IThreadShare
{
    public ThreadStack<T>[] Stacks => stacks;

    public void Retire() => pool.Retire(this);

    public void Trim()
    {
        foreach (ThreadStack<T> stack in stacks)
            stack.Trim();
    }
}

/// <summary>A <see cref="ThreadShare{T}"/> of any element type.</summary>
internal interface IThreadShare
{
    /// <summary>Gives everything to the pool. The thread has ended, so the caller is its stacks' owner now.</summary>
    void Retire();
}

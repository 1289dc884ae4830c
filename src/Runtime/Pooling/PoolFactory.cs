using System.ComponentModel;

namespace PooledGen.CompilerServices;

/// <summary>Refers to the calling thread's stacks of one annotated type. Generated code only.</summary>
/// <typeparam name="T">The element type.</typeparam>
/// <returns>The thread-static field; null in it until the thread rents for the first time.</returns>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate ref ThreadStack<T>[]? ThreadStacks<T>();

/// <summary>Creates the pools of annotated types. Generated code only: the generator has checked the arguments.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class PoolFactory
{
    /// <summary>Creates the pool of one annotated type.</summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="name">The annotated type's name, for messages and figures.</param>
    /// <param name="minLength">The smallest size class: a power of two.</param>
    /// <param name="maxLength">The longest pooled length.</param>
    /// <param name="threadDepth">Free buffers a thread keeps of a class: 1 to 32.</param>
    /// <param name="oversize">What longer requests get.</param>
    /// <param name="clear">When elements are set to their default.</param>
    /// <param name="threadStacks">The annotated type's thread-static field.</param>
    /// <param name="maxRetainedBytes">What the pool may retain; left out where the declaration does not say.</param>
    /// <returns>The pool.</returns>
    public static BufferPool<T> Create<T>(
        string name,
        int minLength,
        int maxLength,
        int threadDepth,
        OversizePolicy oversize,
        ClearPolicy clear,
        ThreadStacks<T> threadStacks,
        long maxRetainedBytes = long.MaxValue)
        => new(name, minLength, maxLength, threadDepth, oversize, clear, threadStacks, maxRetainedBytes);
}

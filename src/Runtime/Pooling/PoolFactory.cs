using System.ComponentModel;

namespace PooledGen.CompilerServices;

/// <summary>Refers to the calling thread's stacks of one annotated type. Generated code only.</summary>
/// <typeparam name="T">The element type.</typeparam>
/// <returns>The thread-static field; null in it until the thread rents for the first time.</returns>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate ref ThreadStack<T>[]? ThreadStacks<T>();

/// <summary>Creates the pools of annotated types. Generated code only.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class PoolFactory
{
    private const int MaxMinLength = 1 << 30;

    /// <summary>
    /// Creates the pool of one annotated type. This signature stays for good, so that code which another version emitted gets a clear exception.
    /// </summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="contract">The version of the contract that the calling code was emitted for.</param>
    /// <param name="name">The annotated type's name, for messages and figures.</param>
    /// <param name="minLength">The smallest size class: 1 to 2^30, rounded up to a power of two or <paramref name="maxLength"/>.</param>
    /// <param name="maxLength">The longest pooled length.</param>
    /// <param name="threadDepth">Free buffers a thread keeps of a class: 1 to 32.</param>
    /// <param name="oversize">What longer requests get.</param>
    /// <param name="clear">When elements are set to their default.</param>
    /// <param name="threadStacks">The annotated type's thread-static field.</param>
    /// <param name="maxRetainedBytes">What the pool may retain; left out where the declaration does not say.</param>
    /// <returns>The pool.</returns>
    /// <exception cref="InvalidOperationException">The code was emitted for another contract than this runtime's.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A number is outside of its range.</exception>
    /// <exception cref="ArgumentNullException">The name or the field is null.</exception>
    public static BufferPool<T> Create<T>(
        int contract,
        string name,
        int minLength,
        int maxLength,
        int threadDepth,
        OversizePolicy oversize,
        ClearPolicy clear,
        ThreadStacks<T> threadStacks,
        long maxRetainedBytes = long.MaxValue)
    {
        if (name is null)
            throw new ArgumentNullException(nameof(name));

        if (threadStacks is null)
            throw new ArgumentNullException(nameof(threadStacks));

        if (contract != EmittedContract.Version)
        {
            throw new InvalidOperationException(
                $"{name} was generated for contract {contract} of PooledGen, and the PooledGen that is loaded "
                + $"({typeof(PoolFactory).Assembly.GetName().Version}) "
                + $"has contract {EmittedContract.Version}. Build the project that declares {name} with the package version that the program runs with.");
        }

        // The fast path relies on these: a deeper stack would have slots behind the end of its object.
        if (maxLength is < 1 or > ArrayLimits.MaxLength)
            throw OutOfRange(maxLength, ArrayLimits.MaxLength, name, nameof(maxLength));

        if (minLength is < 1 or > MaxMinLength)
            throw OutOfRange(minLength, MaxMinLength, name, nameof(minLength));

        if (threadDepth is < 1 or > Depths.MaxThreadDepth)
            throw OutOfRange(threadDepth, Depths.MaxThreadDepth, name, nameof(threadDepth));

        if (maxRetainedBytes < 0)
            throw new ArgumentOutOfRangeException(nameof(maxRetainedBytes), maxRetainedBytes, $"The {nameof(maxRetainedBytes)} of {name} is 0 or more.");

        return new(name, minLength, maxLength, threadDepth, oversize, clear, threadStacks, maxRetainedBytes);
    }

    private static ArgumentOutOfRangeException OutOfRange(int value, int greatest, string type, string parameter)
        => new(parameter, value, $"The {parameter} of {type} is 1 to {greatest}.");
}

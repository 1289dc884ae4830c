using System.ComponentModel;

namespace PooledGen.CompilerServices;

/// <summary>Refers to the calling thread's stacks of one annotated type. Generated code only.</summary>
/// <typeparam name="T">The element type.</typeparam>
/// <returns>The thread-static field, which is null until the thread rents for the first time.</returns>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate ref ThreadStack<T>[]? ThreadStacks<T>();

/// <summary>Creates the pools of annotated types. Generated code only.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static partial class PoolFactory
{
    private const int MaxMinLength = 1 << 30;

    /// <summary>
    /// Creates the pool of one annotated type. This signature never changes, so that code from another version's generator gets a clear exception.
    /// </summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="contract">The version of the contract that the calling code was emitted for.</param>
    /// <param name="name">The annotated type's name, for messages and statistics.</param>
    /// <param name="minLength">The smallest size class: 1 to 2^30, rounded up to a power of two or <paramref name="maxLength"/>.</param>
    /// <param name="maxLength">The longest pooled length.</param>
    /// <param name="threadDepth">The number of free buffers of a class that a thread keeps: 1 to 32.</param>
    /// <param name="oversize">The policy for longer requests.</param>
    /// <param name="clear">The policy for clearing elements.</param>
    /// <param name="threadStacks">The annotated type's thread-static field.</param>
    /// <param name="maxRetainedBytes">The most bytes that the pool may retain; left out if the declaration does not set it.</param>
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
        // One condition and no calls, because a first rental would compile each called method. The messages are below.
        if (name is null || threadStacks is null || contract != EmittedContract.Version
            || maxLength is < 1 or > ArrayLimits.MaxLength || minLength is < 1 or > MaxMinLength
            || threadDepth is < 1 or > Depths.MaxThreadDepth || maxRetainedBytes < 0)
        {
            throw Refusal(contract, name, minLength, maxLength, threadDepth, threadStacks, maxRetainedBytes)!;
        }

        return new(name, minLength, maxLength, threadDepth, oversize, clear, threadStacks, maxRetainedBytes);
    }

    /// <summary>Creates the pool of one annotated type that has more size classes than the powers of two.</summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="contract">The version of the contract that the calling code was emitted for.</param>
    /// <param name="name">The annotated type's name, for messages and statistics.</param>
    /// <param name="minLength">The smallest size class: 1 to 2^30, rounded up to a power of two or <paramref name="maxLength"/>.</param>
    /// <param name="maxLength">The longest pooled length.</param>
    /// <param name="classesPerDoubling">The number of classes from one power of two to the next: 1, 2 or 4.</param>
    /// <param name="threadDepth">The number of free buffers of a class that a thread keeps: 1 to 32.</param>
    /// <param name="oversize">The policy for longer requests.</param>
    /// <param name="clear">The policy for clearing elements.</param>
    /// <param name="threadStacks">The annotated type's thread-static field.</param>
    /// <param name="maxRetainedBytes">The most bytes that the pool may retain; left out if the declaration does not set it.</param>
    /// <returns>The pool.</returns>
    /// <exception cref="InvalidOperationException">The code was emitted for another contract than this runtime's.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A number is outside of its range.</exception>
    /// <exception cref="ArgumentNullException">The name or the field is null.</exception>
    public static BufferPool<T> CreateWithClasses<T>(
        int contract,
        string name,
        int minLength,
        int maxLength,
        int classesPerDoubling,
        int threadDepth,
        OversizePolicy oversize,
        ClearPolicy clear,
        ThreadStacks<T> threadStacks,
        long maxRetainedBytes = long.MaxValue)
    {
        if (Refusal(contract, name, minLength, maxLength, threadDepth, threadStacks, maxRetainedBytes) is { } refusal)
            throw refusal;

        CheckClasses(classesPerDoubling, name);
        return new(name, minLength, maxLength, threadDepth, oversize, clear, threadStacks, maxRetainedBytes, trimScheduler: null, classesPerDoubling);
    }

    private static void CheckClasses(int classesPerDoubling, string name)
    {
        if (classesPerDoubling is not (1 or 2 or 4))
        {
            throw new ArgumentOutOfRangeException(
                nameof(classesPerDoubling), classesPerDoubling, $"The {nameof(classesPerDoubling)} of {name} is 1, 2 or 4.");
        }
    }

    // Null if all arguments are valid.
    private static Exception? Refusal<T>(
        int contract, string? name, int minLength, int maxLength, int threadDepth, ThreadStacks<T>? threadStacks, long maxRetainedBytes)
    {
        if (name is null)
            return new ArgumentNullException(nameof(name));

        if (threadStacks is null)
            return new ArgumentNullException(nameof(threadStacks));

        if (contract != EmittedContract.Version)
        {
            return new InvalidOperationException(
                $"{name} was generated for contract {contract} of PooledGen, and the PooledGen that is loaded "
                + $"({typeof(PoolFactory).Assembly.GetName().Version}) "
                + $"has contract {EmittedContract.Version}. Build the project that declares {name} with the package version that the program runs with.");
        }

        // The fast path relies on these limits: a deeper stack would have slots behind the end of its object.
        if (maxLength is < 1 or > ArrayLimits.MaxLength)
            return OutOfRange(maxLength, ArrayLimits.MaxLength, name, nameof(maxLength));

        if (minLength is < 1 or > MaxMinLength)
            return OutOfRange(minLength, MaxMinLength, name, nameof(minLength));

        if (threadDepth is < 1 or > Depths.MaxThreadDepth)
            return OutOfRange(threadDepth, Depths.MaxThreadDepth, name, nameof(threadDepth));

        if (maxRetainedBytes < 0)
            return new ArgumentOutOfRangeException(nameof(maxRetainedBytes), maxRetainedBytes, $"The {nameof(maxRetainedBytes)} of {name} is 0 or more.");

        return null;
    }

    private static ArgumentOutOfRangeException OutOfRange(int value, int greatest, string type, string parameter)
        => new(parameter, value, $"The {parameter} of {type} is 1 to {greatest}.");
}

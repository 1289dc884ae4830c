using System.Runtime.CompilerServices;

namespace PooledGen.CompilerServices;

/// <summary>Pools whose buffers have stable addresses.</summary>
public static partial class PoolFactory
{
    /// <summary>Creates the pool of one annotated type whose elements do not lie in ordinary arrays.</summary>
    /// <typeparam name="T">The element type, which holds no references.</typeparam>
    /// <param name="contract">The version of the contract that the calling code was emitted for.</param>
    /// <param name="name">The annotated type's name, for messages and statistics.</param>
    /// <param name="minLength">The smallest size class: 1 to 2^30, rounded up to a power of two or <paramref name="maxLength"/>.</param>
    /// <param name="maxLength">The longest pooled length.</param>
    /// <param name="classesPerDoubling">The number of classes from one power of two to the next: 1, 2 or 4.</param>
    /// <param name="storage">Where the elements lie: pinned or native.</param>
    /// <param name="alignment">The alignment of the first element in bytes: a power of two from 16 to 4096; 0 for none.</param>
    /// <param name="threadDepth">The number of free buffers of a class that a thread keeps: 1 to 32. Threads keep no native buffers.</param>
    /// <param name="oversize">The policy for longer requests.</param>
    /// <param name="clear">The policy for clearing elements.</param>
    /// <param name="threadStacks">The annotated type's thread-static field.</param>
    /// <param name="maxRetainedBytes">The most bytes that the pool may retain; left out if the declaration does not set it.</param>
    /// <param name="memoryPressure">Whether the pool calls <see cref="GC.AddMemoryPressure"/>; left out if the declaration does not set it.</param>
    /// <returns>The pool.</returns>
    /// <exception cref="InvalidOperationException">The code was emitted for another contract than this runtime's.</exception>
    /// <exception cref="NotSupportedException">The elements hold references, or a native buffer of the longest length has more than 2 GB.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A number is outside of its range.</exception>
    /// <exception cref="ArgumentNullException">The name or the field is null.</exception>
    public static BufferPool<T> CreateWithStorage<T>(
        int contract,
        string name,
        int minLength,
        int maxLength,
        int classesPerDoubling,
        BufferStorage storage,
        int alignment,
        int threadDepth,
        OversizePolicy oversize,
        ClearPolicy clear,
        ThreadStacks<T> threadStacks,
        long maxRetainedBytes = long.MaxValue,
        bool memoryPressure = false)
    {
        if (Refusal(contract, name, minLength, maxLength, threadDepth, threadStacks, maxRetainedBytes) is { } refusal)
            throw refusal;

        CheckClasses(classesPerDoubling, name);
        CheckPlacement<T>(name, maxLength, storage, alignment);
        StableStorage<T> stable = storage == BufferStorage.Native
            ? new NativeBlocks<T>(
                alignment, new SizeClasses(minLength, maxLength, classesPerDoubling).Count, memoryPressure ? new MemoryPressure() : null)
            : new PinnedArrays<T>(alignment);
        return new(name, minLength, maxLength, threadDepth, oversize, clear, threadStacks, maxRetainedBytes, trimScheduler: null, classesPerDoubling, stable);
    }

    private static void CheckPlacement<T>(string name, int maxLength, BufferStorage storage, int alignment)
    {
        if (storage is not (BufferStorage.Pinned or BufferStorage.Native))
        {
            throw new ArgumentOutOfRangeException(
                nameof(storage), storage, $"The {nameof(storage)} of {name} is {nameof(BufferStorage.Pinned)} or {nameof(BufferStorage.Native)}.");
        }

        if (!PlacementLimits.IsAlignment(alignment))
        {
            throw new ArgumentOutOfRangeException(
                nameof(alignment),
                alignment,
                $"The {nameof(alignment)} of {name} is a power of two from {PlacementLimits.MinAlignment} to {PlacementLimits.MaxAlignment}, or 0 for none.");
        }

        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
        {
            throw new NotSupportedException(
                $"The pool of {name} cannot be created: {typeof(T)} holds references, and the garbage collector does not look for references in "
                + $"{storage} buffers. Keep such elements in a type with [PooledBuffer] and without Storage.");
        }

        long bytes = (long)maxLength * Unsafe.SizeOf<T>();
        if (storage == BufferStorage.Native && bytes > PlacementLimits.MaxNativeBytes)
        {
            throw new NotSupportedException(
                $"A buffer of {name} has up to {maxLength} elements of {Unsafe.SizeOf<T>()} bytes; a native buffer has at most "
                + $"{PlacementLimits.MaxNativeBytes} bytes.");
        }
    }
}

using System.ComponentModel;

namespace PooledGen.CompilerServices;

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
    /// <returns>The pool.</returns>
    public static BufferPool<T> Create<T>(string name, int minLength, int maxLength, int threadDepth, OversizePolicy oversize)
        => new(name, minLength, maxLength, threadDepth, oversize);
}

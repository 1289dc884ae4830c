using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;

namespace PooledGen.CompilerServices;

/// <summary>The exceptions of emitted writers, of the types that the framework's own writers throw. Generated code only.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class WriterErrors
{
    /// <summary>Throws because a number of elements is negative.</summary>
    /// <param name="value">The number.</param>
    /// <param name="name">The parameter.</param>
    /// <exception cref="ArgumentOutOfRangeException">Always: the kind of ArgumentException that says which number it was.</exception>
    [DoesNotReturn]
    public static void ThrowNegative(int value, string name) => throw new ArgumentOutOfRangeException(name, value, "It must be 0 or more.");

    /// <summary>Throws because more was written than there was room for.</summary>
    /// <param name="count">How much was said to be written.</param>
    /// <param name="free">How much fits.</param>
    /// <exception cref="InvalidOperationException">Always: as ArrayBufferWriter does.</exception>
    [DoesNotReturn]
    public static void ThrowAdvancedTooFar(int count, int free)
        => throw new InvalidOperationException($"Cannot advance by {count} elements: {free} fit. Advance by what was written into the span of GetSpan.");

    /// <summary>Throws because an index is outside what is written.</summary>
    /// <param name="index">The index.</param>
    /// <param name="length">How much is written.</param>
    /// <exception cref="ArgumentOutOfRangeException">Always.</exception>
    [DoesNotReturn]
    public static void ThrowIndex(int index, int length)
        => throw new ArgumentOutOfRangeException(nameof(index), index, $"It must be 0 to {length}, the length of what is written.");

    [DoesNotReturn]
    internal static void ThrowChanged()
        => throw new InvalidOperationException("The writer was changed from inside the interpolated string that is being appended to it.");
}

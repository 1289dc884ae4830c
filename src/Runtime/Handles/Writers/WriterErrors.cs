using System.Diagnostics.CodeAnalysis;

namespace PooledGen;

/// <summary>The exceptions of writers. They have the types that the framework's own writers throw.</summary>
internal static class WriterErrors
{
    /// <summary>Throws because a number of elements is negative.</summary>
    /// <param name="subject">The thing that the user called, as the message names it.</param>
    /// <param name="value">The number.</param>
    /// <param name="name">The parameter.</param>
    /// <exception cref="ArgumentOutOfRangeException">Always: it is the kind of ArgumentException that reports the number.</exception>
    [DoesNotReturn]
    public static void ThrowNegative(string subject, int value, string name)
        => throw new ArgumentOutOfRangeException(name, value, $"The {name} for this {subject} must be 0 or more.");

    /// <summary>Throws because the caller advances by more than the free room.</summary>
    /// <param name="subject">The thing that the user called, as the message names it.</param>
    /// <param name="count">The caller's count.</param>
    /// <param name="free">The number of elements that fit.</param>
    /// <exception cref="InvalidOperationException">Always: as ArrayBufferWriter does.</exception>
    [DoesNotReturn]
    public static void ThrowAdvancedTooFar(string subject, int count, int free)
        => throw new InvalidOperationException(
            $"Cannot advance this {subject} by {count} elements: {free} fit. Advance by what was written into the memory that was handed out.");

    /// <summary>Throws because a position is outside the written elements.</summary>
    /// <param name="subject">The thing that the user called, as the message names it.</param>
    /// <param name="value">The position.</param>
    /// <param name="length">The number of written elements.</param>
    /// <param name="name">The parameter.</param>
    /// <exception cref="ArgumentOutOfRangeException">Always.</exception>
    [DoesNotReturn]
    public static void ThrowOutside(string subject, int value, int length, string name)
        => throw new ArgumentOutOfRangeException(name, value, $"The {name} for this {subject} must be 0 to {length}, the length of what is written.");

    [DoesNotReturn]
    public static void ThrowChanged()
        => throw new InvalidOperationException("The writer was changed from inside the interpolated string that is being appended to it.");

    /// <summary>Creates the exception for a writer that was made by default, and so has no pool to rent from.</summary>
    public static InvalidOperationException NoPool()
        => new("This writer was made by default, so it has no pool to rent from. Create it with CreateWriter() of an annotated type.");
}

/// <summary>The argument checks of <see cref="PooledBufferWriter{T}"/> and the stream. The messages are those of <see cref="PooledWriter{T}"/>.</summary>
internal static class WriterContract
{
    public static void CheckSizeHint(BufferPool pool, string type, int sizeHint)
    {
        if (sizeHint < 0)
            WriterErrors.ThrowNegative($"{type} of {pool.Name}", sizeHint, nameof(sizeHint));
    }

    public static void CheckAdvance(BufferPool pool, string type, int count, int available)
    {
        if (count < 0)
            WriterErrors.ThrowNegative($"{type} of {pool.Name}", count, nameof(count));

        if (count > available)
            WriterErrors.ThrowAdvancedTooFar($"{type} of {pool.Name}", count, available);
    }
}

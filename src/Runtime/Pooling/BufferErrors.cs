using System.ComponentModel;

namespace PooledGen.CompilerServices;

/// <summary>The exceptions of renters and owners for arguments that do not fit, with the type and the numbers. Generated code only.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class BufferErrors
{
    /// <summary>A slice starts outside the buffer.</summary>
    /// <param name="type">The type that was sliced.</param>
    /// <param name="start">The requested start.</param>
    /// <param name="total">How many elements there are.</param>
    /// <returns>The exception.</returns>
    public static ArgumentOutOfRangeException Outside(string type, int start, int total)
        => new(nameof(start), start, $"Cannot slice this {type} from {start}: it has {total} elements.");

    /// <summary>A slice is not inside the buffer.</summary>
    /// <param name="type">The type that was sliced.</param>
    /// <param name="start">The requested start.</param>
    /// <param name="length">The requested length.</param>
    /// <param name="total">How many elements there are.</param>
    /// <returns>The exception.</returns>
    public static ArgumentOutOfRangeException Outside(string type, int start, int length, int total)
    {
        string message = $"Cannot slice {length} elements from {start} out of this {type}: it has {total} elements.";
        return (uint)start > (uint)total ? new(nameof(start), start, message) : new(nameof(length), length, message);
    }

    /// <summary>A part of an array is not inside of it.</summary>
    /// <param name="type">The annotated type.</param>
    /// <param name="capacity">How many elements the array has.</param>
    /// <param name="start">The requested start.</param>
    /// <param name="length">The requested length.</param>
    internal static InvalidOperationException OutsideArray(string type, int capacity, int start, int length) => new(
        $"Elements {start} to {(long)start + length} were asked for in an array of {capacity} elements of {type}. "
        + "An owner was copied while another thread assigned it: synchronise the field, or give each thread a copy of its own.");

    /// <summary>The source of a copy is longer than the buffer.</summary>
    /// <param name="type">The type of the buffer.</param>
    /// <param name="source">How many are to be copied.</param>
    /// <param name="total">How many there are.</param>
    /// <returns>The exception.</returns>
    public static ArgumentException SourceTooLong(string type, int source, int total)
        => new($"Cannot copy {source} elements into this {type}: it has {total}. Nothing was copied.", nameof(source));

    /// <summary>The destination of a copy is too short.</summary>
    /// <param name="type">The type of the buffer.</param>
    /// <param name="destination">How many elements fit.</param>
    /// <param name="total">How many there are.</param>
    /// <returns>The exception.</returns>
    public static ArgumentException DestinationTooShort(string type, int destination, int total)
        => new($"Cannot copy the {total} elements of this {type}: the destination has room for {destination}. Nothing was copied.", nameof(destination));
}

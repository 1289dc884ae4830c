using System.Diagnostics.CodeAnalysis;

namespace PooledGen.CompilerServices;

/// <summary>The exceptions of renters and owners for invalid arguments. Each names the type and the numbers.</summary>
/// <remarks>
/// The members of renters pass the node and numbers. Not a text: loading it is a call, for which the JIT would save registers at the start of the member, even
/// if nothing is thrown. And not the pool: NativeAOT would check before the comparison whether the pool's static field is initialised.
/// </remarks>
internal static class BufferErrors
{
    /// <summary>Throws because a slice starts outside the buffer.</summary>
    /// <param name="node">The renter's node; null if the elements lie in the caller's memory.</param>
    /// <param name="start">The requested start.</param>
    /// <param name="total">The number of elements in the buffer.</param>
    /// <exception cref="ArgumentOutOfRangeException">Always.</exception>
    [DoesNotReturn]
    public static void ThrowOutside(PooledNode? node, int start, int total) => throw Outside(Subject(node), start, total);

    /// <summary>Throws because a slice is not inside the buffer.</summary>
    /// <param name="node">The renter's node; null if the elements lie in the caller's memory.</param>
    /// <param name="start">The requested start.</param>
    /// <param name="length">The requested length.</param>
    /// <param name="total">The number of elements in the buffer.</param>
    /// <exception cref="ArgumentOutOfRangeException">Always.</exception>
    [DoesNotReturn]
    public static void ThrowOutside(PooledNode? node, int start, int length, int total) => throw Outside(Subject(node), start, length, total);

    /// <summary>Throws because the destination of a copy is too short.</summary>
    /// <param name="node">The renter's node; null if the elements lie in the caller's memory.</param>
    /// <param name="destination">The number of elements that fit.</param>
    /// <param name="total">The number of elements in the buffer.</param>
    /// <exception cref="ArgumentException">Always.</exception>
    [DoesNotReturn]
    public static void ThrowDestinationTooShort(PooledNode? node, int destination, int total)
        => throw DestinationTooShort(Subject(node), destination, total);

    private static string Subject(PooledNode? node) => node is null ? "buffer in caller-supplied memory" : node.Pool.Name;

    /// <summary>Throws because there is no rented array.</summary>
    /// <param name="subject">The thing that the user asked for an array, as the message names it.</param>
    /// <param name="length">The number of its elements.</param>
    /// <exception cref="InvalidOperationException">Always.</exception>
    [DoesNotReturn]
    public static void ThrowNoArray(string subject, int length) => throw new InvalidOperationException(
        $"This {subject} has no rented array: its {length} elements lie in the caller's memory, or it was made by default. "
        + "More elements would have one. Use its span, or rent without memory of your own.");

    /// <summary>Throws if a timer of the framework does not take a time.</summary>
    public static void ThrowIfNoTimeout(string poolName, TimeSpan timeout)
    {
        const long Max = uint.MaxValue - 1;
        if (timeout != Timeout.InfiniteTimeSpan && timeout.TotalMilliseconds is < 0 or > Max)
        {
            throw new ArgumentOutOfRangeException(
                nameof(timeout), timeout, $"A wait for a buffer of {poolName} takes 0 to {Max} milliseconds, or Timeout.InfiniteTimeSpan.");
        }
    }

    /// <summary>The exception for a share of a buffer that has the largest number of holders.</summary>
    public static InvalidOperationException TooManyShares(string poolName, long holders) => new(
        $"This owner of {poolName} cannot be shared: its buffer has {holders} shares that were not disposed of. "
        + "Dispose of each share when its holder is done.");

    /// <summary>Throws because the rented buffer is not an array.</summary>
    /// <param name="name">The annotated type's name.</param>
    /// <exception cref="InvalidOperationException">Always.</exception>
    [DoesNotReturn]
    public static void ThrowNoArrayInBlock(string name) => throw NoArrayInBlock(name);

    /// <summary>Throws because the address of the elements may change.</summary>
    /// <param name="subject">The thing that the user asked for an address, as the message names it.</param>
    /// <exception cref="InvalidOperationException">Always.</exception>
    [DoesNotReturn]
    public static void ThrowNoAddress(string subject) => throw new InvalidOperationException(
        $"This {subject} has no stable address: it lies in the caller's memory, or its pool's storage is {nameof(BufferStorage.Array)}. "
        + "A length that does not fit there would have one: rent without memory of your own.");

    public static InvalidOperationException OtherStacks(string name, string other) => new(
        $"The thread-static field of {name} has the stacks of {other}. Each pool needs a field of its own, which only the generated code of its type uses.");

    public static InvalidOperationException NoArrayInBlock(string name) => new(
        $"{name} gives no array: its buffers are aligned or native, so they do not begin at the first element of one. Use the span or the memory.");

    public static ArgumentOutOfRangeException Outside(string subject, int start, int total)
        => new(nameof(start), start, $"Cannot slice this {subject} from {start}: it has {total} elements.");

    public static ArgumentOutOfRangeException Outside(string subject, int start, int length, int total)
    {
        string message = $"Cannot slice {length} elements from {start} out of this {subject}: it has {total} elements.";
        return (uint)start > (uint)total ? new(nameof(start), start, message) : new(nameof(length), length, message);
    }

    public static ArgumentOutOfRangeException NegativeLength(string subject, int length)
        => new(nameof(length), length, $"Cannot resize this {subject} to {length} elements; a length is 0 or more. The owner remains valid.");

    /// <summary>Creates the exception for an owner that was made by default, and so has no pool to rent from.</summary>
    public static InvalidOperationException NoPool()
        => new("Cannot resize this owner: it was made by default, so it has no pool to rent from. Begin with RentOwner(0) of an annotated type.");

    public static ArgumentException DestinationTooShort(string subject, int destination, long total)
        => new($"Cannot copy the {total} elements of this {subject}: the destination has room for {destination}. Nothing was copied.", nameof(destination));

    /// <summary>Creates the exception for a part that is not inside its array.</summary>
    /// <param name="type">The annotated type.</param>
    /// <param name="capacity">The number of elements in the array.</param>
    /// <param name="start">The requested start.</param>
    /// <param name="length">The requested length.</param>
    public static InvalidOperationException OutsideArray(string type, int capacity, int start, int length) => new(
        $"Elements {start} to {(long)start + length} were requested from an array of {capacity} elements of {type}. "
        + "An owner was copied while another thread assigned it: synchronise the field, or give each thread a copy of its own.");
}

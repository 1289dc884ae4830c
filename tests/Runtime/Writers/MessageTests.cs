namespace PooledGen.Runtime.Tests.Writers;

/// <summary>An exception says what was called, of which type it is and with which numbers.</summary>
public partial class MessageTests
{
    private const string Name = "PooledGen.Runtime.Tests.Writers.MessageTests.Bytes";

    [PooledBuffer<byte>(MaxLength = 1024)]
    private partial struct Bytes;

    public static TheoryData<Action, string> Mistakes => new()
    {
        { static () => Writer().Advance(17), $"Cannot advance this writer of {Name} by 17 elements: 16 fit." },
        { static () => Writer().Append(1, -2), $"The count for this writer of {Name} must be 0 or more." },
        { static () => Writer().GetSpan(-2), $"The sizeHint for this writer of {Name} must be 0 or more." },
        { static () => Writer().Truncate(3), $"The length for this writer of {Name} must be 0 to 0, the length of what is written." },
        { static () => Writer().Insert(-1, 0), $"The index for this writer of {Name} must be 0 to 0, the length of what is written." },
        { static () => default(PooledWriter<byte>).Advance(1), "Cannot advance this writer without a pool by 1 elements: 0 fit." },
        { static () => Collector().Advance(100_000), $"Cannot advance this PooledBufferWriter of {Name} by 100000 elements: 256 fit." },
        { static () => Collector().GetSpan(-1), $"The sizeHint for this PooledBufferWriter of {Name} must be 0 or more." },
        { static () => new PooledBufferWriter<byte>(Bytes.Pool, -1), $"The capacity of a PooledBufferWriter of {Name} must be 0 or more." },
        { static () => Collector().Advance(-1), $"The count for this PooledBufferWriter of {Name} must be 0 or more." },
        { static () => new PooledStream(Bytes.Pool, 1025), $"The length of a segment of {Name} is 1 to 1024," },
        { static () => Stream().Position = -1, $"A position in this PooledStream of {Name} must be 0 or more." },
        { static () => Stream().SetLength(-1), $"The length of this PooledStream of {Name} must be 0 to 1099511627776." },
        { static () => Stream().Seek(-1, SeekOrigin.Begin), $"Cannot seek to -1 in this PooledStream of {Name}: that is before its start." },
        { static () => Stream().Seek(0, (SeekOrigin)9), $"There is no seek origin 9 in this PooledStream of {Name}." },
        { static () => StreamAtItsEnd().WriteByte(1), $"Cannot write 1 bytes at position 1099511627776 of this PooledStream of {Name}:" },
        { static () => Stream().Advance(5), $"Cannot advance this PooledStream of {Name} by 5 bytes: no room was asked for." },
    };

    [Theory]
    [MemberData(nameof(Mistakes))]
    public void Mistake_NamesTheTypeAndTheNumbers(Action mistake, string message)
        => Assert.StartsWith(message, Assert.ThrowsAny<Exception>(mistake).Message, StringComparison.Ordinal);

    // None of them is disposed: a rental that a test forgets is no harm.
    private static PooledWriter<byte> Writer(in RentalScope scope = default) => new(Bytes.Pool, capacity: 16, in scope);

    private static PooledBufferWriter<byte> Collector() => new(Bytes.Pool);

    private static PooledStream Stream() => new(Bytes.Pool);

    private static PooledStream StreamAtItsEnd() => new(Bytes.Pool) { Position = 1L << 40 };
}

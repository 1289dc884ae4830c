namespace PooledGen.Runtime.Tests.Rentals;

/// <summary>What exceptions say: what happened, to which type, with which numbers, and what to do.</summary>
public partial class MessageTests
{
    private const string Name = "PooledGen.Runtime.Tests.Rentals.MessageTests.Packet";

    [PooledBuffer<byte>(MaxLength = 64)]
    private partial struct Packet;

    [PooledBuffer<byte>(MaxLength = 64, Oversize = OversizePolicy.Throw)]
    private partial struct Strict;

    public static TheoryData<string, Action> Disposed => new()
    {
        { $"This {Name} was disposed: ", static () => { var buffer = Packet.Rent(10); buffer.Dispose(); _ = buffer.Span; } },
        { $"This {Name} was detached: ", static () => { var buffer = Packet.Rent(10); using PooledOwner<byte> owner = buffer.Detach(); _ = buffer.Span; } },
        { $"This {Name} was detached: ", static () => { var buffer = Packet.Rent(10); buffer.Detach().Dispose(); _ = buffer[0]; } },
        { $"This {Name} was disposed: ", static () => { var buffer = Packet.Rent(10); buffer.Dispose(); buffer.Detach(); } },
        { $"This owner of {Name} was disposed: ", static () => { PooledOwner<byte> owner = Packet.RentOwner(10); owner.Dispose(); _ = owner.Span; } },
        { $"This owner of {Name} was disposed: ", static () => { PooledOwner<byte> owner = Packet.RentOwner(10); owner.Dispose(); _ = owner.Memory; } },
        {
            $"This owner of {Name} was sliced or resized: ",
            static () =>
            {
                PooledOwner<byte> owner = Packet.RentOwner(10);
                using PooledOwner<byte> part = owner.DetachSlice(2, 3);
                _ = owner.Span;
            }
        },
        {
            $"The array of this writer of {Name} was returned through a copy",
            static () =>
            {
                var writer = Packet.CreateWriter(10);
                var copy = writer;
                writer.Dispose();
                _ = copy.WrittenSpan;
            }
        },
        {
            $"The array of this writer of {Name} was detached through a copy",
            static () =>
            {
                var writer = Packet.CreateWriter(10);
                writer.Append((byte)1);
                var copy = writer;
                using PooledOwner<byte> owner = writer.Detach();
                _ = copy.WrittenSpan;
            }
        },
        {
            $"This IMemoryOwner of the memory pool of {Name} was disposed: ",
            static () =>
            {
                System.Buffers.IMemoryOwner<byte> owner = Packet.Pool.AsMemoryPool().Rent(10);
                owner.Dispose();
                _ = owner.Memory;
            }
        },
        {
            $"This PooledBufferWriter of {Name} was disposed: ",
            static () =>
            {
                PooledBufferWriter<byte> writer = Packet.Pool.CreateBufferWriter();
                writer.Dispose();
                writer.GetSpan();
            }
        },
        {
            $"This PooledStream of {Name} was disposed: ",
            static () =>
            {
                PooledStream stream = Packet.Pool.CreateStream();
                stream.Dispose();
                _ = stream.Length;
            }
        },
    };

    public static TheoryData<string, string, Action> Arguments => new()
    {
        { $"The pool of {Name} was asked for -5 elements; a length is 0 or more.", "length", static () => Packet.Rent(-5).Dispose() },
        { $"The pool of {Name} was asked for -5 elements; a length is 0 or more.", "length", static () => Packet.RentOwner(-5).Dispose() },
        { "Strict was asked for 65 elements; its MaxLength is 64, and its Oversize policy is Throw.", "length", static () => Strict.Rent(65).Dispose() },
        {
            "Strict was asked for 65 elements; its MaxLength is 64, and its Oversize policy is Throw.", "length",
            static () => Strict.RentOwner(65).Dispose()
        },
        {
            "Strict was asked for 66 elements; its MaxLength is 64, and its Oversize policy is Throw.", "length",
            static () => Strict.CreateWriter(66).Dispose()
        },
        {
            "Strict.Detach was asked for 65 elements; its MaxLength is 64, and its Oversize policy is Throw.", "length",
            static () =>
            {
                using var buffer = Strict.Rent(65, new byte[65]);
                buffer.Detach().Dispose();
            }
        },
        { $"Cannot slice this {Name} from 11: it has 10 elements.", "start", static () => OnBuffer(static buffer => buffer.Slice(11)) },
        { $"Cannot slice this {Name} from -1: it has 10 elements.", "start", static () => OnBuffer(static buffer => buffer.Slice(-1)) },
        { $"Cannot slice 3 elements from 8 out of this {Name}: it has 10 elements.", "length", static () => OnBuffer(static buffer => buffer.Slice(8, 3)) },
        { $"Cannot slice -1 elements from 8 out of this {Name}: it has 10 elements.", "length", static () => OnBuffer(static buffer => buffer.Slice(8, -1)) },
        { $"Cannot slice 0 elements from 11 out of this {Name}: it has 10 elements.", "start", static () => OnBuffer(static buffer => _ = buffer[11..11]) },
        {
            $"Cannot slice 2147483647 elements from 2147483647 out of this {Name}: it has 10 elements.", "start",
            static () => OnBuffer(static buffer => buffer.Slice(int.MaxValue, int.MaxValue))
        },
        {
            $"Cannot copy the 10 elements of this {Name}: the destination has room for 9. Nothing was copied.", "destination",
            static () => OnBuffer(static buffer => buffer.CopyTo(new byte[9]))
        },
        {
            "Cannot slice this buffer in caller-supplied memory from 11: it has 10 elements.", "start",
            static () => Packet.Rent(10, stackalloc byte[10]).Slice(11)
        },
        {
            "Cannot slice 3 elements from 8 out of this buffer in caller-supplied memory: it has 10 elements.", "length",
            static () => Packet.Rent(10, stackalloc byte[10]).Slice(8, 3)
        },
        {
            "Cannot copy the 10 elements of this buffer in caller-supplied memory: the destination has room for 9. Nothing was copied.", "destination",
            static () => Packet.Rent(10, stackalloc byte[10]).CopyTo(new byte[9])
        },
        {
            $"Cannot slice 3 elements from 8 out of this owner of {Name}: it has 10 elements.", "length",
            static () => OnOwner(static owner => owner.DetachSlice(8, 3))
        },
        { $"Cannot slice 1 elements from 0 out of this empty owner: it has 0 elements.", "length", static () => default(PooledOwner<byte>).DetachSlice(0, 1) },
    };

    [Theory]
    [MemberData(nameof(Disposed))]
    public void Use_OfWhatIsOver_SpeaksOfTheThingAndOfWhatHappened(string start, Action use)
    {
        var error = Assert.Throws<ObjectDisposedException>(use);

        Assert.StartsWith(start, error.Message, StringComparison.Ordinal);
        Assert.Equal(Name, error.ObjectName);
    }

    [Theory]
    [MemberData(nameof(Arguments))]
    public void Use_WithAnArgumentThatDoesNotFit_NamesTypeAndNumbers(string sentence, string parameter, Action use)
    {
        ArgumentException error = Assert.ThrowsAny<ArgumentException>(use);

        Assert.Contains(sentence, error.Message, StringComparison.Ordinal);
        Assert.Equal(parameter, error.ParamName);
        Assert.Equal(0, Packet.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Rent_OfMoreThanAnArrayMayHave_NamesTheLimits()
    {
        var error = Assert.Throws<OutOfMemoryException>(static () => Packet.Rent(int.MaxValue).Dispose());

        Assert.Equal(
            $"The pool of {Name} was asked for 2147483647 elements; an array has at most 2147483591, and the pool keeps arrays of up to 64, its MaxLength.",
            error.Message);
    }

    private delegate void Use(Packet buffer);

    private static void OnBuffer(Use use)
    {
        using var buffer = Packet.Rent(10);
        use(buffer);
    }

    private static void OnOwner(Action<PooledOwner<byte>> use)
    {
        using PooledOwner<byte> owner = Packet.RentOwner(10);
        use(owner);
    }
}

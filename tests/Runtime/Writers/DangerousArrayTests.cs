namespace PooledGen.Runtime.Tests.Writers;

/// <summary>The array behind a writer.</summary>
public partial class DangerousArrayTests
{
    [PooledBuffer<int>(MaxLength = 1024)]
    private partial struct Numbers;

    [PooledBuffer<char>(MaxLength = 1024)]
    private partial struct Texts;

    [PooledBuffer<byte>(MaxLength = 1024)]
    private partial struct Bytes;

    [Fact]
    public void Array_OfAWriterThatHasRented_IsWhatIsWritten()
    {
        using var numbers = Numbers.CreateWriter(stackalloc int[1]);
        numbers.Append([1, 2, 3]);
        using var text = Texts.CreateWriter();
        text.Append("abc");
        using var bytes = Bytes.CreateWriter(10);
        bytes.Append("abc"u8);

        Assert.Equal([1, 2, 3], numbers.DangerousGetArray().ToArray());
        Assert.Equal(['a', 'b', 'c'], text.DangerousGetArray().ToArray());
        Assert.Equal([(byte)'a', (byte)'b', (byte)'c'], bytes.DangerousGetArray().ToArray());
        Assert.True(numbers.DangerousGetArray().AsSpan() == numbers.WrittenSpan);
    }

    [Fact]
    public void Array_OfAWriterWithoutMemory_IsEmpty()
    {
        using var writer = Numbers.CreateWriter();

        Assert.Equal(0, writer.DangerousGetArray().Count);
        Assert.NotNull(writer.DangerousGetArray().Array);
        Assert.Equal(0, default(PooledWriter<int>).DangerousGetArray().Count);
    }

    [Fact]
    public void Array_OfTheCallersOwnMemory_Throws()
    {
        InvalidOperationException error = Assert.Throws<InvalidOperationException>(static () =>
        {
            using var writer = Numbers.CreateWriter(stackalloc int[4]);
            writer.Append(1);
            writer.DangerousGetArray();
        });

        Assert.StartsWith($"This writer of {Numbers.Pool.Name} has no rented array", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Array_OfACopyWhoseArrayWasReturned_Throws()
        => Assert.Throws<ObjectDisposedException>(static () =>
        {
            using var writer = Numbers.CreateWriter(4);
            PooledWriter<int> copy = writer;
            writer.Dispose();
            copy.DangerousGetArray();
        });

    [Fact]
    public void Detach_OfAnEmptyWriter_GivesAnOwnerThatCanGrow()
    {
        using var writer = Numbers.CreateWriter();

        using PooledOwner<int> owner = writer.Detach().Resize(10);

        Assert.Equal(10, owner.Length);
        Assert.Throws<InvalidOperationException>(static () => default(PooledWriter<int>).Detach().Resize(10));
    }
}

using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Storage;

/// <summary>What the emitted code of a renter with another storage calls first. It is public, so anybody may call it, with any arguments.</summary>
public class StorageFactoryTests
{
    [Theory]
    [InlineData(-1)]
    [InlineData(3)]
    [InlineData(7)]
    public void Create_WithAStorageThatIsNone_Throws(int storage)
        => AssertOutOfRange("storage", "a value of BufferStorage: Array, Pinned or Native", Options with { Storage = (BufferStorage)storage });

    [Theory]
    [InlineData(-1)]
    [InlineData(8)]
    [InlineData(24)]
    [InlineData(8192)]
    public void Create_WithAnAlignmentThatIsNone_Throws(int alignment)
        => AssertOutOfRange("alignment", "a power of two from 16 to 4096, or 0 for none", Options with { Alignment = alignment });

    [Theory]
    [InlineData(BufferStorage.Pinned)]
    [InlineData(BufferStorage.Native)]
    public void Create_OfElementsThatHoldReferences_SaysWhatTheCollectorDoesNotSee(BufferStorage storage)
    {
        string message = Assert.Throws<NotSupportedException>(() => Create<(int, string)>(Options with { Storage = storage })).Message;

        Assert.Contains("Net.Packet", message, StringComparison.Ordinal);
        Assert.Contains("System.ValueTuple`2[System.Int32,System.String] holds references", message, StringComparison.Ordinal);
        Assert.Contains("without Storage", message, StringComparison.Ordinal);
    }

    // Nothing is allocated before the first rental.
    [Theory]
    [InlineData(BufferStorage.Native, 1 << 28, true)]
    [InlineData(BufferStorage.Native, (1 << 28) + 1, false)]
    [InlineData(BufferStorage.Pinned, (1 << 28) + 1, true)]
    public void Create_OfANativeBuffer_TakesTwoGigabytesAtMost(BufferStorage storage, int maxLength, bool isCreated)
    {
        if (isCreated)
        {
            Assert.Equal(maxLength, Create<long>(Options with { Storage = storage, MaxLength = maxLength }).MaxLength);
            return;
        }

        string message = Assert.Throws<NotSupportedException>(() => Create<long>(Options with { Storage = storage, MaxLength = maxLength })).Message;
        Assert.Contains($"Net.Packet has up to {maxLength} elements of 8 bytes", message, StringComparison.Ordinal);
    }

    private static PoolOptions Options => new()
    {
        Name = "Net.Packet",
        ThreadStacks = static () => ref t_stacks,
        MaxLength = 1024,
        MaxRetainedBytes = long.MaxValue,
        Storage = BufferStorage.Native,
    };

    [ThreadStatic]
    private static ThreadStack[]? t_stacks;

    private static void AssertOutOfRange(string parameter, string range, PoolOptions options)
    {
        string message = Assert.Throws<ArgumentOutOfRangeException>(parameter, () => Create<byte>(options)).Message;
        Assert.Contains("Net.Packet", message, StringComparison.Ordinal);
        Assert.Contains($"it must be {range}", message, StringComparison.Ordinal);
    }

    private static BufferPool<T> Create<T>(PoolOptions options) => PoolFactory.Create<T>(EmittedContract.Version, options);
}

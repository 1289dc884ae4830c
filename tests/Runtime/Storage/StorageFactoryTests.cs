using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Storage;

/// <summary>What the emitted code of a renter with another storage calls first. It is public, so anybody may call it, with any arguments.</summary>
public class StorageFactoryTests
{
    [Theory]
    [InlineData(BufferStorage.Array)]
    [InlineData((BufferStorage)7)]
    public void Create_WithAStorageThatHasNoAddress_Throws(BufferStorage storage)
        => AssertOutOfRange("storage", "is Pinned or Native", () => Create<byte>(storage: storage));

    [Theory]
    [InlineData(-1)]
    [InlineData(8)]
    [InlineData(24)]
    [InlineData(8192)]
    public void Create_WithAnAlignmentThatIsNone_Throws(int alignment)
        => AssertOutOfRange("alignment", "is a power of two from 16 to 4096, or 0", () => Create<byte>(alignment: alignment));

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    public void Create_WithClassesThatAreNone_Throws(int classesPerDoubling)
        => AssertOutOfRange("classesPerDoubling", "is 1, 2 or 4", () => Create<byte>(classesPerDoubling: classesPerDoubling));

    [Fact]
    public void Create_ForAnotherContract_Throws()
        => Assert.Contains("contract 1", Assert.Throws<InvalidOperationException>(() => Create<byte>(contract: 1)).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData(BufferStorage.Pinned)]
    [InlineData(BufferStorage.Native)]
    public void Create_OfElementsThatHoldReferences_SaysWhatTheCollectorDoesNotSee(BufferStorage storage)
    {
        string message = Assert.Throws<NotSupportedException>(() => Create<(int, string)>(storage: storage)).Message;

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
            Assert.Equal(maxLength, Create<long>(storage: storage, maxLength: maxLength).MaxLength);
            return;
        }

        string message = Assert.Throws<NotSupportedException>(() => Create<long>(storage: storage, maxLength: maxLength)).Message;
        Assert.Contains($"Net.Packet has up to {maxLength} elements of 8 bytes", message, StringComparison.Ordinal);
    }

    private static void AssertOutOfRange(string parameter, string range, Action create)
    {
        string message = Assert.Throws<ArgumentOutOfRangeException>(parameter, create).Message;
        Assert.Contains("Net.Packet", message, StringComparison.Ordinal);
        Assert.Contains(range, message, StringComparison.Ordinal);
    }

    private static BufferPool<T> Create<T>(
        int contract = 2, int maxLength = 1024, int classesPerDoubling = 1, BufferStorage storage = BufferStorage.Native, int alignment = 0)
    {
        ThreadStack[]?[] stacks = [null];
        return PoolFactory.CreateWithStorage<T>(
            contract, "Net.Packet", minLength: 16, maxLength, classesPerDoubling, storage, alignment, threadDepth: 8, OversizePolicy.Allocate, ClearPolicy.Auto,
            () => ref stacks[0]);
    }
}

using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>What emitted code calls first. It is public, so anybody may call it, with any arguments.</summary>
public class PoolFactoryTests
{
    [ThreadStatic]
    private static ThreadStack[]? t_stacks;

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(int.MaxValue)]
    public void Create_ForAnotherContract_SaysWhichAndWhatToDo(int contract)
    {
        string message = Assert.Throws<InvalidOperationException>(() => Create(contract: contract)).Message;

        Assert.Contains($"Net.Packet was generated for contract {contract} of PooledGen", message);
        Assert.Contains("has contract 2", message);
        Assert.Contains("Build the project that declares Net.Packet", message);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(33)]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue)]
    public void Create_WithAThreadDepthThatNoStackHas_Throws(int threadDepth)
        => AssertOutOfRange("threadDepth", () => Create(threadDepth: threadDepth));

    [Theory]
    [InlineData(0)]
    [InlineData(-16)]
    [InlineData((1 << 30) + 1)]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue)]
    public void Create_WithAMinLengthThatNoSizeClassHas_Throws(int minLength)
        => AssertOutOfRange("minLength", () => Create(minLength: minLength));

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(int.MaxValue)]
    public void Create_WithAMaxLengthThatNoArrayHas_Throws(int maxLength)
        => AssertOutOfRange("maxLength", () => Create(maxLength: maxLength));

    [Fact]
    public void Create_WithANegativeBudget_Throws()
        => AssertOutOfRange("maxRetainedBytes", () => Create(maxRetainedBytes: -1));

    [Fact]
    public void Create_WithoutNameOrField_Throws()
    {
        Assert.Throws<ArgumentNullException>("name", () => Create(name: null!));
        Assert.Throws<ArgumentNullException>("threadStacks", () => PoolFactory.Create<byte>(2, "Net.Packet", 16, 64, 8, default, default, threadStacks: null!));
    }

    [Theory]
    [InlineData(1, 1, 1)]
    [InlineData(16, 8, 32)]
    [InlineData(24, 100, 1)]
    [InlineData(5, 5, 8)]
    [InlineData(1 << 30, 0x7FFFFFC7, 32)]
    public void Create_AtTheEndsOfItsRanges_MakesAPoolThatRents(int minLength, int maxLength, int threadDepth)
    {
        BufferPool<byte> pool = Create(minLength: minLength, maxLength: maxLength, threadDepth: threadDepth);

        PooledNode node = PooledNode.RentSlow(pool, 1);
        node.Return(node.Generation);

        Assert.Equal((maxLength, 1L, 0L), (pool.MaxLength, pool.GetStatistics().Rents, pool.GetStatistics().InUse));
    }

    /// <summary>The nodes of one pool would be rented as elements of the other.</summary>
    [Fact]
    public void Create_WithTheFieldOfAnotherPool_GivesAPoolThatRefusesToRent()
    {
        BufferPool<byte> bytes = Create();
        BufferPool<Guid> guids = PoolFactory.Create<Guid>(
            2, "Net.Guids", 16, 1024, 8, OversizePolicy.Allocate, ClearPolicy.Auto, static () => ref t_stacks);
        PooledOwner<byte> kept = bytes.RentOwner(16);
        bytes.RentOwner(16).Dispose();

        Action[] rents =
        [
            () => guids.RentOwner(16).Dispose(), () => guids.AsArrayPool().Rent(16), () => guids.DangerousAsMemoryPool().Rent(16).Dispose(),
            () => PooledNode.RentSlow(guids, 16),
        ];
        Assert.All(rents, rent =>
        {
            string message = Assert.Throws<InvalidOperationException>(rent).Message;
            Assert.Contains("The thread-static field of Net.Guids has the stacks of Net.Packet", message, StringComparison.Ordinal);
        });
        Assert.Equal((0, 1), (guids.GetStatistics().InUse, bytes.GetStatistics().InUse));
        kept.Dispose();
    }

    /// <summary>The buffer was rented by a thread whose field was another pool's later.</summary>
    [Fact]
    public void Dispose_WhereTheFieldHasTheStacksOfAnotherPool_GivesThatPoolNoBuffer()
    {
        t_stacks = null;
        BufferPool<Guid> guids = PoolFactory.Create<Guid>(
            2, "Net.Guids", 16, 1024, 8, OversizePolicy.Allocate, ClearPolicy.Auto, static () => ref t_stacks);
        PooledOwner<Guid> owner = guids.RentOwner(16);
        PooledNode node = PooledNode.RentSlow(guids, 16);
        BufferPool<byte> bytes = Create();
        bytes.RentOwner(16).Dispose();

        owner.Dispose();
        node.Return(node.Generation);

        Assert.Equal((0, 2), (guids.GetStatistics().InUse, guids.GetStatistics().Retained));
        Assert.Equal((0, 1), (bytes.GetStatistics().InUse, bytes.GetStatistics().Retained));
    }

    private static void AssertOutOfRange(string parameter, Action create)
    {
        var exception = Assert.Throws<ArgumentOutOfRangeException>(parameter, create);
        Assert.Contains("Net.Packet", exception.Message);
    }

    private static BufferPool<byte> Create(
        int contract = 2, string name = "Net.Packet", int minLength = 16, int maxLength = 1024, int threadDepth = 8, long maxRetainedBytes = long.MaxValue)
    {
        t_stacks = null; // another test's pool
        return PoolFactory.Create<byte>(
            contract, name, minLength, maxLength, threadDepth, OversizePolicy.Allocate, ClearPolicy.Auto, static () => ref t_stacks, maxRetainedBytes);
    }
}

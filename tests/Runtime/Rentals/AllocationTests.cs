namespace PooledGen.Runtime.Tests.Rentals;

/// <summary>After warm-up no shape of renting allocates.</summary>
public partial class AllocationTests
{
    [PooledBuffer<byte>(MaxLength = 64 * 1024)]
    private partial struct ByteBuffer;

    [PooledBuffer<string>(MaxLength = 1000)]
    private partial struct StringBuffer;

    [PooledBuffer(MaxLength = 4096)]
    internal partial struct Particle
    {
        public float X, Y, Z;
    }

    public static TheoryData<string, Action> Shapes => new()
    {
        { "one", static () => Touch(ByteBuffer.Rent(1500)) },
        { "every class", EveryClass },
        { "empty", static () => Touch(ByteBuffer.Rent(0)) },
        { "stack first, on the stack", static () => Touch(ByteBuffer.Rent(100, stackalloc byte[256])) },
        { "stack first, rented", static () => Touch(ByteBuffer.Rent(300, stackalloc byte[256])) },
        { "references", static () => StringBuffer.Rent(700).Dispose() },
        { "element mode", static () => Particle.Buffer.Rent(500).Dispose() },
        { "nested beyond the depth", static () => Descend(20) },
        { "wrong order", WrongOrder },
        { "double dispose", DoubleDispose },
    };

    [Theory]
    [MemberData(nameof(Shapes))]
    public void Rent_AfterWarmUp_AllocatesNothing(string shape, Action rent)
    {
        long allocated = Allocations.Of(rent, 1000);
        Assert.True(allocated == 0, $"{shape}: {allocated} bytes in 1000 rentals");
    }

    private static void Touch(ByteBuffer buffer)
    {
        if (!buffer.IsEmpty)
            buffer[0] = 1;

        buffer.Dispose();
    }

    private static void EveryClass()
    {
        for (int length = 16; length <= 64 * 1024; length *= 2)
            Touch(ByteBuffer.Rent(length));
    }

    private static void Descend(int depth)
    {
        using var buffer = ByteBuffer.Rent(64);
        if (depth > 0)
            Descend(depth - 1);
    }

    private static void WrongOrder()
    {
        var first = ByteBuffer.Rent(4000);
        var second = ByteBuffer.Rent(4000);
        first.Dispose();
        second.Dispose();
    }

    private static void DoubleDispose()
    {
        var buffer = ByteBuffer.Rent(4000);
        buffer.Dispose();
        buffer.Dispose();
    }
}

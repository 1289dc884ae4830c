namespace PooledGen.Runtime.Tests.Writers;

/// <summary>How far a writer grows, and what it says where it cannot: with the framework's exceptions, and with nothing lost.</summary>
public partial class CapacityTests
{
    [PooledBuffer<int>(MaxLength = 40_000)]
    private partial struct Allocating;

    [PooledBuffer<int>(MaxLength = 5000, Oversize = OversizePolicy.Throw)]
    private partial struct Throwing;

    [PooledBuffer<int>(MaxLength = 1024)]
    private partial struct Refusing;

    [Fact]
    public void Growth_ThroughEveryClassIntoOversize_AtLeastDoublesAndKeepsTheElements()
    {
        var writer = Allocating.CreateWriter();
        List<int> capacities = [];
        for (int i = 0; i < 50_000; i++)
        {
            writer.Append(i);
            if (capacities.LastOrDefault() != writer.Capacity)
                capacities.Add(writer.Capacity);
        }

        // 16 KB of ints; four times as many; twice as many, as far as the pool goes; then twice as many each time.
        Assert.Equal([4096, 16_384, 32_768, 40_000, 80_000], capacities);
        Assert.Equal(Enumerable.Range(0, 50_000), writer.ToArray());
        Assert.Equal(1, Allocating.Pool.GetStatistics().InUse);
        writer.Dispose();
        Assert.Equal(0, Allocating.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Growth_BeyondMaxLengthWhereThatIsRefused_ThrowsAndKeepsTheElements()
    {
        var writer = Throwing.CreateWriter(stackalloc int[10]);
        for (int i = 0; i < 5000; i++)
            writer.Append(i);

        ArgumentOutOfRangeException? thrown = null;
        try
        {
            writer.Append(5000);
        }
        catch (ArgumentOutOfRangeException exception)
        {
            thrown = exception;
        }

        Assert.Contains(nameof(Throwing), thrown!.Message, StringComparison.Ordinal);
        Assert.Equal(5001, thrown.ActualValue);
        Assert.Equal(Enumerable.Range(0, 5000), writer.ToArray());
        writer.Dispose();
        Assert.Equal(0, Throwing.Pool.GetStatistics().InUse);
    }

    [Theory]
    [InlineData(int.MaxValue)]
    [InlineData(0x7FFFFFC7)] // as long as an array may be, with nothing left for what is written already
    public void GetSpan_BeyondTheLongestArray_IsOutOfMemory(int sizeHint)
        => AssertThrows<OutOfMemoryException>((ref PooledWriter<int> writer) => writer.GetSpan(sizeHint));

    [Fact]
    public void GetSpan_Negative_IsAnArgumentException()
        => Assert.Equal("sizeHint", AssertThrows<ArgumentOutOfRangeException>(static (ref PooledWriter<int> writer) => writer.GetSpan(-1)).ParamName);

    [Fact]
    public void Advance_Negative_IsAnArgumentException()
        => Assert.Equal("count", AssertThrows<ArgumentOutOfRangeException>(static (ref PooledWriter<int> writer) => writer.Advance(-1)).ParamName);

    [Theory]
    [InlineData(1)]
    [InlineData(int.MaxValue)]
    public void Advance_BeyondTheFreeMemory_IsAnInvalidOperation(int more)
        => AssertThrows<InvalidOperationException>((ref PooledWriter<int> writer) => writer.Advance(more == 1 ? writer.GetSpan().Length + 1 : more));

    [Theory]
    [InlineData(-1)]
    [InlineData(4)]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue)]
    public void Insert_OutsideWhatIsWritten_IsOutOfRange(int index)
    {
        AssertThrows<ArgumentOutOfRangeException>((ref PooledWriter<int> writer) => writer.Insert(index, 1));
        AssertThrows<ArgumentOutOfRangeException>((ref PooledWriter<int> writer) => writer.Insert(index, [1, 2]));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(4)]
    [InlineData(int.MinValue)]
    public void Truncate_ToWhatIsNotWritten_IsOutOfRange(int length)
    {
        var thrown = AssertThrows<ArgumentOutOfRangeException>((ref PooledWriter<int> writer) => writer.Truncate(length));

        Assert.Equal(("length", (object)length), (thrown.ParamName, thrown.ActualValue));
    }

    [Fact]
    public void Append_ANegativeNumberOfTimes_IsOutOfRange()
        => Assert.Equal("count", AssertThrows<ArgumentOutOfRangeException>(static (ref PooledWriter<int> writer) => writer.Append(7, -1)).ParamName);

    [Fact]
    public void CreateWriter_NegativeOrOversize_IsOutOfRange()
    {
        Assert.Equal("capacity", Assert.Throws<ArgumentOutOfRangeException>(static () => Refusing.CreateWriter(-1).Dispose()).ParamName);
        Assert.Throws<ArgumentOutOfRangeException>(static () => Throwing.CreateWriter(5001).Dispose());
        Assert.Equal(0, Refusing.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void CreateWriter_OfNothing_RentsNothing()
    {
        long rents = Refusing.Pool.GetStatistics().Rents;
        using var writer = Refusing.CreateWriter(0);

        Assert.Equal((0, rents), (writer.Capacity, Refusing.Pool.GetStatistics().Rents));
    }

    // Against a writer of three elements in the caller's memory, and one of three in a rented array; both must survive.
    private static TException AssertThrows<TException>(Use use)
        where TException : Exception
    {
        TException? thrown = null;
        Span<int> initial = stackalloc int[4];
        for (int capacity = 0; capacity <= 100; capacity += 100)
        {
            var writer = capacity == 0 ? Refusing.CreateWriter(initial) : Refusing.CreateWriter(capacity);
            writer.Append([1, 2, 3]);
            try
            {
                use(ref writer);
            }
            catch (TException exception) when (exception.GetType() == typeof(TException))
            {
                thrown = exception;
            }

            Assert.NotNull(thrown);
            Assert.Equal([1, 2, 3], writer.ToArray());
            writer.Dispose();
            Assert.Equal(0, Refusing.Pool.GetStatistics().InUse);
        }

        return thrown!;
    }

    private delegate void Use(ref PooledWriter<int> writer);
}

namespace PooledGen.Runtime.Tests.Writers;

/// <summary>What each member of a writer does where nothing goes wrong.</summary>
public partial class WriterTests
{
    [PooledBuffer<int>(MaxLength = 16_384)]
    private partial struct IntBuffer;

    [Fact]
    public void Append_WithinTheCallersMemory_RentsNothing()
    {
        PoolStatistics before = IntBuffer.Pool.GetStatistics();
        using (var writer = IntBuffer.CreateWriter(stackalloc int[4]))
        {
            writer.Append(1);
            writer.Append([2, 3, 4]);

            Assert.Equal([1, 2, 3, 4], writer.WrittenSpan.ToArray());
            Assert.Equal((4, 4), (writer.Length, writer.Capacity));
        }

        Assert.Equal(before, IntBuffer.Pool.GetStatistics());
    }

    [Fact]
    public void Append_OfAUsingVariable_ChangesTheVariableAndNoCopy()
    {
        using var writer = IntBuffer.CreateWriter();
        for (int i = 0; i < 300; i++)
            writer.Append(i);

        Assert.Equal(Enumerable.Range(0, 300), writer.ToArray());
    }

    [Fact]
    public void Growth_UsesTheWholeArrayOfItsClass()
    {
        using var writer = IntBuffer.CreateWriter(new int[1500]);
        writer.Append(new int[1501]);

        Assert.Equal(8192, writer.Capacity); // four times 1500, in classes of powers of two
    }

    [Fact]
    public void CreateWriter_WithACapacity_RentsAtOnceAndNotAgain()
    {
        long rents = IntBuffer.Pool.GetStatistics().Rents;
        using var writer = IntBuffer.CreateWriter(1000);
        writer.Append(new int[1000]);

        Assert.Equal((1024, rents + 1), (writer.Capacity, IntBuffer.Pool.GetStatistics().Rents));
    }

    [Fact]
    public void DefaultWriter_IsEmptyAndThrowsWhereItWouldRent()
    {
        PooledWriter<int> writer = default;
        string message = "";
        try
        {
            writer.Append(7);
        }
        catch (InvalidOperationException exception)
        {
            message = exception.Message;
        }

        Assert.Contains("Create it with CreateWriter()", message);
        writer.Clear();
        Assert.Empty(writer.ToArray());
        Assert.True(writer.Detach().IsEmpty);
        Assert.Equal("writer without a pool[0]", writer.ToString());
        writer.Dispose();
    }

    [Fact]
    public void Constructor_WithoutAPool_Throws()
    {
        Assert.Throws<ArgumentNullException>(static () => new PooledWriter<int>(null!).Length);
        Assert.Throws<ArgumentNullException>(static () => new PooledTextWriter(null!, 10).Length);
        Assert.Throws<ArgumentNullException>(static () => new PooledUtf8Writer(null!, Span<byte>.Empty).Length);
    }

    [Fact]
    public void AsRef_LetsAMethodWriteToTheVariableOfAUsing()
    {
        using var writer = IntBuffer.CreateWriter(stackalloc int[2]);

        Fill(ref writer.AsRef());

        Assert.Equal(100, writer.Length);

        static void Fill(ref PooledWriter<int> writer) => writer.Append(7, 100);
    }

    [Fact]
    public void CreateWriter_OnAPool_IsTheSame()
    {
        using var writer = new PooledWriter<int>(IntBuffer.Pool, capacity: 20);
        writer.Append([1, 2, 3]);

        Assert.True(writer.Capacity >= 20);
        Assert.Equal([1, 2, 3], writer.ToArray());
    }

    [Fact]
    public void GetSpan_GivesAtLeastTheHint_AndAdvanceKeepsWhatWasWritten()
    {
        using var writer = IntBuffer.CreateWriter(stackalloc int[2]);
        writer.Append(1);
        Span<int> free = writer.GetSpan(500);
        Assert.True(free.Length >= 500);
        free[0] = 2;
        free[1] = 3;
        writer.Advance(2);

        Assert.Equal([1, 2, 3], writer.ToArray());
        Assert.Equal(writer.Capacity - 3, writer.GetSpan().Length);
    }

    [Fact]
    public void GetSpan_OfAFullWriter_IsNeverEmpty()
    {
        using var writer = IntBuffer.CreateWriter(stackalloc int[2]);
        writer.Append([1, 2]);

        Assert.False(writer.GetSpan().IsEmpty);
        Assert.Equal([1, 2], writer.ToArray());
    }

    [Fact]
    public void Clear_KeepsTheMemory()
    {
        using var writer = IntBuffer.CreateWriter();
        writer.Append(new int[1000]);
        int capacity = writer.Capacity;

        writer.Clear();
        writer.Append(5);

        Assert.Equal(capacity, writer.Capacity);
        Assert.Equal([5], writer.ToArray());
    }

    [Fact]
    public void Truncate_TakesBackWhatWasWrittenLast()
    {
        using var writer = IntBuffer.CreateWriter(stackalloc int[4]);
        writer.Append([1, 2, 3, 4, 5]);

        writer.Truncate(5);
        Assert.Equal([1, 2, 3, 4, 5], writer.ToArray());
        writer.Truncate(3);
        writer.Append(9);

        Assert.Equal([1, 2, 3, 9], writer.ToArray());
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)] // in place
    [InlineData(500)] // grows
    public void Append_ManyTimes_WritesTheElementSoOften(int count)
    {
        using var writer = IntBuffer.CreateWriter(stackalloc int[4]);
        writer.Append(1);
        writer.Append(7, count);

        Assert.Equal([1, .. Enumerable.Repeat(7, count)], writer.ToArray());
    }

    [Theory]
    [InlineData(8)] // in place
    [InlineData(3)] // grows
    public void Insert_AtEveryPosition_MovesTheRest(int room)
    {
        for (int index = 0; index <= 3; index++)
        {
            using var one = IntBuffer.CreateWriter(new int[room]);
            using var several = IntBuffer.CreateWriter(new int[room]);
            one.Append([1, 2, 3]);
            several.Append([1, 2, 3]);
            List<int> expectedOne = [1, 2, 3], expectedSeveral = [1, 2, 3];

            one.Insert(index, 9);
            several.Insert(index, [7, 8, 9]);
            expectedOne.Insert(index, 9);
            expectedSeveral.InsertRange(index, [7, 8, 9]);

            Assert.Equal(expectedOne, one.ToArray());
            Assert.Equal(expectedSeveral, several.ToArray());
        }
    }

    [Theory]
    [InlineData(100)]
    [InlineData(4)]
    public void AppendAndInsert_OfTheWritersOwnElements_CopyThemAsTheyWere(int room)
    {
        using var writer = IntBuffer.CreateWriter(stackalloc int[room]);
        writer.Append([1, 2, 3, 4]);

        writer.Append(writer.WrittenSpan);
        writer.Insert(2, writer.WrittenSpan[..6]);

        Assert.Equal([1, 2, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4], writer.ToArray());
    }

    [Fact]
    public void Insert_OfTheWritersOwnElementsThatFit_StaysInTheMemory()
    {
        Span<int> memory = stackalloc int[10];
        for (int index = 0; index <= 5; index++)
        {
            for (int start = 0; start <= 5; start++)
            {
                for (int count = 0; count <= 5 - start; count++)
                {
                    var writer = IntBuffer.CreateWriter(memory);
                    writer.Append([1, 2, 3, 4, 5]);
                    List<int> expected = [1, 2, 3, 4, 5];

                    writer.Insert(index, writer.WrittenSpan.Slice(start, count));
                    expected.InsertRange(index, expected.GetRange(start, count));

                    Assert.Equal(expected, writer.ToArray());
                    Assert.Equal(10, writer.Capacity);
                    writer.Dispose();
                }
            }
        }
    }

    [Fact]
    public void Detach_OfARentedArray_CopiesNothing()
    {
        PoolStatistics before = IntBuffer.Pool.GetStatistics();
        using PooledOwner<int> owner = WriteAndDetach(1000);

        Assert.Equal(Enumerable.Range(0, 1000), owner.Span.ToArray());
        PoolStatistics after = IntBuffer.Pool.GetStatistics();
        Assert.Equal((before.InUse + 1, before.MisuseCount), (after.InUse, after.MisuseCount));
    }

    [Fact]
    public void Detach_OfStackMemory_CopiesIntoARentedArray()
    {
        using PooledOwner<int> owner = WriteAndDetach(10);

        Assert.Equal(Enumerable.Range(0, 10), owner.Span.ToArray());
    }

    [Fact]
    public void Detach_OfNothing_IsEmptyAndKeepsTheWriter()
    {
        using var writer = IntBuffer.CreateWriter(100);

        Assert.True(writer.Detach().IsEmpty);
        Assert.Equal(128, writer.Capacity);
    }

    [Fact]
    public void Detach_OfAnEmptyWriter_GivesAnOwnerThatCanGrow()
    {
        using var writer = IntBuffer.CreateWriter();

        using PooledOwner<int> owner = writer.Detach().Resize(10);

        Assert.Equal(10, owner.Length);
        Assert.Throws<InvalidOperationException>(static () => default(PooledWriter<int>).Detach().Resize(10));
    }

    [Fact]
    public void Detach_LeavesAnEmptyWriterThatGoesOn()
    {
        using var writer = IntBuffer.CreateWriter(100);
        writer.Append([1, 2]);
        using PooledOwner<int> first = writer.Detach();
        Assert.Equal(0, writer.Length);
        writer.Append(3);
        using PooledOwner<int> second = writer.Detach();

        Assert.Equal([1, 2], first.Span.ToArray());
        Assert.Equal([3], second.Span.ToArray());
    }

    [Fact]
    public void ToString_NamesTheTypeAndTheLength()
    {
        using var writer = IntBuffer.CreateWriter(stackalloc int[4]);
        writer.Append([1, 2, 3]);

        Assert.Equal($"writer of {typeof(WriterTests).FullName}.IntBuffer[3]", writer.ToString());
    }

    private static PooledOwner<int> WriteAndDetach(int count)
    {
        using var writer = IntBuffer.CreateWriter(stackalloc int[16]);
        for (int i = 0; i < count; i++)
            writer.Append(i);

        return writer.Detach();
    }
}

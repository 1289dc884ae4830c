using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Rentals;

/// <summary>What a rented buffer can do besides its span.</summary>
public partial class MemberTests
{
    [PooledBuffer<int>(MaxLength = 256)]
    private partial struct IntBuffer
    {
        /// <summary>A member of the user's own, over the generated span.</summary>
        public int Sum
        {
            get
            {
                int sum = 0;
                foreach (int value in Span)
                    sum += value;

                return sum;
            }
        }
    }

    [PooledBuffer<char>(MaxLength = 256)]
    private partial struct Text;

    [Fact]
    public void Indexer_ReadsWritesAndIsChecked()
    {
        using var buffer = IntBuffer.Rent(20);
        buffer[0] = 1;
        buffer[^1] = 2;
        ref int element = ref buffer[5];
        element = 3;

        Assert.Equal((1, 2, 3), (buffer.Span[0], buffer.Span[19], buffer.Span[5]));
        Assert.Throws<IndexOutOfRangeException>(static () =>
        {
            // Inside the array, outside the rental.
            using var shorter = IntBuffer.Rent(20);
            shorter[20] = 1;
        });
    }

    [Fact]
    public void Slices_AreSpansOfTheBuffer()
    {
        using var buffer = IntBuffer.Rent(10);

        Assert.True(buffer.Slice(3) == buffer.Span[3..]);
        Assert.True(buffer.Slice(3, 4) == buffer.Span.Slice(3, 4));
        Assert.True(buffer[3..^1] == buffer.Span[3..9]);
        Assert.Throws<ArgumentOutOfRangeException>(static () =>
        {
            using var other = IntBuffer.Rent(10);
            other.Slice(5, 6);
        });
    }

    [Fact]
    public void CopyTo_CopiesAndIsChecked()
    {
        using var buffer = IntBuffer.Rent(3);
        buffer.Clear();
        new[] { 1, 2 }.CopyTo(buffer);
        var copy = new int[4];
        buffer.CopyTo(copy);

        Assert.Equal([1, 2, 0, 0], copy);
        Assert.Equal([1, 2, 0], buffer.ToArray());
        Assert.Throws<ArgumentException>(static () =>
        {
            using var shorter = IntBuffer.Rent(3);
            new[] { 1, 2, 3, 4 }.CopyTo(shorter);
        });
        Assert.Throws<ArgumentException>(static () =>
        {
            using var longer = IntBuffer.Rent(3);
            longer.CopyTo(new int[2]);
        });
    }

    [Fact]
    public void Conversions_GiveTheSpan()
    {
        using var buffer = IntBuffer.Rent(5);
        Span<int> span = buffer;
        ReadOnlySpan<int> readOnly = buffer;

        Assert.True(span == buffer.Span && readOnly == buffer.Span);
    }

    [Fact]
    public void Foreach_VisitsEveryElementByReference()
    {
        using var buffer = IntBuffer.Rent(17);
        buffer.Clear();
        foreach (ref int element in buffer)
            element++;

        Assert.Equal(17, buffer.Sum);
    }

    [Fact]
    public unsafe void Fixed_PinsTheFirstElement()
    {
        using var buffer = IntBuffer.Rent(5);
        buffer[0] = 42;
        using var empty = IntBuffer.Rent(0);

        fixed (int* pointer = buffer)
        fixed (int* nothing = empty)
        {
            Assert.Equal(42, *pointer);
            Assert.True(nothing == null);
        }
    }

    [Fact]
    public void ToString_OfChars_IsTheTextAndOfOthersTheLength()
    {
        using var text = Text.Rent(5);
        "hello".AsSpan().CopyTo(text);
        using var numbers = IntBuffer.Rent(5);

        Assert.Equal("hello", text.ToString());
        Assert.Equal("MemberTests.IntBuffer[5]", numbers.ToString());
    }

    [Fact]
    public void Renter_IsMarkedForTools()
    {
        Assert.Contains(typeof(IntBuffer).GetCustomAttributes(inherit: false), attribute => attribute is NonCopyableAttribute);
        Assert.True(typeof(IntBuffer).IsByRefLike);
        Assert.Contains(typeof(IDisposable), typeof(IntBuffer).GetInterfaces());
    }
}

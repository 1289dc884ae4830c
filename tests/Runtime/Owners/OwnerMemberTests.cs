using System.Buffers;

namespace PooledGen.Runtime.Tests.Owners;

/// <summary>What an owner offers beside its life: the same members as a renter, for every pool of the same elements.</summary>
public partial class OwnerMemberTests
{
    private const string Name = "PooledGen.Runtime.Tests.Owners.OwnerMemberTests.";

    [PooledBuffer<int>(MaxLength = 1024)]
    private partial struct IntBuffer;

    [PooledBuffer<int>(MaxLength = 64, Clear = ClearPolicy.OnRent)]
    private partial struct ZeroedBuffer;

    [PooledBuffer<char>(MaxLength = 64)]
    private partial struct TextBuffer;

    [Fact]
    public void Owner_OfAnyPool_IsOfTheSameType()
    {
        using PooledOwner<int> first = IntBuffer.RentOwner(3);
        using PooledOwner<int> second = ZeroedBuffer.RentOwner(4);
        using PooledOwner<int> third = IntBuffer.Pool.RentOwner(5);

        Assert.Equal(12, LengthOf(first) + LengthOf(second) + LengthOf(third));

        static int LengthOf(PooledOwner<int> owner) => owner.Length;
    }

    [Fact]
    public void DebugView_OfAnOwner_ShowsItsElementsAndNoOthers()
    {
        using PooledOwner<int> owner = IntBuffer.RentOwner(3);
        new[] { 7, 8, 9 }.CopyTo(owner.Span);

        Assert.Equal([7, 8, 9], new PooledOwnerDebugView<int>(owner).Items);
    }

    [Fact]
    public void RentOwner_OfAPool_IsRentOwnerOfItsType()
    {
        long rents = IntBuffer.Pool.GetStatistics().Rents;
        PooledOwner<int> owner = IntBuffer.Pool.RentOwner(100);

        Assert.Equal((100, rents + 1), (owner.Span.Length, IntBuffer.Pool.GetStatistics().Rents));
        owner.Dispose();
        Assert.True(IntBuffer.Pool.RentOwner(0).IsEmpty);
        Assert.Contains(
            $"{Name}IntBuffer.RentOwner was asked for -1 elements",
            Assert.Throws<ArgumentOutOfRangeException>(static () => IntBuffer.Pool.RentOwner(-1)).Message);
        using PooledOwner<int> oversize = IntBuffer.Pool.RentOwner(2000);
        Assert.Equal(2000, oversize.Length);
    }

    [Fact]
    public void RentOwner_OfAPoolThatClearsOnRent_IsZeroed()
    {
        PooledOwner<int> dirty = ZeroedBuffer.RentOwner(64);
        dirty.Span.Fill(7);
        dirty.Dispose();

        using PooledOwner<int> owner = ZeroedBuffer.Pool.RentOwner(60);

        Assert.Equal(-1, owner.Span.IndexOfAnyExcept(0));
    }

    [Fact]
    public void Slice_WithoutALength_TakesTheRest()
    {
        using PooledOwner<int> whole = IntBuffer.RentOwner(10);
        whole[9] = 42;

        Assert.Equal((3, 42), (whole.Slice(7).Length, whole.Slice(7)[2]));
        Assert.Equal(42, whole.Slice(8, 2)[1]);
        using PooledOwner<int> rest = whole.DetachSlice(7);

        Assert.Equal((3, 42), (rest.Length, rest[2]));
        Assert.Throws<ObjectDisposedException>(() => whole[0]);
    }

    [Theory]
    [InlineData(-1, null)]
    [InlineData(11, null)]
    [InlineData(0, 11)]
    [InlineData(5, -1)]
    [InlineData(5, 6)]
    [InlineData(int.MaxValue, int.MaxValue)]
    public void Slice_OutsideTheOwner_ThrowsAndLeavesItBe(int start, int? length)
    {
        using PooledOwner<int> owner = IntBuffer.RentOwner(10);

        ArgumentOutOfRangeException[] exceptions =
        [
            Assert.Throws<ArgumentOutOfRangeException>(() => length is { } some ? owner.DetachSlice(start, some) : owner.DetachSlice(start)),
            Assert.Throws<ArgumentOutOfRangeException>(() => (length is { } some ? owner.Slice(start, some) : owner.Slice(start)).Length),
        ];

        Assert.All(exceptions, static exception => Assert.Contains($"this owner of {Name}IntBuffer", exception.Message));
        Assert.All(exceptions, static exception => Assert.Contains("it has 10 elements", exception.Message));
        Assert.Equal(10, owner.Span.Length);
    }

    [Fact]
    public void CopyTo_AndToArray_CopyTheElements()
    {
        using PooledOwner<int> owner = IntBuffer.RentOwner(3);
        new[] { 1, 2, 3 }.CopyTo(owner.Span);
        int[] destination = new int[4];

        owner.CopyTo(destination);

        Assert.Equal([1, 2, 3, 0], destination);
        Assert.Equal([1, 2, 3], owner.ToArray());
        Assert.Contains($"owner of {Name}IntBuffer: the destination has room for 2", Assert.Throws<ArgumentException>(() => owner.CopyTo(new int[2])).Message);
    }

    [Fact]
    public void Conversions_ShowTheElements()
    {
        using PooledOwner<int> owner = IntBuffer.RentOwner(3);
        owner.Span.Fill(7);

        Span<int> span = owner;
        ReadOnlySpan<int> readOnlySpan = owner;

        Assert.True(span == owner.Span && readOnlySpan == owner.Span);
    }

    [Fact]
    public void IsEmpty_IsWhetherTheLengthIsZero()
    {
        using PooledOwner<int> owner = IntBuffer.RentOwner(1);

        Assert.False(owner.IsEmpty);
        Assert.True(default(PooledOwner<int>).IsEmpty);
        Assert.True(IntBuffer.RentOwner(0).IsEmpty);
    }

    [Fact]
    public void ToString_IsTheTextOrTheTypeAndTheLength()
    {
        using PooledOwner<char> text = TextBuffer.RentOwner(5);
        "hello".AsSpan().CopyTo(text.Span);
        PooledOwner<int> numbers = IntBuffer.RentOwner(12);

        Assert.Equal("hello", text.ToString());
        Assert.Equal($"{Name}IntBuffer[12]", numbers.ToString());
        Assert.Equal("empty owner[0]", default(PooledOwner<int>).ToString());
        numbers.Dispose();
        Assert.Equal($"{Name}IntBuffer[12]", numbers.ToString());
    }

    [Fact]
    public void Slice_OfAnEmptyRental_LeavesOtherEmptyRentalsAlone()
    {
        PooledOwner<int> first = IntBuffer.RentOwner(0);
        PooledOwner<int> second = IntBuffer.RentOwner(0);

        PooledOwner<int> part = first.DetachSlice(0);

        Assert.True(second.Span.IsEmpty && part.Span.IsEmpty);
    }

    [Fact]
    public void Dispose_OfAnEmptyRental_LeavesOtherEmptyRentalsAlone()
    {
        PooledOwner<int> first = IntBuffer.RentOwner(0);
        PooledOwner<int> second = IntBuffer.RentOwner(0);

        first.Dispose();

        Assert.True(second.Span.IsEmpty && IntBuffer.Rent(0).Span.IsEmpty);
    }

    [Fact]
    public void Memory_OfTheInterface_IsTheSame()
    {
        using IMemoryOwner<int> owner = IntBuffer.RentOwner(3);

        Assert.Equal(3, owner.Memory.Length);
    }
}

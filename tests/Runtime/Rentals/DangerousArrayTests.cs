namespace PooledGen.Runtime.Tests.Rentals;

/// <summary>The array behind a renter or an owner, and what of it is cleared once it was shown.</summary>
public partial class DangerousArrayTests
{
    [PooledBuffer<byte>(MaxLength = 64)]
    private partial struct Values;

    [PooledBuffer<byte>(MaxLength = 64, Clear = ClearPolicy.OnReturn)]
    private partial struct Secrets;

    [PooledBuffer<string>(MaxLength = 64)]
    private partial struct References;

    [PooledBuffer(MaxLength = 64)]
    private partial struct Particle
    {
        public float X;
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(40)]
    [InlineData(64)]
    [InlineData(1000)]
    public void Array_OfARenter_IsTheMemoryOfItsSpan(int length)
    {
        using var buffer = Values.Rent(length);

        ArraySegment<byte> array = buffer.DangerousGetArray();

        Assert.Equal((0, length, buffer.Capacity), (array.Offset, array.Count, array.Array!.Length));
        Assert.True(array.AsSpan() == buffer.Span);
    }

    [Fact]
    public void Array_OfElementMode_IsTheMemoryOfItsSpan()
    {
        using var buffer = Particle.Buffer.Rent(10);

        buffer.DangerousGetArray().Array![3].X = 5;

        Assert.Equal(5, buffer[3].X);
    }

    [Fact]
    public void Array_OfASlicedOwner_IsThePart()
    {
        using PooledOwner<byte> owner = Values.RentOwner(40).DetachSlice(3, 20);

        ArraySegment<byte> array = owner.DangerousGetArray();

        Assert.Equal((3, 20), (array.Offset, array.Count));
        Assert.True(array.AsSpan() == owner.Span);
    }

    [Fact]
    public void Array_OfADefaultOwner_IsEmpty()
    {
        ArraySegment<byte> array = default(PooledOwner<byte>).DangerousGetArray();

        Assert.Equal((0, 0), (array.Count, array.Array!.Length));
    }

    public static TheoryData<string, Action> Arrayless => new()
    {
        { nameof(Values), static () => Values.Rent(5, new byte[10]).DangerousGetArray() },
        { nameof(Values), static () => Values.Rent(5, stackalloc byte[10]).DangerousGetArray() },
        { nameof(Values), static () => default(Values).DangerousGetArray() },
        { nameof(Secrets), static () => { using var buffer = Secrets.Rent(5, stackalloc byte[10]); buffer.DangerousGetArray(); } },
    };

    [Theory]
    [MemberData(nameof(Arrayless))]
    public void Array_OfTheCallersOwnMemory_Throws(string type, Action get)
        => Assert.Contains($"{type} has no rented array", Assert.Throws<InvalidOperationException>(get).Message, StringComparison.Ordinal);

    [Fact]
    public void Array_OfTheCallersOwnMemory_SaysThatItDependsOnTheLength()
        => Assert.EndsWith(
            "its 5 elements lie in the caller's memory, or it was made by default. More elements would have one. "
            + "Use its span, or rent without memory of your own.",
            Assert.Throws<InvalidOperationException>(static () => Values.Rent(5, stackalloc byte[10]).DangerousGetArray()).Message,
            StringComparison.Ordinal);

    [Fact]
    public void Array_OfAStackFirstRentThatHasRented_IsTheMemoryOfItsSpan()
    {
        using var buffer = Secrets.Rent(40, stackalloc byte[10]);

        Assert.True(buffer.DangerousGetArray().AsSpan() == buffer.Span);
    }

    [Fact]
    public void Array_OfARentalThatIsOver_Throws()
    {
        ObjectDisposedException renter = Assert.Throws<ObjectDisposedException>(static () =>
        {
            var buffer = Values.Rent(5);
            buffer.Dispose();
            buffer.DangerousGetArray();
        });
        ObjectDisposedException owner = Assert.Throws<ObjectDisposedException>(static () =>
        {
            PooledOwner<byte> owner = Values.RentOwner(5);
            owner.Dispose();
            owner.DangerousGetArray();
        });

        Assert.Equal((Values.Pool.Name, Values.Pool.Name), (renter.ObjectName, owner.ObjectName));
    }

    [Fact]
    public void Dispose_OfARenterWhoseArrayWasShown_ClearsAllOfIt()
    {
        var buffer = Secrets.Rent(33);
        byte[] array = buffer.DangerousGetArray().Array!;
        array.AsSpan().Fill(1);

        buffer.Dispose();

        // Read after its rental on purpose: no other rental has the array yet.
        Assert.All(array, static element => Assert.Equal(0, element));
    }

    [Fact]
    public void Dispose_OfReferencesWhoseArrayWasShown_ClearsAllOfIt()
    {
        var buffer = References.Rent(33);
        string[] array = buffer.DangerousGetArray().Array!;
        array.AsSpan().Fill("x");

        buffer.Dispose();

        Assert.All(array, Assert.Null);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Dispose_OfAnOwnerWhoseArrayWasShown_ClearsAllOfIt(bool isDetached)
    {
        PooledOwner<byte> owner = isDetached ? Detached() : Secrets.RentOwner(33);
        byte[] array = owner.DangerousGetArray().Array!;
        array.AsSpan().Fill(1);

        owner.Dispose();

        Assert.All(array, static element => Assert.Equal(0, element));

        static PooledOwner<byte> Detached()
        {
            using var buffer = Secrets.Rent(33);
            buffer.DangerousGetArray();
            return buffer.Detach();
        }
    }

    [Fact]
    public void Dispose_OfACopyWhoseArrayWasShown_LeavesTheNextRentalAlone()
    {
        var buffer = Secrets.Rent(33);
        byte[] array = buffer.DangerousGetArray().Array!;
        buffer.Dispose();
        using var next = Secrets.Rent(33);
        Assert.Same(array, next.DangerousGetArray().Array);
        next.Span.Fill(1);

        buffer.Dispose();

        Assert.All(next.ToArray(), static element => Assert.Equal(1, element));
    }

    [Fact]
    public void Dispose_OfTheNextRental_ClearsItsLengthOnly()
    {
        var shown = Secrets.Rent(33);
        byte[] array = shown.DangerousGetArray().Array!;
        shown.Dispose();
        var next = Secrets.Rent(33);
        array.AsSpan().Fill(1);

        next.Dispose();

        Assert.Equal((0, 1), (array[32], array[33]));
        array.AsSpan().Clear();
    }

    [Fact]
    public void Dispose_WhereNothingIsCleared_ClearsNothing()
    {
        var buffer = Values.Rent(33);
        byte[] array = buffer.DangerousGetArray().Array!;
        array.AsSpan().Fill(1);

        buffer.Dispose();

        Assert.All(array, static element => Assert.Equal(1, element));
    }
}

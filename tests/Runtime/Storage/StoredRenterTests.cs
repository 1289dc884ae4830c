using System.Runtime.InteropServices;

namespace PooledGen.Runtime.Tests.Storage;

/// <summary>Declared types whose buffers have stable addresses, used as their users do.</summary>
public partial class StoredRenterTests
{
    [PooledBuffer<byte>(MaxLength = 64 * 1024, Storage = BufferStorage.Pinned)]
    private partial struct Packets;

    [PooledBuffer<decimal>(MaxLength = 3000, Storage = BufferStorage.Pinned, Alignment = 64, Clear = ClearPolicy.OnReturn)]
    private partial struct Samples;

    [PooledBuffer<byte>(MaxLength = 1 << 20, Storage = BufferStorage.Native)]
    private partial struct Images;

    [PooledBuffer<long>(Length = 512, Storage = BufferStorage.Native)]
    private partial struct Blocks;

    [PooledBuffer(nameof(T), MaxLength = 4096, Storage = BufferStorage.Native, Oversize = OversizePolicy.Throw)]
    private partial struct Native<T>;

    [Fact]
    public unsafe void Renters_OfEachStorage_GiveTheAddressOfTheirFirstElement()
    {
        using var packet = Packets.Rent(1500);
        using var samples = Samples.Rent(100);
        using var image = Images.Rent(500_000);
        using var block = Blocks.Rent();
        using var generic = Native<int>.Rent(1000);
        packet[0] = 1;
        samples[0] = 2;
        image[0] = 3;
        block[0] = 4;
        generic[0] = 5;

        Assert.Equal((1, 2m, 3), (*(byte*)packet.DangerousGetAddress(), *(decimal*)samples.DangerousGetAddress(), *(byte*)image.DangerousGetAddress()));
        Assert.Equal((4, 5), (*(long*)block.DangerousGetAddress(), *(int*)generic.DangerousGetAddress()));
        Assert.Equal((1, 2m, 3), (*packet.Pointer, *samples.Pointer, *image.Pointer));
        Assert.Equal((0, 0, 0), (samples.DangerousGetAddress() % 64, image.DangerousGetAddress() % 4096, block.DangerousGetAddress() % 4096));
    }

    [Fact]
    public void Rent_ThatIsNested_GivesEachItsOwnMemory()
    {
        using var first = Images.Rent(5000);
        using var second = Images.Rent(5000);
        first.Span.Fill(1);
        second.Span.Fill(2);

        Assert.NotEqual(first.DangerousGetAddress(), second.DangerousGetAddress());
        Assert.Equal(-1, first.Span.IndexOfAnyExcept((byte)1));
    }

    [Fact]
    public void Rental_OverMemoryOfTheCallers_HasNoAddress()
    {
        using var inside = Packets.Rent(10, stackalloc byte[16]);
        try
        {
            _ = inside.DangerousGetAddress();
            Assert.Fail("It has an address.");
        }
        catch (InvalidOperationException exception)
        {
            Assert.Contains("Packets has no stable address", exception.Message, StringComparison.Ordinal);
        }

        using var outside = Packets.Rent(17, stackalloc byte[16]);
        Assert.NotEqual(0, outside.DangerousGetAddress());
    }

    [Fact]
    public void Address_AfterDispose_IsRefused()
    {
        var image = Images.Rent(10);
        image.Dispose();
        image.Dispose();
        Assert.Equal(1, Images.Pool.GetStatistics().MisuseCount);
        try
        {
            _ = image.DangerousGetAddress();
            Assert.Fail("It has an address.");
        }
        catch (ObjectDisposedException)
        {
        }
    }

    [Fact]
    public void Rental_ThatIsClearedOnReturn_LeavesZeros()
    {
        nint address;
        using (var samples = Samples.Rent(3000))
        {
            samples.Span.Fill(7m);
            address = samples.DangerousGetAddress();
        }

        using var next = Samples.Rent(2500);
        Assert.Equal(address, next.DangerousGetAddress());
        Assert.Equal(-1, next.Span.IndexOfAnyExcept(0m));
    }

    [Fact]
    public void Lengths_OutsideTheClasses_AreHandledAsForArrays()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => Images.Rent(-1).Dispose());
        Assert.Throws<ArgumentOutOfRangeException>(() => Native<int>.Rent(4097).Dispose());
        using var none = Images.Rent(0);
        Assert.True(none.IsEmpty);
        Assert.Equal(0, none.DangerousGetAddress());
        using var oversize = Images.Rent((1 << 20) + 1);
        oversize.Span.Fill(1);
        Assert.NotEqual(0, oversize.DangerousGetAddress());
    }

    [Fact]
    public void DetachedOwner_KeepsTheAddress_AcrossThreads()
    {
        PooledOwner<byte> owner;
        nint address;
        using (var image = Images.Rent(100_000))
        {
            address = image.DangerousGetAddress();
            image[99_999] = 5;
            owner = image.Detach();
        }

        var thread = new Thread(() =>
        {
            Assert.Equal(5, Marshal.ReadByte(owner.DangerousGetAddress(), 99_999));
            owner.Dispose();
        });
        Assert.Equal(address, owner.DangerousGetAddress());
        thread.Start();
        thread.Join();
        Assert.Throws<ObjectDisposedException>(() => owner.Memory);
    }

    [Fact]
    public void Writers_OfNativeTypes_Write()
    {
        using var writer = Images.CreateWriter();
        writer.Append("over "u8);
        writer.Append($"{1 << 20} bytes");
        Assert.Equal("over 1048576 bytes"u8, writer.WrittenSpan);

        using PooledStream stream = Images.Pool.CreateStream();
        stream.Write(writer.WrittenSpan);
        using PooledBufferWriter<byte> buffer = Images.Pool.CreateBufferWriter();
        buffer.Write(stream.ToArray());
        Assert.Equal("over 1048576 bytes"u8, buffer.WrittenSpan);
    }

    [Fact]
    public void Elements_WithReferences_AreRefusedWhenTheTypeArgumentIsKnown()
    {
        var exception = Assert.Throws<TypeInitializationException>(() => Native<string>.Rent(1).Dispose());
        Assert.Contains("holds references", Assert.IsType<NotSupportedException>(exception.InnerException).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Rent_AfterWarmUp_AllocatesNothing()
    {
        Assert.Equal(0, Allocations.Of(Use));

        static void Use()
        {
            using var packet = Packets.Rent(1500);
            using var samples = Samples.Rent(1500);
            using var image = Images.Rent(100_000);
            using var block = Blocks.Rent();
            using PooledOwner<byte> owner = Images.RentOwner(200_000);
            owner.Memory.Span[0] = 1;
        }
    }
}

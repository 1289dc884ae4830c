using System.Buffers;
using System.Runtime.InteropServices;

namespace PooledGen.Runtime.Tests.Secrets;

// How rentals end: each method fills the arrays of some rentals with secrets, ends the rentals, and returns the arrays.
public partial class SecretTests
{
    // Fills the whole array, room beyond the length included.
    private static byte[] Fill(ArraySegment<byte> part)
    {
        part.Array.AsSpan().Fill(7);
        return part.Array!;
    }

    // Fills what a writer has handed out, and gives the array behind it.
    private static byte[] Fill(Memory<byte> room)
    {
        room.Span.Fill(7);
        Assert.True(MemoryMarshal.TryGetArray(room, out ArraySegment<byte> part));
        return part.Array!;
    }

    private static byte[] EndRenter(int length, bool isShown)
    {
        // Only an oversize array is not the one that an owner has just returned.
        PooledOwner<byte> before = Secret.RentOwner(length);
        byte[] array = before.DangerousGetArray().Array!;
        before.Dispose();
        var renter = Secret.Rent(length);
        renter.Span.Fill(7);
        if (isShown)
            array = Fill(renter.DangerousGetArray());

        renter.Dispose();
        return array;
    }

    private static byte[] EndDetached()
    {
        using var renter = Secret.Rent(33);
        using PooledOwner<byte> owner = renter.Detach();
        return Fill(owner.DangerousGetArray());
    }

    private static byte[] EndOwner(PooledOwner<byte> owner)
    {
        using (owner)
            return Fill(owner.DangerousGetArray());
    }

    private static byte[] OnAnotherThread(PooledOwner<byte> owner)
    {
        byte[] array = [];
        var thread = new Thread(() => array = EndOwner(owner));
        thread.Start();
        thread.Join();
        return array;
    }

    private static byte[][] EndGrown()
    {
        PooledOwner<byte> owner = Secret.RentOwner(33);
        byte[] small = Fill(owner.DangerousGetArray());
        using PooledOwner<byte> larger = owner.Resize(1000);
        return [small];
    }

    private static byte[][] EndMoved()
    {
        PooledOwner<byte> owner = Secret.RentOwner(64);
        byte[] array = Fill(owner.DangerousGetArray());
        owner.DetachSlice(60, 4).Resize(64).DetachSlice(0, 1).Dispose();
        return [array];
    }

    private static byte[][] EndAboveTheBudget()
    {
        byte[] array = EndOwner(Evicted.RentOwner(33));
        Assert.Equal(0, Evicted.Pool.GetStatistics().Retained);
        return [array];
    }

    // The owner was disposed before it grew, so what was copied goes back at once. The larger array is the one that was rented here last.
    private static byte[][] EndStaleGrowth()
    {
        byte[] larger = EndOwner(Secret.RentOwner(1000));
        PooledOwner<byte> owner = Secret.RentOwner(33);
        byte[] array = Fill(owner.DangerousGetArray());
        owner.Dispose();
        Assert.Throws<ObjectDisposedException>(() => owner.Resize(1000));
        return [array, larger];
    }

    private static byte[] EndWriter(int appended)
    {
        byte[] array = NextArray();
        var writer = Secret.CreateWriter(100);
        writer.Append(7, 3);
        Assert.True(array.AsSpan().Overlaps(writer.WrittenSpan));
        writer.GetSpan().Fill(7);
        writer.Append(7, appended);
        if (appended == 0)
            writer.Dispose();

        writer.Dispose();
        return array;
    }

    // The array that this thread rents next.
    private static byte[] NextArray()
    {
        using PooledOwner<byte> owner = Secret.RentOwner(100);
        return owner.DangerousGetArray().Array!;
    }

    private static byte[][] EndHandedOverWriter()
    {
        using var writer = Secret.CreateWriter(100);
        writer.Append(7, 3);
        writer.GetSpan().Fill(7);
        using PooledOwner<byte> owner = writer.Detach();
        return [owner.DangerousGetArray().Array!];
    }

    private static byte[] EndBufferWriter(Action<PooledBufferWriter<byte>> end)
    {
        PooledBufferWriter<byte> writer = Secret.Pool.CreateBufferWriter(100);
        writer.Write([7, 7, 7]);
        byte[] array = Fill(writer.GetMemory());
        end(writer);
        return array;
    }

    private static byte[][] EndStream(Action<PooledStream> end)
    {
        PooledStream stream = Secret.Pool.CreateStream();
        stream.Write([7, 7, 7]);
        Assert.True(stream.TryGetBuffer(out ArraySegment<byte> part));
        byte[] array = Fill(part);
        end(stream);
        return [array];
    }

    // Room that is longer than the rest of the segment lies in an array of its own.
    private static byte[][] EndStagedRoom(Action<PooledStream> end)
    {
        var stream = new PooledStream(Secret.Pool, segmentLength: 64);
        stream.Write([7, 7, 7]);
        Assert.True(stream.TryGetBuffer(out ArraySegment<byte> part));
        byte[] staged = Fill(stream.GetMemory(200));
        Assert.NotSame(part.Array, staged);
        end(stream);
        if (stream.CanWrite)
            stream.GetMemory();

        return [staged];
    }

    private static byte[][] EndArray()
    {
        ArrayPool<byte> pool = Secret.Pool.AsArrayPool();
        byte[] array = Fill(new ArraySegment<byte>(pool.Rent(33)));
        pool.Return(array);
        return [array];
    }

    private static byte[][] EndBlock(bool reuseOwners)
    {
        IMemoryOwner<byte> owner = Secret.Pool.MemoryPoolOf(reuseOwners).Rent(33);
        byte[] array = Fill(owner.Memory);
        owner.Dispose();
        return [array];
    }
}

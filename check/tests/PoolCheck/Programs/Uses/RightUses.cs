using System.Buffers;
using PooledGen;

namespace Zoo;

/// <summary>Right code on arrays that are in use, and what may be done with an array after its return: to keep, compare, pass on and measure it.</summary>
internal static class RightUses
{
    private static readonly ArrayPool<byte> s_pool = ArrayPool<byte>.Create();
    private static byte[]? s_last;

    public static async Task<long> MakeAllAsync()
    {
        long sum = 0;
        for (int i = 0; i < 2000; i++)
            sum += Work(i) + WorkOnOthers(i);

        // The check finds the pool of this type in the metadata, on a thread of its own.
        for (int i = 0; i < 500; i++)
        {
            Uses.Dead<Uses.Point>(30);
            Thread.Sleep(1);
        }

        byte[] dead = Uses.Dead<byte>(700);
        Volatile.Write(ref s_last, dead);
        List<byte[]> list = [dead];
        sum += dead.Length + dead.AsSpan(3, 4).Length + dead.AsMemory().Length + list.IndexOf(dead);
        sum += (await Task.FromResult(dead)).Length;
        sum += ReferenceEquals(s_last, dead) ? 1 : 0;
        Func<byte[], int> measure = static array => array.Length;
        sum += measure(dead);
        new MemoryStream().Write(dead, 0, 0);
        Array.Copy(dead, dead, 0);
        return sum;
    }

    // A pool of its own, an owner, and rentals of PooledGen.
    private static int WorkOnOthers(int turn)
    {
        byte[] array = s_pool.Rent(60);
        array.AsSpan().Fill((byte)turn);
        using IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(60);
        array.AsSpan(0, 60).CopyTo(owner.Memory.Span);
        using PooledOwner<byte> packet = Packet.RentOwner(60);
        owner.Memory[..60].CopyTo(packet.Memory);
        using var scratch = Packet.Rent(60);
        packet.Span.CopyTo(scratch.Span);
        s_pool.Return(array);
        return scratch.Span[59];
    }

    // The next renter of an array gets what was in it, as without the check.
    private static int Work(int turn)
    {
        int[] array = ArrayPool<int>.Shared.Rent(48);
        int before = array[7];
        array.AsSpan().Fill(turn);
        int sum = 0;
        foreach (int each in array)
            sum += each;

        ArrayPool<int>.Shared.Return(array);
        return turn == 0 ? 0 : sum + before;
    }
}

[PooledBuffer<byte>(MaxLength = 4096)]
internal partial struct Packet;

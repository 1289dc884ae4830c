using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

unsafe class Native
{
    public static int Sum(int n)
    {
        using var packet = Packet.Rent(n);
        int sum = 0;
        fixed (byte* p = packet)
        {
            for (byte* q = p; q < p + n; q++)
                sum += *q;
        }

        byte[] array = ArrayPool<byte>.Shared.Rent(n);
        fixed (byte* p = array, q = &array[1])
            sum += p[0] + *q;
        ref byte first = ref array[0];
        ArrayPool<byte>.Shared.Return(array);
        return sum + first;
    }
}

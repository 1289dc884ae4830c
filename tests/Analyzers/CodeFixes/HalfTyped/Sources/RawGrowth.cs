using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

static class Growth
{
    public static byte[] Collect(IEnumerable<byte> values)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(16);
        int count = 0;
        foreach (byte value in values)
        {
            if (count == buffer.Length)
            {
                byte[] longer = ArrayPool<byte>.Shared.Rent(buffer.Length * 2);
                Array.Copy(buffer, longer, count);
                ArrayPool<byte>.Shared.Return(buffer);
                buffer = longer;
            }

            buffer[count++] = value;
        }

        byte[] result = buffer.AsSpan(0, count).ToArray();
        ArrayPool<byte>.Shared.Return(buffer);
        return result;
    }
}

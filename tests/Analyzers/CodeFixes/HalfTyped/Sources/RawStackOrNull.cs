using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

static class StackOrNull
{
    public static int Run(int n)
    {
        const int Few = 64;
        byte[]? array = n > Few ? ArrayPool<byte>.Shared.Rent(n) : null;
        Span<byte> span = array is null ? stackalloc byte[Few] : array;
        try
        {
            span[0] = 1;
            return span.Length;
        }
        finally
        {
            if (array is not null)
            {
                ArrayPool<byte>.Shared.Return(array, clearArray: true);
            }
        }
    }
}

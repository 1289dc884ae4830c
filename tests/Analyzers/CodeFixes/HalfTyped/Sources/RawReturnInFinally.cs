using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

static class Raw
{
    public static string Digits(int n)
    {
        byte[] digits = ArrayPool<byte>.Shared.Rent(n);
        try
        {
            for (int i = 0; i < n; i++)
                digits[i] = (byte)('0' + i);
            return System.Text.Encoding.ASCII.GetString(digits, 0, n);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(digits);
        }
    }
}

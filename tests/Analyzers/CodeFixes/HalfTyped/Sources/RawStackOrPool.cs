using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

static class StackOrPool
{
    public static int Hash(ReadOnlySpan<char> text, int n)
    {
        char[] rented = null;
        Span<char> span = n <= 128 ? stackalloc char[128] : (rented = ArrayPool<char>.Shared.Rent(n));
        span = span.Slice(0, n);
        text.CopyTo(span);
        int hash = 0;
        foreach (char c in span)
            hash = hash * 31 + c;
        if (rented != null)
            ArrayPool<char>.Shared.Return(rented);
        return hash;
    }
}

using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<char>(MaxLength = 4096)]
public partial struct Text;

static class StackFirst
{
    public static string Upper(ReadOnlySpan<char> value)
    {
        using var text = Text.Rent(value.Length, stackalloc char[64]);
        value.ToUpperInvariant(text);
        return text.Length > 5 ? text[..5].ToString() : new string(text.Span);
    }
}

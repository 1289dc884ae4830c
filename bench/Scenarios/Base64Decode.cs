using System.Buffers;
using System.Buffers.Text;
using System.Runtime.CompilerServices;
using System.Text;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>2 KB of Base64 text to bytes.</summary>
public class Base64Decode
{
    private const int TextLength = 2048;

    private static readonly string s_text = Convert.ToBase64String([.. Enumerable.Range(0, TextLength / 4 * 3).Select(static i => (byte)(i * 31))]);

    // The framework decodes with vector instructions from UTF-8, but not from UTF-16: narrowing first is faster.
    [Benchmark(Description = "PooledGen, narrow and DecodeFromUtf8"), Arguments(TextLength), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        using var ascii = PacketBuffer.Rent(length);
        using var bytes = PacketBuffer.Rent(Base64.GetMaxDecodedFromUtf8Length(length));
        if (Ascii.FromUtf16(s_text, ascii, out _) != OperationStatus.Done || Base64.DecodeFromUtf8(ascii, bytes, out _, out _) != OperationStatus.Done)
            throw new FormatException();
    }

    [Benchmark(Description = "ArrayPool.Shared, narrow and DecodeFromUtf8"), Arguments(TextLength), MethodImpl(NoInlining)]
    public void ArrayPoolWithTheSameDecoder(int length)
    {
        byte[] ascii = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            byte[] bytes = ArrayPool<byte>.Shared.Rent(Base64.GetMaxDecodedFromUtf8Length(length));
            try
            {
                if (Ascii.FromUtf16(s_text, ascii, out _) != OperationStatus.Done
                    || Base64.DecodeFromUtf8(ascii.AsSpan(0, length), bytes, out _, out _) != OperationStatus.Done)
                    throw new FormatException();
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(bytes);
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(ascii);
        }
    }

    [Benchmark(Description = "Convert.FromBase64String", Baseline = true), Arguments(TextLength), MethodImpl(NoInlining)]
    public void Framework(int length) => _ = Convert.FromBase64String(s_text).Length - length;

    [Benchmark(Description = "PooledGen, Convert.TryFromBase64Chars"), Arguments(TextLength), MethodImpl(NoInlining)]
    public void FrameworkIntoARental(int length)
    {
        using var bytes = PacketBuffer.Rent(Base64.GetMaxDecodedFromUtf8Length(length));
        if (!Convert.TryFromBase64Chars(s_text, bytes, out _))
            throw new FormatException();
    }
}

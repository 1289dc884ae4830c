using System.Buffers;

namespace PooledGen.Bench.Tables.LargeObjects;

/// <summary>One way to get an array for a moment: gets it, writes the first and the last element, gives it back.</summary>
internal static class Ways
{
    public const int MaxLength = 10_000_000;

    public static void New(int length) => Touch(new byte[length], length);

    public static void Shared(int length)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            Touch(array, length);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    public static void PooledGen(int length)
    {
        using var buffer = LargeBuffer.Rent(length);
        Touch(buffer.Span, length);
    }

    private static void Touch(Span<byte> array, int length) => array[0] = array[length - 1] = 1;
}

/// <summary>A pool whose longest buffer has 10 MB.</summary>
[PooledBuffer<byte>(MaxLength = Ways.MaxLength)]
internal partial struct LargeBuffer;

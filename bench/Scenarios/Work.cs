using System.Runtime.CompilerServices;

namespace PooledGen.Bench.Scenarios;

/// <summary>What every contender does with what it rented: the first and the last element of a span of the exact length.</summary>
internal static class Work
{
    public const int OneKilobyte = 1024;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Touch(Span<byte> buffer, int value)
    {
        buffer[0] = (byte)value;
        buffer[^1] = (byte)value;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Touch(Span<string> buffer)
    {
        buffer[0] = "first";
        buffer[^1] = "last";
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Touch<T>(Span<T> buffer, T value)
    {
        buffer[0] = value;
        buffer[^1] = value;
    }
}

using System.Buffers;
using System.Runtime.CompilerServices;

namespace Zoo;

/// <summary>A library with one mistake of each kind. The tests look for the lines by their comments.</summary>
public static class Decoder
{
    private static readonly ArrayPool<byte> s_other = ArrayPool<byte>.Create();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Lose() => GC.KeepAlive(ArrayPool<byte>.Shared.Rent(1000)); // lost

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ReturnTwice()
    {
        int[] array = ArrayPool<int>.Shared.Rent(1000);
        ArrayPool<int>.Shared.Return(array);
        ArrayPool<int>.Shared.Return(array); // returned twice
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void WriteLate()
    {
        Pixel[] array = ArrayPool<Pixel>.Shared.Rent(1000);
        ArrayPool<Pixel>.Shared.Return(array); // written later
        array[7] = new Pixel(1, 2, 3);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ReturnElsewhere()
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(5000);
        s_other.Return(array); // returned elsewhere
    }

    /// <summary>No mistake. The agent gets to know the pool of pixels by it, before the mistakes are made.</summary>
    public static void RentInOrder()
    {
        long end = Environment.TickCount64 + 2000;
        Pixel[] array;
        do
        {
            array = ArrayPool<Pixel>.Shared.Rent(1000);
            ArrayPool<Pixel>.Shared.Return(array);
            Thread.Sleep(1);
        }
        while (array[0].Red != 0xDD && Environment.TickCount64 < end);
    }

    public static void MakeEveryMistake()
    {
        RentInOrder();
        Lose();
        ReturnTwice();
        WriteLate();
        ReturnElsewhere();
    }

    private readonly record struct Pixel(byte Red, byte Green, byte Blue);
}

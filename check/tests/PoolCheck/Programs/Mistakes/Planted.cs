using System.Buffers;

namespace Mistakes;

/// <summary>One mistake of each kind that a trace can show. The tests look for the lines.</summary>
internal static class Planted
{
    private static readonly ArrayPool<byte> s_other = ArrayPool<byte>.Create();

    public static void LeaveOut() => GC.KeepAlive(ArrayPool<char>.Shared.Rent(100)); // left out

    public static void ReturnTwice()
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(1000); // rented
        ArrayPool<byte>.Shared.Return(array); // returned
        ArrayPool<byte>.Shared.Return(array); // returned again
    }

    public static void ReturnElsewhere()
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(5000); // rented for elsewhere
        s_other.Return(array); // returned elsewhere
    }

    public static async Task LeaveOutLaterAsync()
    {
        await Task.Yield();
        GC.KeepAlive(ArrayPool<byte>.Shared.Rent(300)); // left out later
    }
}

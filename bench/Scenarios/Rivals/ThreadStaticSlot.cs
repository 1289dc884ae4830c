using System.Numerics;
using System.Runtime.CompilerServices;

namespace PooledGen.Bench.Scenarios.Rivals;

/// <summary>One array a thread. Written with care: a nested rental gets an array of its own, an exception loses none.</summary>
internal static class ThreadStaticSlot<T>
{
    [ThreadStatic]
    private static T[]? t_array;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T[] Rent(int length)
    {
        T[]? array = t_array;
        if (array is null || array.Length < length)
            return Allocate(length);

        t_array = null;
        return array;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Return(T[] array) => t_array = array;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static T[] Allocate(int length)
        => GC.AllocateUninitializedArray<T>((int)BitOperations.RoundUpToPowerOf2((uint)Math.Max(length, 16)));
}

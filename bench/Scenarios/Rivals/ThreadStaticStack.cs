using System.Numerics;
using System.Runtime.CompilerServices;

namespace PooledGen.Bench.Scenarios.Rivals;

/// <summary>A few arrays of each size class a thread: as many as PooledGen keeps by default.</summary>
internal static class ThreadStaticStack<T>
{
    private const int Depth = 8;

    [ThreadStatic]
    private static Stack<T[]>?[]? t_stacks;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T[] Rent(int length)
    {
        int sizeClass = SizeClass(length);
        Stack<T[]>?[]? stacks = t_stacks;
        return stacks is not null && stacks[sizeClass] is { } stack && stack.TryPop(out T[]? array) ? array : Allocate(sizeClass);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Return(T[] array)
    {
        Stack<T[]>? stack = t_stacks?[SizeClass(array.Length)];
        if (stack is null)
            stack = Create(array.Length);

        if (stack.Count < Depth)
            stack.Push(array);
    }

    private static int SizeClass(int length) => BitOperations.Log2(((uint)length - 1) | 15);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static T[] Allocate(int sizeClass) => GC.AllocateUninitializedArray<T>(2 << sizeClass);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Stack<T[]> Create(int length) => (t_stacks ??= new Stack<T[]>?[32])[SizeClass(length)] ??= new Stack<T[]>(Depth);
}

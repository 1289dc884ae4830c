using System.Runtime.CompilerServices;

namespace PooledGen.Bench.Scenarios.Pools;

/// <summary>A stack a thread, behind <see cref="ThreadLocal{T}"/>.</summary>
internal readonly struct ThreadLocalStack : IBlockPool
{
    private const int Depth = 8;

    private static readonly ThreadLocal<Stack<byte[]>> s_free = new(static () => new Stack<byte[]>(Depth));

    public static byte[] Rent() => s_free.Value!.TryPop(out byte[]? array) ? array : Block.Allocate();

    public static void Return(byte[] array)
    {
        Stack<byte[]> free = s_free.Value!;
        if (free.Count < Depth)
            free.Push(array);
    }
}

/// <summary>
/// An array and a count a thread, written for speed alone. A place keeps its reference while the array is rented, the place is a struct so that storing
/// needs no check of the element's type, and one comparison is the check of the bounds and of the emptiness.
/// </summary>
internal readonly struct ThreadStaticArray : IBlockPool
{
    private const int Depth = 8;

    [ThreadStatic]
    private static Local? t_local;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte[] Rent()
    {
        if (t_local is { } local)
        {
            Place[] places = local.Places;
            int top = local.Count - 1;
            if ((uint)top < (uint)places.Length)
            {
                local.Count = top;
                return places[top].Array;
            }
        }

        return Block.Allocate();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Return(byte[] array)
    {
        Local local = t_local ?? Create();
        Place[] places = local.Places;
        int count = local.Count;
        if ((uint)count < (uint)places.Length)
        {
            places[count].Array = array;
            local.Count = count + 1;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Local Create() => t_local = new Local();

    private struct Place
    {
        public byte[] Array;
    }

    private sealed class Local
    {
        public readonly Place[] Places = new Place[Depth];

        public int Count;
    }
}

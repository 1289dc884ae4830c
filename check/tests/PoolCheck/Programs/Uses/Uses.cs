using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

namespace Zoo;

/// <summary>Uses of arrays after their return, one of each kind, each in a line with a comment. The tests of the tool look for these lines.</summary>
internal static class Uses
{
    private static byte[] s_kept = [];

    public static async Task MakeAllAsync()
    {
        for (int i = 0; i < 3; i++)
            ReadElement(Dead<byte>(100));

        WriteElement(Dead<int>(100));
        ReadSpan(Dead<char>(100));
        Enumerate(Dead<long>(20));
        WriteField(Dead<Point>(30));
        ReadByPointer(Dead<byte>(200));
        Clear(Dead<short>(100));
        Decode(Dead<byte>(300));
        Copy(Dead<double>(100));
        Parse(Dead<byte>(400));
        ReadMemoryOfAnOwner(MemoryPool<byte>.Shared.Rent(800));
        WriteArrayOfAnotherPool(ArrayPool<byte>.Create());
        await WriteLaterAsync(Dead<byte>(500).AsMemory(10, 20));
        s_kept = Dead<byte>(600);
        var thread = new Thread(static () => ReadOnAThread(s_kept));
        thread.Start();
        thread.Join();
        Callers.MakeAll(Dead<byte>(900));
    }

    internal static byte ReadForCallers(byte[] array)
    {
        return array[14]; // used: element 14 was read
    }

    private static int ReadElement(byte[] array)
    {
        return array[5]; // used: element 5 was read
    }

    private static void WriteElement(int[] array)
    {
        array[6] = 9; // used: element 6 was written
    }

    private static char ReadSpan(Span<char> span)
    {
        return span[7]; // used: element 7 was read
    }

    private static long Enumerate(long[] array)
    {
        long sum = 0;
        foreach (long each in array) // used: element 0 was read
            sum += each;

        return sum;
    }

    private static void WriteField(Point[] array)
    {
        ref Point point = ref array[8];
        point.Y = 3; // used: element 8 was written
    }

    private static unsafe byte ReadByPointer(byte[] array)
    {
        fixed (byte* first = array)
            return first[9]; // used: element 9 was read
    }

    private static void Clear(short[] array)
    {
        Array.Clear(array, 3, 4); // used: System.Array.Clear
    }

    private static string Decode(byte[] array)
    {
        return Encoding.ASCII.GetString(array, 0, 10); // used: System.Text.Encoding.GetString
    }

    private static void Copy(double[] array)
    {
        array.AsSpan(2, 3).CopyTo(new double[3]); // used: System.Span.CopyTo
    }

    private static int Parse(byte[] array)
    {
        return MemoryMarshal.Read<int>(array.AsSpan(4)); // used: System.Runtime.InteropServices.MemoryMarshal.Read
    }

    private static byte ReadMemoryOfAnOwner(IMemoryOwner<byte> owner)
    {
        Memory<byte> memory = owner.Memory;
        owner.Dispose();
        return memory.Span[12]; // used: element 12 was read
    }

    // Not seen: the check cannot hold such an array back.
    private static void WriteArrayOfAnotherPool(ArrayPool<byte> pool)
    {
        byte[] array = pool.Rent(100);
        pool.Return(array);
        array[1] = 2; // used: element 1 was written
    }

    private static async Task WriteLaterAsync(Memory<byte> memory)
    {
        await Task.Yield();
        memory.Span[3] = 4; // used: element 13 was written
    }

    private static byte ReadOnAThread(byte[] array)
    {
        return array[11]; // used: element 11 was read
    }

    /// <summary>An array that was returned.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static T[] Dead<T>(int length)
    {
        T[] array = ArrayPool<T>.Shared.Rent(length);
        ArrayPool<T>.Shared.Return(array);
        return array;
    }

    internal struct Point
    {
        public int X;
        public int Y;
    }
}

/// <summary>Four methods that call one wrong line. The loop of one of them takes up the stacks of the first uses.</summary>
internal static class Callers
{
    public static void MakeAll(byte[] array)
    {
        CallOnce(array);
        CallOnceMore(array);
        CallInALoop(array);
        CallInALongerLoop(array);
    }

    private static int CallOnce(byte[] array) => Uses.ReadForCallers(array);

    private static int CallOnceMore(byte[] array) => Uses.ReadForCallers(array);

    private static int CallInALoop(byte[] array)
    {
        int sum = 0;
        for (int i = 0; i < 1000; i++)
            sum += Uses.ReadForCallers(array);

        return sum;
    }

    private static int CallInALongerLoop(byte[] array)
    {
        int sum = 0;
        for (int i = 0; i < 5000; i++)
            sum += Uses.ReadForCallers(array);

        return sum;
    }
}

using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The bytes that fill checked memory. Memory that may hold references is filled with zeros instead: a holder that reads too much then finds
/// nothing that looks like a reference, and its writes are found all the same.
/// </summary>
internal static class Pattern
{
    /// <summary>Fills rented elements that the holder has not written yet.</summary>
    public const byte Fresh = 0xCD;

    /// <summary>Fills returned elements.</summary>
    public const byte Returned = 0xDD;

    /// <summary>Fills the elements past the requested length.</summary>
    public const byte Canary = 0xFD;

    /// <summary>Fills elements with a pattern.</summary>
    /// <param name="node">The buffer.</param>
    /// <param name="start">The first element.</param>
    /// <param name="length">The number of elements.</param>
    /// <param name="pattern">The byte.</param>
    public static void Fill(PooledNode node, int start, int length, byte pattern)
    {
        if (length == 0)
            return;

        if (node.Pool.HoldsReferences)
        {
            node.Clear(start, length);
            return;
        }

        ref byte bytes = ref BytesFrom(node, start);
        long left = BytesOf(node, length);
        while (left > 0)
        {
            uint count = (uint)Math.Min(left, int.MaxValue);
            Unsafe.InitBlockUnaligned(ref bytes, pattern, count);
            bytes = ref Unsafe.AddByteOffset(ref bytes, (nint)count);
            left -= count;
        }
    }

    /// <summary>Finds elements that no longer hold the pattern.</summary>
    /// <param name="node">The buffer.</param>
    /// <param name="start">The start of the filled part, which reaches to the end.</param>
    /// <param name="pattern">The pattern that the part was filled with.</param>
    /// <param name="first">The first element that was written.</param>
    /// <param name="last">The last element that was written.</param>
    /// <returns>Whether there are any.</returns>
    public static bool IsWritten(PooledNode node, int start, byte pattern, out int first, out int last)
    {
        first = last = -1;
        int end = node.Capacity;
        if (start == end || IsIntact(node, start, end - start, pattern))
            return false;

        first = start;
        while (first < end - 1 && IsIntact(node, first, 1, pattern))
            first++;

        last = end - 1;
        while (last > first && IsIntact(node, last, 1, pattern))
            last--;

        return true;
    }

    // Compares bytes, because an element's own Equals may return anything. It reads references as numbers, and only compares them with zero.
    private static bool IsIntact(PooledNode node, int start, int count, byte pattern)
    {
        ref byte bytes = ref BytesFrom(node, start);
        byte expected = node.Pool.HoldsReferences ? (byte)0 : pattern;
        ulong expected8 = expected * 0x0101_0101_0101_0101UL;
        long length = BytesOf(node, count);
        long i = 0;
        for (; i <= length - sizeof(ulong); i += sizeof(ulong))
        {
            if (Unsafe.ReadUnaligned<ulong>(ref Unsafe.AddByteOffset(ref bytes, (nint)i)) != expected8)
                return false;
        }

        for (; i < length; i++)
        {
            if (Unsafe.AddByteOffset(ref bytes, (nint)i) != expected)
                return false;
        }

        return true;
    }

    private static ref byte BytesFrom(PooledNode node, int start)
        => ref Unsafe.AddByteOffset(ref node.Pool.FirstByteOf(node), (nint)BytesOf(node, start));

    private static long BytesOf(PooledNode node, int elements) => (long)elements * node.Pool.ElementSize;
}

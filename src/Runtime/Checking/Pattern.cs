using System.Runtime.CompilerServices;

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

    /// <summary>Fills the elements behind the requested length.</summary>
    public const byte Canary = 0xFD;

    /// <summary>Fills elements with a pattern.</summary>
    public static void Fill<T>(Span<T> elements, byte pattern)
    {
        T element = default!;
        if (!RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            Unsafe.InitBlockUnaligned(ref Unsafe.As<T, byte>(ref element), pattern, (uint)Unsafe.SizeOf<T>());

        elements.Fill(element);
    }

    /// <summary>Finds elements that no longer hold the pattern.</summary>
    /// <param name="elements">The elements.</param>
    /// <param name="start">The start of the filled part, which reaches to the end.</param>
    /// <param name="pattern">The pattern that the part was filled with.</param>
    /// <param name="first">The first element that was written.</param>
    /// <param name="last">The last element that was written.</param>
    /// <returns>Whether there are any.</returns>
    public static bool IsWritten<T>(Span<T> elements, int start, byte pattern, out int first, out int last)
    {
        first = last = -1;
        if (start == elements.Length || IsIntact(ref elements[start], elements.Length - start, pattern))
            return false;

        first = start;
        while (first < elements.Length - 1 && IsIntact(ref elements[first], 1, pattern))
            first++;

        last = elements.Length - 1;
        while (last > first && IsIntact(ref elements[last], 1, pattern))
            last--;

        return true;
    }

    // Compares bytes, because an element's own Equals may return anything. It reads references as numbers, and only compares them with zero.
    private static bool IsIntact<T>(ref T elements, int count, byte pattern)
    {
        ref byte bytes = ref Unsafe.As<T, byte>(ref elements);
        byte expected = RuntimeHelpers.IsReferenceOrContainsReferences<T>() ? (byte)0 : pattern;
        ulong expected8 = expected * 0x0101_0101_0101_0101UL;
        long length = (long)count * Unsafe.SizeOf<T>();
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
}

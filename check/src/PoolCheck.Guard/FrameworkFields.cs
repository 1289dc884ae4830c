using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledGen.PoolCheck.Guard;

/// <summary>
/// Reads private fields of the framework that say which array an object has kept. In a runtime that has other fields it finds no array.
/// </summary>
internal static class FrameworkFields
{
    private static readonly bool s_hasStreams = HasStreams();

    /// <summary>The array of an enumerator, and the index of its current element; null if the fields are others.</summary>
    public static T[]? Current<T>(ref ArraySegment<T>.Enumerator enumerator, out int index)
    {
        if (!SegmentFields<T>.AreKnown)
        {
            index = 0;
            return null;
        }

        ref SegmentFields<T> fields = ref Unsafe.As<ArraySegment<T>.Enumerator, SegmentFields<T>>(ref enumerator);
        index = fields.Current >= fields.Start && fields.Current < fields.End ? fields.Current : -1;
        return fields.Array;
    }

    /// <summary>The array that a stream reads and writes, and the index of its position; null if it has none there.</summary>
    public static byte[]? Current(MemoryStream stream, out int position)
    {
        position = 0;

        // A derived type may have no array, and one that is closed does not use it.
        if (!s_hasStreams || stream.GetType() != typeof(MemoryStream) || !stream.CanRead)
            return null;

        position = Position(stream);
        return position < Length(stream) ? Buffer(stream) : null;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_buffer")]
    private static extern ref byte[] Buffer(MemoryStream stream);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_position")]
    private static extern ref int Position(MemoryStream stream);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_length")]
    private static extern ref int Length(MemoryStream stream);

    private static bool HasStreams()
    {
        try
        {
            byte[] array = new byte[8];
            var stream = new MemoryStream(array, 2, 4) { Position = 1 };
            return Buffer(stream) == array && Position(stream) == 3 && Length(stream) == 6;
        }
        catch (MissingFieldException)
        {
            return false;
        }
    }

    // The fields of the enumerator in their order.
    [StructLayout(LayoutKind.Auto)]
    private struct SegmentFields<T>
    {
        public static readonly bool AreKnown = Compare();

        public T[]? Array;
        public int Start;
        public int End;
        public int Current;

        // The reference and three numbers. What fills up the size has any value.
        private static int FieldBytes => Unsafe.SizeOf<nint>() + (3 * sizeof(int));

        // As numbers first: a number that is taken for a reference ends the process.
        private static unsafe bool Compare()
        {
            if (RuntimeHelpers.IsReferenceOrContainsReferences<T>() || Unsafe.SizeOf<ArraySegment<T>.Enumerator>() != Unsafe.SizeOf<SegmentFields<T>>())
                return false;

            var known = new SegmentFields<T> { Array = GC.AllocateUninitializedArray<T>(16, pinned: true), Start = 3, End = 8, Current = 4 };
            var enumerator = new ArraySegment<T>(known.Array, 3, 5).GetEnumerator();
            return enumerator.MoveNext() && enumerator.MoveNext()
                && new ReadOnlySpan<byte>(Unsafe.AsPointer(ref known), FieldBytes)
                    .SequenceEqual(new ReadOnlySpan<byte>(Unsafe.AsPointer(ref enumerator), FieldBytes));
        }
    }
}

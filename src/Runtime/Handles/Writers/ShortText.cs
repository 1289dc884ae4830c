#if NET
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace PooledGen;

/// <summary>Copies short text of a length that the JIT does not know, as most pieces of a larger text are.</summary>
internal static class ShortText
{
    /// <summary>Copies text if it fits. Source and destination may overlap.</summary>
    /// <typeparam name="T">Always char. Generic, so that generic code can call it when the JIT knows its T to be char.</typeparam>
    /// <param name="source">The text.</param>
    /// <param name="destination">The destination.</param>
    /// <returns><see langword="false"/> if it does not fit; then nothing was copied.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryCopy<T>(scoped ReadOnlySpan<T> source, Span<T> destination)
    {
        if (source.Length > destination.Length)
            return false;

        ref ushort from = ref Unsafe.As<T, ushort>(ref MemoryMarshal.GetReference(source));
        ref ushort to = ref Unsafe.As<T, ushort>(ref MemoryMarshal.GetReference(destination));
        uint length = (uint)source.Length;

        // Two loads that meet or overlap, then two stores: no loop, no call, nothing written past the end.
        if (length - 8 <= 8)
        {
            Vector128<ushort> head = Vector128.LoadUnsafe(ref from);
            Vector128<ushort> tail = Vector128.LoadUnsafe(ref from, length - 8);
            head.StoreUnsafe(ref to);
            tail.StoreUnsafe(ref to, length - 8);
        }
        else if (length - 4 < 4)
        {
            ulong head = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref from));
            ulong tail = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref from, length - 4)));
            Unsafe.WriteUnaligned(ref Unsafe.As<ushort, byte>(ref to), head);
            Unsafe.WriteUnaligned(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref to, length - 4)), tail);
        }
        else
        {
            source.CopyTo(destination);
        }

        return true;
    }
}
#endif

#if NET
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace PooledGen.CompilerServices;

/// <summary>Copies text as the pieces of a larger one mostly are: short, and of a length that the JIT does not know. Generated code only.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class ShortText
{
    /// <summary>Copies text if it fits. The two may overlap.</summary>
    /// <param name="source">The text.</param>
    /// <param name="destination">Where it goes.</param>
    /// <returns><see langword="false"/> where it does not fit; nothing was copied then.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryCopy(scoped ReadOnlySpan<char> source, Span<char> destination)
    {
        if (source.Length > destination.Length)
            return false;

        ref ushort from = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(source));
        ref ushort to = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(destination));
        uint length = (uint)source.Length;

        // Two loads that meet or overlap, then two stores: no loop, no call, nothing written behind the end.
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

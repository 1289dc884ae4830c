using System.Buffers;
using System.Runtime.InteropServices;

namespace PooledGen.Bench.Tables.MemoryWays;

/// <summary>The ways to get memory for a moment: each gets it, writes one byte of every page, and gives it back.</summary>
internal static unsafe class MemoryWays
{
    public const int MaxLength = 128 * 1024 * 1024;

    private const int Page = 4096;

    private static readonly ArrayPool<byte> s_created = ArrayPool<byte>.Create(MaxLength, maxArraysPerBucket: 4);

    public static readonly (string Name, Action<int> Run)[] All =
    [
        ("`new`", static length => Touch(new byte[length])),
        ("`GC.AllocateUninitializedArray`", static length => Touch(GC.AllocateUninitializedArray<byte>(length))),
        ("the same, pinned", static length => Touch(GC.AllocateUninitializedArray<byte>(length, pinned: true))),
        ("`ArrayPool.Shared`", static length => Rent(ArrayPool<byte>.Shared, length)),
        ("`ArrayPool.Create`", static length => Rent(s_created, length)),
        ("`MemoryPool.Shared`", RentMemory),
        ("`Marshal.AllocHGlobal`", static length => AllocateGlobal(length)),
        ("the same, with memory pressure", static length => Press(length, AllocateGlobal)),
        ("`NativeMemory.Alloc`", static length => AllocateNative(length)),
        ("the same, with memory pressure", static length => Press(length, AllocateNative)),
        ("PooledGen", RentArray),
        ("PooledGen, pinned and aligned", RentAligned),
        ("PooledGen, native", RentNative),
    ];

    private static void Rent(ArrayPool<byte> pool, int length)
    {
        byte[] array = pool.Rent(length);
        Touch(array.AsSpan(0, length));
        pool.Return(array);
    }

    private static void RentMemory(int length)
    {
        using IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(length);
        Touch(owner.Memory.Span[..length]);
    }

    private static void AllocateGlobal(int length)
    {
        nint memory = Marshal.AllocHGlobal(length);
        Touch(new Span<byte>((void*)memory, length));
        Marshal.FreeHGlobal(memory);
    }

    private static void AllocateNative(int length)
    {
        void* memory = NativeMemory.Alloc((nuint)length);
        Touch(new Span<byte>(memory, length));
        NativeMemory.Free(memory);
    }

    private static void Press(int length, Action<int> allocate)
    {
        GC.AddMemoryPressure(length);
        allocate(length);
        GC.RemoveMemoryPressure(length);
    }

    private static void RentArray(int length)
    {
        using var buffer = ArrayBuffer.Rent(length);
        Touch(buffer.Span);
    }

    private static void RentAligned(int length)
    {
        using var buffer = AlignedBuffer.Rent(length);
        Touch(buffer.Span);
    }

    private static void RentNative(int length)
    {
        using var buffer = NativeBuffer.Rent(length);
        Touch(buffer.Span);
    }

    private static void Touch(Span<byte> memory)
    {
        for (int i = 0; i < memory.Length; i += Page)
            memory[i] = 1;
    }
}

/// <summary>Ordinary arrays.</summary>
[PooledBuffer<byte>(MaxLength = MemoryWays.MaxLength)]
internal partial struct ArrayBuffer;

/// <summary>Arrays that do not move, aligned to a cache line.</summary>
[PooledBuffer<byte>(MaxLength = MemoryWays.MaxLength, Storage = BufferStorage.Pinned, Alignment = 64)]
internal partial struct AlignedBuffer;

/// <summary>Pages of the operating system.</summary>
[PooledBuffer<byte>(MaxLength = MemoryWays.MaxLength, Storage = BufferStorage.Native, MinLength = 16)]
internal partial struct NativeBuffer;

using System.Runtime.InteropServices;

namespace PooledGen.Checking.Tests;

/// <summary>What the tests rent.</summary>
[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Bytes;

[PooledBuffer<byte>(Length = 64)]
public partial struct Block;

[PooledBuffer<byte>(MaxLength = 4096, Storage = BufferStorage.Pinned, Alignment = 64)]
public partial struct AlignedBytes;

[PooledBuffer<byte>(MaxLength = 4096, Storage = BufferStorage.Native)]
public partial struct NativeBytes;

[PooledBuffer<string>(MaxLength = 64)]
public partial struct Words;

[PooledBuffer<string>(MaxLength = 64, Clear = ClearPolicy.Never)]
public partial struct KeptWords;

[PooledBuffer<byte>(MaxLength = 4096, Clear = ClearPolicy.OnReturn)]
public partial struct Secrets;

[PooledBuffer<int>(MaxLength = 4096, Clear = ClearPolicy.OnRent)]
public partial struct Zeroed;

/// <summary>With three bytes of padding, and a reference or not.</summary>
[PooledBuffer(MaxLength = 64)]
public partial struct Padded
{
    public byte Small;
    public int Large;
}

[PooledBuffer(MaxLength = 64)]
public partial struct Named
{
    public int Number;
    public string? Name;
}

internal static class Misuse
{
    /// <summary>The whole array behind a memory: what a careless consumer gets hold of.</summary>
    public static T[] ArrayOf<T>(Memory<T> memory)
    {
        Assert.True(MemoryMarshal.TryGetArray<T>(memory, out ArraySegment<T> segment));
        return segment.Array!;
    }

    /// <summary>Ends a check that must find something.</summary>
    public static PoolMisuse[] FindingsOf(RentalCheck check)
        => [.. Assert.Throws<PoolMisuseException>(check.Dispose).Findings];

    /// <summary>The only finding of a check.</summary>
    public static PoolMisuse FindingOf(RentalCheck check) => Assert.Single(FindingsOf(check));
}

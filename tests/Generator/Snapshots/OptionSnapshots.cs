using PooledGen.Testing;

namespace PooledGen.Snapshots;

/// <summary>What each option changes in the emitted file.</summary>
public class OptionSnapshots
{
    [Fact]
    public Task MaxLengthBelowMinLength() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<byte>(MaxLength = 5)]
        public partial struct Tiny;
        """));

    [Fact]
    public Task MaxLengthOne() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<long>(MaxLength = 1)]
        public partial struct Single;
        """));

    [Fact]
    public Task MaxLengthIsNoPowerOfTwo() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<byte>(MaxLength = 1500)]
        public partial struct Frame;
        """));

    [Fact]
    public Task MaxLengthOfTheLongestArray() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<decimal>(MaxLength = 0x7FFFFFC7, MinLength = 1 << 20, ThreadDepth = 1)]
        public partial struct Huge;
        """));

    [Fact]
    public Task ClearOnRent() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<byte>(MaxLength = 64, Clear = PooledGen.ClearPolicy.OnRent)]
        public partial struct Zeroed;
        """));

    [Fact]
    public Task ClearOnRentOfReferences() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<object>(MaxLength = 64, Clear = PooledGen.ClearPolicy.OnRent)]
        public partial struct Zeroed;
        """));

    [Fact]
    public Task ClearOnReturn() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<byte>(MaxLength = 64, Clear = PooledGen.ClearPolicy.OnReturn)]
        public partial struct Secret;
        """));

    [Fact]
    public Task ClearNeverOfReferences() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<object>(MaxLength = 64, Clear = PooledGen.ClearPolicy.Never)]
        public partial struct Kept;
        """));

    [Fact]
    public Task OversizeThrow() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<byte>(MaxLength = 64, Oversize = PooledGen.OversizePolicy.Throw)]
        public partial struct Strict;
        """));

    [Fact]
    public Task MaxRetainedBytes() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<byte>(MaxLength = 64, MaxRetainedBytes = 5_000_000_000)]
        public partial struct Bounded;
        """));

    [Fact]
    public Task AssemblyDefaults() => Snapshot.Verify(new Consumer("""
        using PooledGen;

        [assembly: PooledBufferDefaults(MaxLength = 2048, MinLength = 64, ThreadDepth = 2, Oversize = OversizePolicy.Throw, Clear = ClearPolicy.OnReturn)]

        [PooledBuffer<byte>]
        public partial struct AllDefaults;

        [PooledBuffer<byte>(MaxLength = 128, ThreadDepth = 4)]
        public partial struct SomeDefaults;
        """));
}

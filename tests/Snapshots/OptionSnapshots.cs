using PooledGen.Generator.Model;
using PooledGen.Testing;

namespace PooledGen.Snapshots.Tests;

/// <summary>What each option changes in the emitted file.</summary>
public class OptionSnapshots
{
    // Each with a value that is not its default.
    [Fact]
    public Task EachOption() => Snapshot.Verify(
        new Consumer(string.Join('\n', OptionTable.Rows.Where(static row => row.IsEmitted).Select(static row
            => $"[PooledGen.PooledBuffer<byte>({ArgumentsFor(row)})] public partial struct With{row.Name};"))),
        WholeFile.Byte);

    private static string ArgumentsFor(OptionRow row)
    {
        long value = new[] { 32, 4, 2, 1 }.First(value => value != OptionRanges.DefaultOf(row.Option) && OptionRanges.Requirement(row.Option, value) is null);
        string argument = $"{row.Name} = {row.CodeOf(value)}";
        return row.Option switch
        {
            PoolOption.MaxLength => argument,
            PoolOption.Alignment => $"MaxLength = 64, Storage = PooledGen.BufferStorage.Pinned, {argument}",
            _ => $"MaxLength = 64, {argument}",
        };
    }

    [Fact]
    public Task MaxLengthBelowMinLength() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<byte>(MaxLength = 5)]
        public partial struct Tiny;
        """), WholeFile.Byte);

    [Fact]
    public Task MaxLengthOne() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<long>(MaxLength = 1)]
        public partial struct Single;
        """), WholeFile.Byte);

    [Fact]
    public Task MaxLengthIsNoPowerOfTwo() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<byte>(MaxLength = 1500)]
        public partial struct Frame;
        """), WholeFile.Byte);

    [Fact]
    public Task MaxLengthOfTheLongestArray() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<decimal>(MaxLength = 0x7FFFFFC7, MinLength = 1 << 20, MaxBuffersPerThread = 1)]
        public partial struct Huge;
        """), WholeFile.Byte);

    [Fact]
    public Task Length() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<byte>(Length = 4096)]
        public partial struct Block;
        """), WholeFile.Byte);

    [Fact]
    public Task LengthThatIsCleared() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<byte>(Length = 1500, Clear = PooledGen.ClearPolicy.OnReturn, Oversize = PooledGen.OversizePolicy.Throw)]
        public partial struct Frame;
        """), WholeFile.Byte);

    [Fact]
    public Task SizeClassesPerDoublingTwo() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<byte>(MaxLength = 1500, SizeClassesPerDoubling = 2, MaxRetainedBytes = 1_000_000)]
        public partial struct Frame;
        """), WholeFile.Byte);

    [Fact]
    public Task SizeClassesPerDoublingFour() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<byte>(MaxLength = 1024, SizeClassesPerDoubling = 4)]
        public partial struct Packet;
        """), WholeFile.Byte);

    [Fact]
    public Task StoragePinned() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<byte>(MaxLength = 64 * 1024, Storage = PooledGen.BufferStorage.Pinned)]
        public partial struct Packet;
        """), WholeFile.Byte);

    [Fact]
    public Task StoragePinnedWithPointers() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<int>(Length = 1000, Storage = PooledGen.BufferStorage.Pinned, Clear = PooledGen.ClearPolicy.OnReturn)]
        public partial struct Block;
        """) { AllowUnsafe = true }, WholeFile.Byte);

    [Fact]
    public Task StoragePinnedAndAligned() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<float>(
            MaxLength = 1 << 20, Storage = PooledGen.BufferStorage.Pinned, Alignment = 64, SizeClassesPerDoubling = 2, Clear = PooledGen.ClearPolicy.OnRent)]
        public partial struct Samples;
        """) { AllowUnsafe = true }, WholeFile.Byte);

    [Fact]
    public Task StorageNative() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<byte>(MaxLength = 1 << 20, Storage = PooledGen.BufferStorage.Native)]
        public partial struct Image;
        """) { AllowUnsafe = true }, WholeFile.Byte);

    [Fact]
    public Task StorageNativeOfOneLength() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<byte>(
            Length = 1000, Storage = PooledGen.BufferStorage.Native, Clear = PooledGen.ClearPolicy.OnReturn, Oversize = PooledGen.OversizePolicy.Throw)]
        public partial struct Block;
        """), WholeFile.Byte);

    [Fact]
    public Task StorageNativeOfATypeParameter() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer("T", MaxLength = 1000, Storage = PooledGen.BufferStorage.Native, SizeClassesPerDoubling = 4, MaxRetainedBytes = 1 << 30)]
        public partial struct Column<T>;
        """) { AllowUnsafe = true }, WholeFile.Byte);

    [Fact]
    public Task StorageOfTheAssembly() => Snapshot.Verify(new Consumer("""
        [assembly: PooledGen.PooledBufferDefaults(MaxLength = 4096, Storage = PooledGen.BufferStorage.Pinned, Alignment = 4096)]

        [PooledGen.PooledBuffer]
        public partial struct Particle { public float X, Y, Z; }
        """) { AllowUnsafe = true }, WholeFile.ElementMode);

    [Fact]
    public Task ClearOnRent() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<byte>(MaxLength = 64, Clear = PooledGen.ClearPolicy.OnRent)]
        public partial struct Zeroed;
        """), WholeFile.Byte);

    [Fact]
    public Task ClearOnRentOfReferences() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<object>(MaxLength = 64, Clear = PooledGen.ClearPolicy.OnRent)]
        public partial struct Zeroed;
        """), WholeFile.Reference);

    [Fact]
    public Task ClearNeverOfReferences() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<object>(MaxLength = 64, Clear = PooledGen.ClearPolicy.Never)]
        public partial struct Kept;
        """), WholeFile.Reference);

    [Fact]
    public Task AssemblyDefaults() => Snapshot.Verify(new Consumer("""
        using PooledGen;

        [assembly: PooledBufferDefaults(
            MaxLength = 2048, MinLength = 64, MaxBuffersPerThread = 2, Oversize = OversizePolicy.Throw, Clear = ClearPolicy.OnReturn)]

        [PooledBuffer<byte>]
        public partial struct AllDefaults;

        [PooledBuffer<byte>(MaxLength = 128, MaxBuffersPerThread = 4)]
        public partial struct SomeDefaults;
        """), WholeFile.Byte);
}

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>The system gets the physical memory of native buffers back. The figures are the system's own.</summary>
public partial class ResidentMemoryTests
{
    // No more than the core tier keeps on a machine with one core.
    private const int Buffers = 8;
    private const int FrameLength = 16 * 1024 * 1024;
    private const long Bytes = (long)Buffers * FrameLength;

    // Only there do the pages go back.
    private static readonly int s_percent = OperatingSystem.IsLinux() || OperatingSystem.IsWindows() ? 95 : 0;

    [PooledBuffer<byte>(MaxLength = FrameLength, Storage = BufferStorage.Native)]
    private partial struct Frames;

    [Fact]
    public void Trim_OfNativeBuffers_GivesNearlyAllOfTheirMemoryBack()
    {
        long budget = PooledBuffers.MaxRetainedBytes;
        PooledBuffers.MaxRetainedBytes = long.MaxValue;
        try
        {
            Fill();
            Assert.Equal(Bytes, Frames.Pool.GetStatistics().RetainedBytes);
            long fallen = Environment.WorkingSet;
            Frames.Pool.Trim();
            fallen -= Environment.WorkingSet;
            Assert.True(fallen >= Bytes * s_percent / 100, $"{fallen} bytes of {Bytes} were given back.");

            // The ranges of addresses are used again.
            Fill();
            Assert.Equal(Bytes, Frames.Pool.MappedBytes);
        }
        finally
        {
            PooledBuffers.MaxRetainedBytes = budget;
        }
    }

    private static void Fill()
    {
        PooledOwner<byte>[] owners = [.. Enumerable.Range(0, Buffers).Select(static _ => Frames.RentOwner(FrameLength))];
        foreach (PooledOwner<byte> owner in owners)
        {
            owner.Span.Fill(1);
            owner.Dispose();
        }
    }
}

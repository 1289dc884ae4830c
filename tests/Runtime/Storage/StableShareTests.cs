using PooledGen.Runtime.Tests.Owners;
using PooledGen.Runtime.Tests.Storms;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Storage;

/// <summary>Shares of buffers that do not move.</summary>
public partial class StableShareTests(ITestOutputHelper output)
{
    [PooledBuffer<int>(MaxLength = 64, Storage = BufferStorage.Native)]
    private partial struct Native;

    [PooledBuffer<int>(MaxLength = 64, Storage = BufferStorage.Pinned, Alignment = 64)]
    private partial struct Aligned;

    [PooledBuffer<long>(MaxLength = 64, Storage = BufferStorage.Native)]
    private partial struct Contested;

    [Fact]
    public void Share_InEachOrderOfEnds_ReturnsTheBufferWithTheLast()
    {
        ShareTests.EndInEachOrder(Native.RentOwner, Native.Pool);
        ShareTests.EndInEachOrder(Aligned.RentOwner, Aligned.Pool);
    }

    [Fact]
    public void Storm_OfShares_GivesNoBufferBackWhileAShareLivesAndLosesNone() => ShareStormTests.Run(output, Contested.RentOwner, Contested.Pool);
}

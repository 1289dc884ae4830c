using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;

namespace PooledGen.Interop.Tests;

/// <summary>Whose memory a server gets, by the order of the registrations.</summary>
public partial class MemoryPoolRegistrationTests
{
    [PooledBuffer<byte>(MaxLength = 16 * 1024)]
    private partial struct FirstBuffer;

    [PooledBuffer<byte>(MaxLength = 16 * 1024)]
    private partial struct SecondBuffer;

    [PooledBuffer<byte>(MaxLength = 4096, Storage = BufferStorage.Native)]
    private partial struct NativeBuffer;

    [PooledBuffer<byte>(MaxLength = 4096, Storage = BufferStorage.Pinned)]
    private partial struct PinnedBuffer;

    [PooledBuffer<byte>(MaxLength = 4096, Storage = BufferStorage.Pinned, Alignment = 64)]
    private partial struct AlignedBuffer;

    /// <summary>Kestrel would reset each connection with a longer response, and lose its blocks.</summary>
    [Fact]
    public void Pool_OfNativeMemory_IsRefusedAtItsRegistration()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        int services = builder.Services.Count;

        ArgumentException refused = Assert.Throws<ArgumentException>("pool", () => builder.Services.AddPooledGenMemoryPool(NativeBuffer.Pool));

        Assert.Contains("NativeBuffer lie outside of arrays", refused.Message, StringComparison.Ordinal);
        Assert.Contains("Use Storage = BufferStorage.Pinned", refused.Message, StringComparison.Ordinal);
        Assert.Equal((services, 0), (builder.Services.Count, NativeBuffer.Pool.GetStatistics().InUse));
    }

    [Fact]
    public void Pool_OfPinnedArrays_IsTaken()
    {
        Assert.True(RentsFrom(PinnedBuffer.Pool, static builder => builder.Services.AddPooledGenMemoryPool(PinnedBuffer.Pool)));
        Assert.True(RentsFrom(AlignedBuffer.Pool, static builder => builder.Services.AddPooledGenMemoryPool(AlignedBuffer.Pool)));
    }

    [Fact]
    public void Builder_HasKestrelsFactoryAlready_AndOursReplacesIt()
        => Assert.True(RentsFrom(FirstBuffer.Pool, static builder => builder.Services.AddPooledGenMemoryPool(FirstBuffer.Pool)));

    [Fact]
    public void AfterUseKestrel_OursCounts() => Assert.True(RentsFrom(FirstBuffer.Pool, static builder =>
    {
        builder.WebHost.UseKestrel();
        builder.Services.AddPooledGenMemoryPool(FirstBuffer.Pool);
    }));

    [Fact]
    public void BeforeUseKestrel_Kestrels() => Assert.False(RentsFrom(FirstBuffer.Pool, static builder =>
    {
        builder.Services.AddPooledGenMemoryPool(FirstBuffer.Pool);
        builder.WebHost.UseKestrel();
    }));

    [Fact]
    public void Twice_TheLastPoolCounts() => Assert.True(RentsFrom(SecondBuffer.Pool, static builder =>
    {
        builder.Services.AddPooledGenMemoryPool(FirstBuffer.Pool);
        builder.Services.AddPooledGenMemoryPool(SecondBuffer.Pool);
    }));

    [Fact]
    public void Twice_LeavesOneRegistration()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();

        builder.Services.AddPooledGenMemoryPool(FirstBuffer.Pool);
        builder.Services.AddPooledGenMemoryPool(FirstBuffer.Pool);

        Assert.Single(builder.Services, static service => service.ServiceType == typeof(IMemoryPoolFactory<byte>));
    }

    private static bool RentsFrom(BufferPool<byte> pool, Action<WebApplicationBuilder> register)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        register(builder);
        using ServiceProvider services = builder.Services.BuildServiceProvider();
        using var memory = services.GetRequiredService<IMemoryPoolFactory<byte>>().Create();
        long rents = pool.GetStatistics().Rents;

        memory.Rent(100).Dispose();

        return pool.GetStatistics().Rents > rents;
    }
}

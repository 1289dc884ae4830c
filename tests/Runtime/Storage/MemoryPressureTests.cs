using System.Runtime.CompilerServices;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Storage;

/// <summary>What the garbage collector counts for a native pool: the buffers whose pages have physical memory, rented or free.</summary>
public class MemoryPressureTests
{
    private const int Length = 100_000;
    private const int Bytes = 131_072; // its size class

    private readonly MemoryPressure _pressure = new();
    private readonly PlacedPool<byte> _pool;

    public MemoryPressureTests() => _pool = PoolWith(_pressure);

    [Fact]
    public void Pressure_IsThatOfRentedAndFreeBuffers_UntilTheyAreTrimmed()
    {
        _pool.Use(Length, buffers: 3);
        Assert.Equal(3 * Bytes, _pressure.Bytes);
        using (_pool.Pool.RentOwner(Length))
        {
            _pool.Pool.Trim();
            Assert.Equal(Bytes, _pressure.Bytes);
        }

        _pool.Pool.Trim();
        Assert.Equal(0, _pressure.Bytes);
        Assert.Equal(3 * Bytes, _pool.Pool.MappedBytes);
    }

    [Fact]
    public void VacantBuffer_ThatIsRentedAgain_CountsAgain()
    {
        _pool.Use(Length, buffers: 2);
        _pool.Pool.Trim();
        using PooledOwner<byte> owner = _pool.Pool.RentOwner(Length);

        Assert.Equal((Bytes, 2 * Bytes), (_pressure.Bytes, _pool.Pool.MappedBytes));
    }

    [Fact]
    public void BufferBeyondTheBudget_CountsNoLonger()
    {
        _pool.Pool.MaxRetainedBytes = 0;
        PooledOwner<byte> owner = _pool.Pool.RentOwner(Length);
        Assert.Equal(Bytes, _pressure.Bytes);
        owner.Dispose();
        Assert.Equal(0, _pressure.Bytes);
    }

    [Fact]
    public void BufferThatIsIdle_CountsNoLonger()
    {
        _pool.Use(Length, buffers: 2);
        _pool.Pool.TrimIdle();
        Assert.Equal(2 * Bytes, _pressure.Bytes);
        _pool.Pool.TrimIdle();
        Assert.Equal(0, _pressure.Bytes);
    }

    // Its array lies in the collector's heap.
    [Fact]
    public void OversizeBuffer_CountsNothing()
    {
        using PooledOwner<byte> owner = _pool.Pool.RentOwner((1 << 20) + 1);
        Assert.Equal(0, _pressure.Bytes);
    }

    [Fact]
    public void PoolThatIsGone_CountsNothing_AlsoForRentalsThatWereNeverDisposed()
    {
        var pressure = new MemoryPressure();
        TestPool.OnAnotherThread(() => UseAndForget(pressure));

        Assert.Equal(2 * Bytes, pressure.Bytes);
        Assert.True(Collections.Until(() => pressure.Bytes == 0), $"The collector still counts {pressure.Bytes} bytes.");
    }

    // A finalizer of the same assembly may rent and return after that of the pool.
    [Fact]
    public void Pressure_ThatWasRemovedAsAWhole_NeitherFallsNorRisesAgain()
    {
        _pressure.Add(Bytes);
        _pressure.RemoveAll();
        _pressure.Remove(Bytes);
        Assert.Equal(0, _pressure.Bytes);

        _pressure.Add(Bytes);
        _pressure.RemoveAll();
        Assert.Equal(0, _pressure.Bytes);
    }

    private static PlacedPool<byte> PoolWith(MemoryPressure pressure)
        => new(BufferStorage.Native, minLength: 4096, maxLength: 1 << 20, pressure: pressure);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void UseAndForget(MemoryPressure pressure)
    {
        BufferPool<byte> pool = PoolWith(pressure).Pool;
        _ = pool.RentOwner(Length).DangerousGetAddress();
        pool.RentOwner(Length).Dispose();
    }
}

using System.Buffers;
using System.Runtime.CompilerServices;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Adapters;

/// <summary>A finalizer may use a pool that was collected together with its object: the pool has no part that is finalized before it.</summary>
public class OwnArrayPoolFinalizerTests
{
    private const int Sessions = 100;

    public static TheoryData<string, Func<PooledArrayPool<byte>, Action>> Uses => new()
    {
        { "returns an array", Return },
        { "returns an array of another thread", ReturnElsewhere },
        { "returns an array twice", static pool => Twice(Return(pool)) },
        { "returns an array to the pool's adapter", ReturnToTheAdapter },
        { "clears and returns an array", static pool => ReturnOf(pool, pool.Rent(100), clears: true) },
        { "returns an oversize array", static pool => ReturnOf(pool, pool.Rent(10_000)) },
        { "rents", static pool => () => pool.Return(pool.Rent(100)) },
        { "rents for the first time", static pool => () => pool.Rent(3000) },
        { "disposes an owner", static pool => pool.Pool.RentOwner(100).Dispose },
        { "disposes a share", static pool => pool.Pool.RentOwner(100).Share().Dispose },
        { "disposes a block", static pool => pool.Pool.AsMemoryPool().Rent(100).Dispose },
        { "disposes a block of a reused owner", static pool => pool.Pool.DangerousAsMemoryPool().Rent(100).Dispose },
        { "rents blocks", static pool => () => pool.Pool.DangerousAsMemoryPool().Rent(100).Dispose() },
        { "trims", static pool => Trim(pool) },
        { "reads the figures", static pool => () => Assert.True(pool.Pool.GetStatistics().Rents >= 0) },
    };

    [Theory]
    [MemberData(nameof(Uses))]
    public void Finalizer_OfAnObjectWithAPoolOfItsOwn_MayUseIt(string use, Func<PooledArrayPool<byte>, Action> prepare)
    {
        var results = new Results();
        Lose(results, prepare);

        Assert.True(Collections.Until(() => results.Count == Sessions), use);
        Assert.Null(results.First);
    }

    [Fact]
    public void Pool_ThatAFinalizerKeeps_GoesOn()
    {
        var results = new Results();
        var kept = new List<PooledArrayPool<byte>>();
        Lose(results, pool => () => kept.Add(pool));
        Assert.True(Collections.Until(() => results.Count == Sessions));
        Collections.Several();

        foreach (PooledArrayPool<byte> pool in kept)
        {
            byte[] first = pool.Rent(100), second = pool.Rent(100);
            Assert.NotSame(first, second);
            pool.Return(first);
            pool.Return(second);
            Assert.Throws<ArgumentException>(() => pool.Return(new byte[128]));
            Assert.Equal((0, 0), (pool.Pool.GetStatistics().InUse, pool.Pool.GetStatistics().MisuseCount));
        }
    }

    /// <summary>The table of the arrays is one for all pools.</summary>
    [Fact]
    public void Return_OfAnArrayOfAnotherPool_IsRefused()
    {
        PooledArrayPool<byte> pool = new(4096, new() { Name = "Own" }), other = new(4096, new() { Name = "Other" });
        byte[] array = other.Rent(100);

        ArgumentException refused = Assert.Throws<ArgumentException>("array", () => pool.Return(array));

        Assert.Contains("was not rented from Own's array pool", refused.Message, StringComparison.Ordinal);
        Assert.Equal(1, other.Pool.GetStatistics().InUse);
        other.Return(array);
        Assert.Equal((0, 0), (other.Pool.GetStatistics().InUse, other.Pool.GetStatistics().MisuseCount));
    }

    private static Action Return(PooledArrayPool<byte> pool) => ReturnOf(pool, pool.Rent(100));

    private static Action ReturnOf(ArrayPool<byte> pool, byte[] array, bool clears = false) => () => pool.Return(array, clears);

    private static Action ReturnToTheAdapter(PooledArrayPool<byte> pool) => ReturnOf(pool.Pool.AsArrayPool(), pool.Rent(100));

    private static Action ReturnElsewhere(PooledArrayPool<byte> pool)
    {
        Action? action = null;
        var thread = new Thread(() => action = Return(pool));
        thread.Start();
        thread.Join();
        return action!;
    }

    private static Action Twice(Action action) => () =>
    {
        action();
        action();
    };

    private static Action Trim(PooledArrayPool<byte> pool)
    {
        pool.Return(pool.Rent(100));
        return pool.Pool.Trim;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Lose(Results results, Func<PooledArrayPool<byte>, Action> prepare)
    {
        for (int i = 0; i < Sessions; i++)
            _ = new Session(prepare(new PooledArrayPool<byte>(4096)), results);
    }

    /// <summary>What the finalizers met. An exception of theirs would end the process.</summary>
    private sealed class Results
    {
        private int _count;
        private Exception? _first;

        public int Count => Volatile.Read(ref _count);

        public Exception? First => Volatile.Read(ref _first);

        public void Add(Exception? exception)
        {
            _first ??= exception;
            Interlocked.Increment(ref _count);
        }
    }

    private sealed class Session(Action action, Results results)
    {
        ~Session()
        {
            try
            {
                action();
                results.Add(null);
            }
            catch (Exception exception)
            {
                results.Add(exception);
            }
        }
    }
}

using System.Runtime.CompilerServices;

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>The garbage collector frees an array pool that no code refers to, whatever was done with it, while the threads that did it go on.</summary>
public class OwnArrayPoolLifetimeTests
{
    private static object? s_kept;

    public static TheoryData<string, Action<PooledArrayPool<byte>>> Uses => new()
    {
        { "never used", static _ => { } },
        { "an array returned", static pool => pool.Return(pool.Rent(1000)) },
        { "an array not returned", static pool => pool.Rent(1000) },
        { "an oversize array", static pool => pool.Return(pool.Rent(10_000)) },
        { "an owner", static pool => pool.Pool.RentOwner(1000).Dispose() },
        { "two owners in the wrong order", InTheWrongOrder },
        { "an owner not disposed", static pool => pool.Pool.RentOwner(1000) },
        { "a share", static pool => pool.Pool.RentOwner(1000).Share().Dispose() },
        { "a block that is kept by its owner object", static pool => pool.Pool.DangerousAsMemoryPool().Rent(1000).Dispose() },
        { "many arrays", static pool => Many(pool) },
        { "watched", Watched },
        { "with finer classes", static pool => Use(new PooledArrayPool<byte>(1024, new() { SizeClassesPerDoubling = 4 })) },
    };

    [Theory]
    [MemberData(nameof(Uses))]
    public void Pool_ThatNoCodeRefersTo_IsCollected(string use, Action<PooledArrayPool<byte>> action)
    {
        WeakReference pool = CreateAndUse(action);

        Assert.True(Collections.Until(() => !pool.IsAlive), $"{use}: the pool is still there.");
    }

    [Fact]
    public void Pool_ThatOtherThreadsUsed_IsCollectedWhileTheyGoOn()
    {
        using var end = new ManualResetEventSlim();
        using var used = new CountdownEvent(3);
        var shared = new StrongBox<PooledArrayPool<byte>?>(); // code of the first tier keeps what a thread has in its locals
        WeakReference pool = CreateAndUse(pool =>
        {
            shared.Value = pool;
            for (int i = 0; i < 3; i++)
            {
                var thread = new Thread(() =>
                {
                    UseShared(shared);
                    used.Signal();
                    end.Wait();
                });
                thread.Start();
            }

            used.Wait();
            shared.Value = null;
        });

        bool isCollected = Collections.Until(() => !pool.IsAlive);
        end.Set();

        Assert.True(isCollected, "A thread keeps the pool.");
    }

    [Theory]
    [InlineData("an array pool")]
    [InlineData("a pool")]
    [InlineData("an owner")]
    public void Pool_ThatCodeRefersToInAnyWay_GoesOn(string by)
    {
        WeakReference pool = CreateAndUse(pool => s_kept = by switch
        {
            "an array pool" => pool,
            "a pool" => pool.Pool,
            _ => pool.Pool.RentOwner(100),
        });
        Collections.Several();

        Assert.True(pool.IsAlive, by);
        Assert.Contains((BufferPool)pool.Target!, PooledBuffers.Pools);
        if (s_kept is PooledOwner<byte> owner)
            owner.Dispose();

        s_kept = null;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference CreateAndUse(Action<PooledArrayPool<byte>> action)
    {
        var pool = new PooledArrayPool<byte>(1024);
        action(pool);
        return new WeakReference(pool.Pool);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void UseShared(StrongBox<PooledArrayPool<byte>?> pool) => Use(pool.Value!);

    private static void Use(PooledArrayPool<byte> pool) => pool.Return(pool.Rent(100));

    private static void InTheWrongOrder(PooledArrayPool<byte> pool)
    {
        PooledOwner<byte> first = pool.Pool.RentOwner(1000), second = pool.Pool.RentOwner(1000);
        first.Dispose();
        second.Dispose();
    }

    // More than a thread keeps, so that the core tier has some.
    private static void Many(PooledArrayPool<byte> pool)
    {
        byte[][] arrays = [.. Enumerable.Range(0, 50).Select(_ => pool.Rent(100))];
        foreach (byte[] array in arrays)
            pool.Return(array);
    }

    private static void Watched(PooledArrayPool<byte> pool)
    {
        pool.Pool.Enter(PoolMode.Checked);
        Use(pool);
        pool.Pool.Leave(PoolMode.Checked);
        Use(pool);
    }
}

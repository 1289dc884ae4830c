using System.Buffers;
using System.Diagnostics.Tracing;
using PooledGen.Runtime.Tests.Storms;

namespace PooledGen.ArrayPools.Tests;

/// <summary>Threads that rent and return in every order, with one mistake or with none: a check finds the mistakes and nothing else.</summary>
[Trait("Category", "Long")]
public class ArrayPoolStormTests
{
    /// <summary>A pool of <c>Create</c> announces a return when another thread may have the array already.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Storm_WithoutMistakes_HasNoFinding(bool isCreated)
    {
        ArrayPool<byte> pool = isCreated ? ArrayPool<byte>.Create(4096, 4) : ArrayPool<byte>.Shared;
        using ArrayPoolCheck check = ArrayPoolCheck.Start(typeof(ArrayPoolStormTests).Assembly);

        Parallel.For(0, 4, _ =>
        {
            for (int i = 0; i < 20_000; i++)
            {
                byte[] first = pool.Rent(100), second = pool.Rent(100 + (i & 1023));
                pool.Return(first);
                pool.Return(second);
            }
        });

        Assert.Empty(check.Findings);
    }

    /// <summary>
    /// An event that is under way when a check ends belongs to that check: a return that the next check sees first is not a second one. For a pool of
    /// <c>Create</c>, a return that began before the check may be announced after another thread's rent and return of the array.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Checks_OpenedAndClosedBesideThreadsThatRent_HaveNoFinding(bool isCreated)
    {
        ArrayPool<byte> pool = isCreated ? ArrayPool<byte>.Create() : ArrayPool<byte>.Shared;
        bool stop = false;
        Thread[] threads = [.. Enumerable.Range(0, 3).Select(_ => new Thread(RentAndReturn))];
        Array.ForEach(threads, static thread => thread.Start());

        int findings = 0;
        long end = Environment.TickCount64 + (long)(StormTime.Read(otherwise: 4) / 4).TotalMilliseconds;
        while (Environment.TickCount64 < end)
        {
            using ArrayPoolCheck check = ArrayPoolCheck.Start(poison: Environment.TickCount64 % 2 == 0, typeof(Assert).Assembly);
            Thread.Yield();
            check.Verify();
            findings += check.Findings.Count;
        }

        Volatile.Write(ref stop, true);
        Array.ForEach(threads, static thread => thread.Join());
        Assert.Equal(0, findings);

        void RentAndReturn()
        {
            while (!Volatile.Read(ref stop))
                pool.Return(pool.Rent(100));
        }
    }

    [Fact]
    public void Storm_WithMistakes_FindsEachOfThem()
    {
        const int Lost = 7;
        ArrayPoolCheck check = ArrayPoolCheck.Start(typeof(ArrayPoolStormTests).Assembly);

        Parallel.For(0, 4, static thread =>
        {
            for (int i = 0; i < 5_000; i++)
            {
                byte[] array = ArrayPool<byte>.Shared.Rent(100);
                if (thread != 0 || i >= Lost)
                    ArrayPool<byte>.Shared.Return(array);
            }
        });

        ArrayPoolMisuseException thrown = Assert.Throws<ArrayPoolMisuseException>(check.Dispose);
        Assert.Equal(Lost, thrown.Findings.Count);
        Assert.All(thrown.Findings, static finding => Assert.Equal(ArrayPoolMisuseKind.NotReturned, finding.Kind));
    }

    /// <summary>The threads are interrupted, and the figures are read meanwhile.</summary>
    [Fact]
    public void Meter_OpenBesideInterruptedThreadsThatRent_CountsEachArray()
    {
        using IDisposable meter = ArrayPoolMeter.Start();

        long rented = RentBeside(() => Assert.DoesNotContain(ArrayPoolMeter.Pools, static pool => pool.Allocated < 0));

        AssertCounted(rented);
    }

    [Fact]
    public void Meters_OpenedAndClosedBesideInterruptedThreadsThatRent_LeaveNothingBehind()
    {
        using var other = new InterruptedWork(static () => ArrayPoolMeter.Start().Dispose());
        RentBeside(() =>
        {
            using IDisposable meter = ArrayPoolMeter.Start();
            other.Interrupt();
        });
        other.Dispose();

        Assert.Empty(ArrayPoolMeter.Pools);
        Assert.False(EventSource.GetSources().Single(static source => source.Name == ArrayPoolEvents.Source).IsEnabled());
        using IDisposable last = ArrayPoolMeter.Start();
        ArrayPool<ushort>.Shared.Rent(16);
        AssertCounted(1);
    }

    // Nothing comes back, so each rent allocates. NativeAOT knows the pools of primitive types only.
    private static long RentBeside(Action work)
    {
        long rented = 0;
        InterruptedWork[] threads =
        [
            .. Enumerable.Range(0, 3).Select(_ => new InterruptedWork(() =>
            {
                ArrayPool<ushort>.Shared.Rent(16);
                Interlocked.Increment(ref rented);
            })),
        ];

        var random = new Random(1);
        long end = Environment.TickCount64 + (long)(StormTime.Read(otherwise: 4) / 4).TotalMilliseconds;
        while (Environment.TickCount64 < end)
        {
            threads[random.Next(threads.Length)].Interrupt();
            work();
        }

        Array.ForEach(threads, static thread => thread.Dispose());
        return rented;
    }

    private static void AssertCounted(long rented)
    {
        Assert.True(SpinWait.SpinUntil(() => Allocated() == rented, TimeSpan.FromSeconds(30)), $"{Allocated()} of {rented} arrays were counted.");

        static long Allocated() => ArrayPoolMeter.Pools.SingleOrDefault(static pool => pool.Name == "ArrayPool<UInt16>.Shared").Allocated;
    }

    /// <summary>A thread that repeats its work until it is disposed, and may be interrupted anywhere in it.</summary>
    private sealed class InterruptedWork : IDisposable
    {
        private readonly Thread _thread;
        private volatile bool _isEnded;

        public InterruptedWork(Action work)
        {
            _thread = new Thread(() => Repeat(work));
            _thread.Start();
        }

        public void Interrupt() => _thread.Interrupt();

        public void Dispose()
        {
            _isEnded = true;
            _thread.Join();
        }

        private void Repeat(Action work)
        {
            while (!_isEnded)
            {
                try
                {
                    work();
                    Thread.Sleep(0);
                }
                catch (ThreadInterruptedException)
                {
                    // In a wait of the work's own, or here.
                }
            }
        }
    }
}

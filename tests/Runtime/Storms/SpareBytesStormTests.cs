using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>
/// Threads rent within two budgets of one parent, and take each other's spare bytes, while another one reads the figures and so gives those bytes back. All
/// rentals fit at once, so each refusal is a wrong one.
/// </summary>
[Trait("Category", "Long")]
public partial class SpareBytesStormTests(ITestOutputHelper output)
{
    private const int MaxLength = 1024;
    private const int Threads = 4;

    private long _rents, _refused, _exceeded;

    [PooledBuffer<byte>(MinLength = 16, MaxLength = MaxLength)]
    private partial struct Storming;

    [Fact]
    public void Storm_OfThreadsThatTakeSpareBytes_RefusesNothingAndLosesNoByte()
    {
        int seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var clock = new StormClock(StormTime.Read(otherwise: 1), () => Volatile.Read(ref _rents) > 10_000);
        var process = new BufferBudget(Threads * MaxLength);
        BufferBudget[] tenants = [new(2 * MaxLength, parent: process), new(2 * MaxLength, parent: process)];
        long[] held = new long[tenants.Length];

        Thread[] threads = [.. Enumerable.Range(0, Threads).Select(id => new Thread(() => Work(new Random(seed + id), id % tenants.Length)))];
        Array.ForEach(threads, static thread => thread.Start());
        while (clock.IsRunning)
        {
            if (process.InUseBytes > process.MaxBytes)
                _exceeded++;

            Thread.Sleep(1);
        }

        Array.ForEach(threads, static thread => thread.Join());
        output.WriteLine($"{_rents} rents, {_refused} refused, {_exceeded} times above a maximum, {process}");
        Assert.Equal((0, 0), (_refused, _exceeded));
        Assert.Equal((0, 0, 0), (process.InUseBytes, tenants[0].InUseBytes, tenants[1].InUseBytes));

        void Work(Random random, int tenant)
        {
            BufferBudget budget = tenants[tenant];
            while (clock.IsRunning)
            {
                int length = 16 << random.Next(7);
                if (!Storming.Pool.TryRentOwner(length, budget, out PooledOwner<byte> owner))
                {
                    Interlocked.Increment(ref _refused);
                    continue;
                }

                if (Interlocked.Add(ref held[tenant], length) > budget.MaxBytes)
                    Interlocked.Increment(ref _exceeded);

                Interlocked.Increment(ref _rents);

                // Before the end of the rental, whose bytes others may have at once.
                Interlocked.Add(ref held[tenant], -length);
                owner.Dispose();
            }
        }
    }
}

using PooledGen.Runtime.Tests.Invariants;
using PooledGen.Runtime.Tests.Lifetime;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>
/// Flows that rent within budgets, wait, are cancelled, share, grow, return, lose owners and abandon waits: no budget is ever exceeded, and every wait ends.
/// </summary>
[Trait("Category", "Long")]
public partial class BudgetStormTests(ITestOutputHelper output)
{
    // A wait that does not end within this time never ends.
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    private long _held, _doubleHolders, _exceeded, _waits, _cancelled, _timedOut, _refused, _lost, _abandoned;

    [PooledBuffer<long>(MinLength = 16, MaxLength = 1024, MaxBuffersPerThread = 3)]
    private partial struct Storming;

    [PooledBuffer<byte>(MaxLength = 256 * 1024, MaxBuffersPerThread = 4)]
    private partial struct Served;

    [Fact]
    public async Task Storm_OfRequestsOfTenants_ExceedsNoBudgetAndEndsEveryWait()
    {
        const int flows = 64;
        int seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        TimeSpan duration = StormTime.Read(otherwise: 1);
        var clock = new StormClock(duration, HasHappened);
        var process = new BufferBudget(128 * 1024);
        BufferBudget[] tenants = [process, new(64 * 1024, parent: process), new(48 * 1024, parent: process), new(48 * 1024, parent: process)];

        Task working = Task.WhenAll(Enumerable.Range(0, flows).Select(id => Task.Run(() => Work(id)))).WaitAsync(duration + s_patience);
        while (await Task.WhenAny(working, Task.Delay(20)) != working)
            GC.Collect();

        await working;
        output.WriteLine(
            $"{_waits} waits, {_cancelled} cancelled, {_timedOut} timed out, {_abandoned} abandoned, {_refused} refused, {_lost} owners lost, {process}");
        StormReport.Write(output, Storming.Pool, _doubleHolders);
        Assert.Equal((0, 0), (_doubleHolders, _exceeded));
        Assert.All(tenants, static budget => Assert.True(Collections.Until(() => (budget.InUseBytes, budget.Waiting) == (0, 0)), budget.ToString()));
        Assert.True(HasHappened(), "Something of all that is counted above did not happen: the storm proves nothing.");
        PoolInvariants.AssertHold(Storming.Pool, inUse: 0);

        async Task Work(int id)
        {
            var random = new Random(seed + id);
            for (long stamp = (long)id << 32; clock.IsRunning; stamp++)
            {
                BufferBudget budget = tenants[random.Next(tenants.Length)];
                if (await Rent(random, budget) is not { } owner)
                    continue;

                Hold(process, owner);
                owner.Span.Fill(stamp);
                if (random.Next(4) == 0)
                    await Task.Yield();

                owner = Change(random, process, owner, stamp);
                if (owner.Span.IndexOfAnyExcept(stamp) >= 0)
                    Interlocked.Increment(ref _doubleHolders);

                // Before the end of the rental, whose bytes others may have at once.
                Interlocked.Add(ref _held, -BytesOf(owner));
                if (random.Next(50) == 0)
                    Interlocked.Increment(ref _lost);
                else
                    owner.Dispose();
            }
        }
    }

    private bool HasHappened() => _waits > 0 && _cancelled > 0 && _timedOut > 0 && _refused > 0 && _lost > 0 && _abandoned > 0;

    // A flow that waits holds nothing, because waits inside of each other may never end.
    private async Task<PooledOwner<long>?> Rent(Random random, BufferBudget budget)
    {
        int length = random.Next(1, random.Next(8) == 0 ? 3000 : 1000);
        if (random.Next(3) == 0)
        {
            if (Storming.Pool.TryRentOwner(length, budget, out PooledOwner<long> tried))
                return tried;

            Interlocked.Increment(ref _refused);
            return null;
        }

        using var cancellation = new CancellationTokenSource();
        TimeSpan timeout = random.Next(4) == 0 ? TimeSpan.FromMilliseconds(random.Next(3)) : Timeout.InfiniteTimeSpan;
        ValueTask<PooledOwner<long>> rented = Storming.Pool.RentOwnerAsync(length, budget, timeout, cancellation.Token);
        if (!rented.IsCompleted)
        {
            Interlocked.Increment(ref _waits);
            if (random.Next(20) == 0)
            {
                // Nothing has the owner that comes later.
                Interlocked.Increment(ref _abandoned);
                _ = rented.AsTask();
                return null;
            }
        }

        Task cancelling = random.Next(3) > 0 ? Task.CompletedTask : Task.Run(cancellation.Cancel);
        try
        {
            return await rented;
        }
        catch (OperationCanceledException)
        {
            Interlocked.Increment(ref _cancelled);
            return null;
        }
        catch (TimeoutException)
        {
            Interlocked.Increment(ref _timedOut);
            return null;
        }
        finally
        {
            await cancelling;
        }
    }

    private PooledOwner<long> Change(Random random, BufferBudget process, PooledOwner<long> owner, long stamp)
    {
        switch (random.Next(4))
        {
            case 0:
                PooledOwner<long> share = owner.Share();
                owner.Dispose();
                owner = share;
                goto case 1;
            case 1:
                try
                {
                    long before = BytesOf(owner);
                    owner = owner.Resize(random.Next(1, 1000));
                    Interlocked.Add(ref _held, -before);
                    Hold(process, owner);
                    owner.Span.Fill(stamp);
                }
                catch (InsufficientMemoryException)
                {
                    Interlocked.Increment(ref _refused);
                }

                return owner;
            default:
                return owner;
        }
    }

    private void Hold(BufferBudget process, PooledOwner<long> owner)
    {
        if (Interlocked.Add(ref _held, BytesOf(owner)) > process.MaxBytes)
            Interlocked.Increment(ref _exceeded);
    }

    private static long BytesOf(PooledOwner<long> owner) => (long)owner.Capacity * sizeof(long);

    /// <summary>What a server with many connections does: each request waits for its buffer, and none is refused.</summary>
    [Fact]
    public async Task TenThousandClients_WithSixtyFourMegabytes_NeverExceedThemAndEnd()
    {
        const int clients = 10_000, requests = 3;
        var budget = new BufferBudget(64 * 1024 * 1024);
        int served = 0;

        await Task.WhenAll(Enumerable.Range(0, clients).Select(id => Task.Run(() => Serve(new Random(id))))).WaitAsync(s_patience);

        output.WriteLine($"{served} requests, {_waits} waits, {budget}");
        Assert.Equal((clients * requests, 0), (served, _exceeded));
        Assert.Equal((0, 0, 0), (budget.InUseBytes, budget.Waiting, budget.Refused));
        Assert.True(_waits > 0, "There was always room: nothing was limited.");

        async Task Serve(Random random)
        {
            for (int i = 0; i < requests; i++)
            {
                ValueTask<PooledOwner<byte>> rented = Served.Pool.RentOwnerAsync(random.Next(4 * 1024, 256 * 1024), budget);
                if (!rented.IsCompleted)
                    Interlocked.Increment(ref _waits);

                using PooledOwner<byte> owner = await rented;
                if (Interlocked.Add(ref _held, owner.Capacity) > budget.MaxBytes)
                    Interlocked.Increment(ref _exceeded);

                owner.Span[0] = owner.Span[^1] = (byte)i;
                await Task.Delay(random.Next(3));
                Interlocked.Increment(ref served);
                Interlocked.Add(ref _held, -owner.Capacity);
            }
        }
    }
}

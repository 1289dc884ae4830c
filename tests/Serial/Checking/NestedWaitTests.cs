using System.Collections.Concurrent;
using System.Diagnostics.Tracing;

namespace PooledGen.Checking.Tests;

/// <summary>Under a check, code that waits for a budget while it holds buffers of it is warned of.</summary>
public partial class NestedWaitTests
{
    [Fact]
    public async Task Wait_OfAFlowThatHoldsBytesOfTheBudget_IsReported()
    {
        using RentalCheck check = RentalCheck.Start();
        var budget = new BufferBudget(1024, "requests");
        using var warnings = new Warnings();
        PooledOwner<byte> outer = await Bytes.Pool.RentOwnerAsync(1024, budget);

        ValueTask<PooledOwner<byte>> inner = Bytes.Pool.RentOwnerAsync(100, budget);

        string warning = Assert.Single(warnings.All);
        Assert.StartsWith("A possible deadlock: a rental of PooledGen.Checking.Tests.Bytes waits for the budget requests", warning, StringComparison.Ordinal);
        Assert.Contains("has rented a buffer of PooledGen.Checking.Tests.Bytes with 1024 elements", warning, StringComparison.Ordinal);
        outer.Dispose();
        (await inner).Dispose();
    }

    /// <summary>It does not wait, so nothing can wait for ever.</summary>
    [Fact]
    public async Task Request_WithATimeoutOfZero_IsNotReported()
    {
        using RentalCheck check = RentalCheck.Start();
        var budget = new BufferBudget(1024);
        using var warnings = new Warnings();
        using PooledOwner<byte> outer = await Bytes.Pool.RentOwnerAsync(1024, budget);

        await Assert.ThrowsAsync<TimeoutException>(async () => await Bytes.Pool.RentOwnerAsync(100, budget, TimeSpan.Zero));

        Assert.Empty(warnings.All);
    }

    [Fact]
    public async Task Wait_ForAParentOfWhichTheFlowHoldsBytes_IsReported()
    {
        using RentalCheck check = RentalCheck.Start();
        var process = new BufferBudget(1024, "process");
        BufferBudget tenant = new(1024, parent: process), other = new(1024, parent: process);
        using var warnings = new Warnings();

        // It had to wait, and belongs to this flow all the same.
        PooledOwner<byte> others = await RunElsewhere(process);
        ValueTask<PooledOwner<byte>> later = Bytes.Pool.RentOwnerAsync(1024, tenant);
        others.Dispose();
        PooledOwner<byte> outer = await later;
        Assert.Empty(warnings.All);

        ValueTask<PooledOwner<byte>> inner = Bytes.Pool.RentOwnerAsync(1024, other);

        Assert.Contains("the budget process", Assert.Single(warnings.All), StringComparison.Ordinal);
        outer.Dispose();
        (await inner).Dispose();
    }

    [Fact]
    public async Task Wait_OfAFlowThatHoldsAPartOfItsRental_IsReported()
    {
        using RentalCheck check = RentalCheck.Start();
        var budget = new BufferBudget(1024, "requests");
        using var warnings = new Warnings();
        PooledOwner<byte> part = (await Bytes.Pool.RentOwnerAsync(1024, budget)).DetachSlice(0, 100);

        ValueTask<PooledOwner<byte>> inner = Bytes.Pool.RentOwnerAsync(100, budget);

        Assert.Single(warnings.All);
        part.Dispose();
        (await inner).Dispose();
    }

    /// <summary>However many it holds: each is looked at a few times in all, and the last that is left is found.</summary>
    [Fact]
    [Trait("Category", "Long")]
    public async Task Wait_OfAFlowThatHeldManyAndHoldsOne_IsReported()
    {
        using RentalCheck check = RentalCheck.Start();
        BufferBudget budget = new(16 * 5000, "requests"), another = new(16 * 5000, "another");
        using var warnings = new Warnings();
        var owners = new List<PooledOwner<byte>>();
        for (int i = 0; i < 5000; i++)
        {
            owners.Add(await Bytes.Pool.RentOwnerAsync(16, budget));
            (await Bytes.Pool.RentOwnerAsync(16, another)).Dispose();
        }

        ValueTask<PooledOwner<byte>> first = Bytes.Pool.RentOwnerAsync(16, budget);
        Assert.Single(warnings.All);
        for (int i = 0; i < 4999; i++)
            owners[i == 1234 ? 4999 : i].Dispose();

        (await first).Dispose();
        ValueTask<PooledOwner<byte>> second = Bytes.Pool.RentOwnerAsync(16 * 5000, budget);
        Assert.Equal(2, warnings.All.Count());
        owners[1234].Dispose();
        (await second).Dispose();
        Assert.Equal(0, budget.InUseBytes);
    }

    [Fact]
    public async Task Charge_OfABufferInQuarantine_IsReleased()
    {
        var budget = new BufferBudget(1024);
        using RentalCheck check = RentalCheck.Start();

        (await Bytes.Pool.RentOwnerAsync(1024, budget)).Dispose();

        Assert.Equal(0, budget.InUseBytes);
    }

    [Fact]
    public async Task Wait_OfAFlowThatHoldsNothing_IsNotReported()
    {
        using RentalCheck check = RentalCheck.Start();
        BufferBudget budget = new(1024, "requests"), another = new(1024, "another");
        using var warnings = new Warnings();

        // Another flow has the bytes, and this one has returned its own, and holds those of another budget.
        PooledOwner<byte> others = await RunElsewhere(budget);
        (await Bytes.Pool.RentOwnerAsync(1024, another)).Dispose();
        using PooledOwner<byte> held = await Bytes.Pool.RentOwnerAsync(1024, another);
        ValueTask<PooledOwner<byte>> waiting = Bytes.Pool.RentOwnerAsync(100, budget);

        Assert.Empty(warnings.All);
        others.Dispose();
        (await waiting).Dispose();
    }

    [Fact]
    public async Task Wait_WithoutACheck_IsNotLookedAt()
    {
        var budget = new BufferBudget(1024, "requests");
        using var warnings = new Warnings();
        PooledOwner<byte> outer = await Bytes.Pool.RentOwnerAsync(1024, budget);

        ValueTask<PooledOwner<byte>> inner = Bytes.Pool.RentOwnerAsync(100, budget);

        Assert.Empty(warnings.All);
        outer.Dispose();
        (await inner).Dispose();
    }

    private static Task<PooledOwner<byte>> RunElsewhere(BufferBudget budget)
    {
        using (ExecutionContext.SuppressFlow())
            return Task.Run(() => Bytes.Pool.RentOwnerAsync(1024, budget).AsTask());
    }

    /// <summary>Hears of nested waits until it is disposed.</summary>
    private sealed class Warnings : EventListener
    {
        private readonly ConcurrentQueue<string> _heard = new();

        // The source exists a moment after the first rental.
        public Warnings()
        {
            Bytes.Rent(1).Dispose();
            SpinWait.SpinUntil(static () => PoolEventSource.Log is not null);
            EnableEvents(PoolEventSource.Log!, EventLevel.Warning);
        }

        public IEnumerable<string> All => _heard;

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            if (eventData.EventName == "NestedWaitFound")
                _heard.Enqueue((string)eventData.Payload![1]!);
        }
    }
}

using System.Runtime.CompilerServices;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Budgets;

/// <summary>Requests that wait for a budget: each test decides the order of all steps.</summary>
public partial class BudgetWaitTests
{
    [PooledBuffer<byte>(MinLength = 16, MaxLength = 1024)]
    private partial struct Bytes;

    [Fact]
    public async Task RentOwnerAsync_WithRoom_IsDoneAtOnce()
    {
        var budget = new BufferBudget(1024);

        ValueTask<PooledOwner<byte>> rented = Bytes.Pool.RentOwnerAsync(100, budget);

        Assert.True(rented.IsCompletedSuccessfully);
        using PooledOwner<byte> owner = await rented;
        Assert.Equal((100, 128, 0), (owner.Length, budget.InUseBytes, budget.WaitingCount));
    }

    [Fact]
    public async Task RentOwnerAsync_WithRoomAfterWarmUp_AllocatesNothing()
    {
        var budget = new BufferBudget(1024, parent: new BufferBudget(2048));
        for (int i = 0; i < 100; i++)
            (await Bytes.Pool.RentOwnerAsync(100, budget)).Dispose();

        Assert.Contains(0, Enumerable.Range(0, 5).Select(_ => AllocatedBytes()));

        long AllocatedBytes()
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 100; i++)
                Bytes.Pool.RentOwnerAsync(100, budget).GetAwaiter().GetResult().Dispose();

            return GC.GetAllocatedBytesForCurrentThread() - before;
        }
    }

    [Fact]
    public async Task Waits_AreAdmittedInTheOrderOfArrival_AlsoWhereALaterOneWouldFit()
    {
        var budget = new BufferBudget(1024);
        PooledOwner<byte> first = await Bytes.Pool.RentOwnerAsync(512, budget), second = await Bytes.Pool.RentOwnerAsync(256, budget);
        Task<PooledOwner<byte>> large = Rent(1024, budget), small = Rent(16, budget);

        Assert.Equal(2, budget.WaitingCount);
        Assert.False(Bytes.Pool.TryRentOwner(16, budget, out _)); // there is room, but others wait
        first.Dispose();
        Assert.False(large.IsCompleted || small.IsCompleted);
        second.Dispose();

        PooledOwner<byte> owner = await large;
        Assert.False(small.IsCompleted);
        Assert.Equal((1024, 1), (budget.InUseBytes, budget.WaitingCount));
        owner.Dispose();
        (await small).Dispose();
        Assert.Equal((0, 0, 1), (budget.InUseBytes, budget.WaitingCount, budget.RefusedCount));
    }

    [Fact]
    public async Task Return_AdmitsAllThatFit()
    {
        var budget = new BufferBudget(1024);
        PooledOwner<byte> all = await Bytes.Pool.RentOwnerAsync(1024, budget);
        Task<PooledOwner<byte>>[] waiting = [.. Enumerable.Range(0, 5).Select(_ => Rent(256, budget))];

        all.Dispose();

        PooledOwner<byte>[] owners = await Task.WhenAll(waiting.Take(4));
        Assert.Equal((1024, 1), (budget.InUseBytes, budget.WaitingCount));
        owners[2].Dispose();
        await waiting[4];
    }

    [Fact]
    public async Task Cancel_OfAWait_ChargesNothingAndAdmitsTheNext()
    {
        var budget = new BufferBudget(1024);
        using var cancellation = new CancellationTokenSource();
        PooledOwner<byte> half = await Bytes.Pool.RentOwnerAsync(512, budget);
        Task<PooledOwner<byte>> large = Rent(1024, budget, cancellation.Token), small = Rent(512, budget);

        await cancellation.CancelAsync();

        OperationCanceledException exception = await Assert.ThrowsAnyAsync<OperationCanceledException>(() => large);
        Assert.Equal(cancellation.Token, exception.CancellationToken);
        (await small).Dispose();
        half.Dispose();
        Assert.Equal((0, 0, 0), (budget.InUseBytes, budget.WaitingCount, budget.RefusedCount));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(30)]
    public async Task Timeout_OfAWait_ThrowsChargesNothingAndAdmitsTheNext(int milliseconds)
    {
        var parent = new BufferBudget(1024);
        var budget = new BufferBudget(2048, "waited", parent);
        using PooledOwner<byte> half = await Bytes.Pool.RentOwnerAsync(512, budget, Timeout.InfiniteTimeSpan);
        Task<PooledOwner<byte>> large = Bytes.Pool.RentOwnerAsync(1024, budget, TimeSpan.FromMilliseconds(milliseconds)).AsTask(), small = Rent(512, budget);

        TimeoutException exception = await Assert.ThrowsAsync<TimeoutException>(() => large);

        Assert.Contains("A buffer of 1024 bytes was requested from", exception.Message, StringComparison.Ordinal);
        Assert.Contains("budget waited", exception.Message, StringComparison.Ordinal);
        (await small).Dispose();
        Assert.Equal((512, 0, 0), (parent.InUseBytes, budget.WaitingCount, budget.RefusedCount));
    }

    /// <summary>A request that waits makes all others be refused, even for an instant.</summary>
    [Fact]
    public async Task Timeout_OfZero_MakesNoOtherRequestBeRefused()
    {
        var budget = new BufferBudget(1024);
        using PooledOwner<byte> half = await Bytes.Pool.RentOwnerAsync(512, budget);
        using var end = new CancellationTokenSource();
        Task polling = Task.Run(async () =>
        {
            while (!end.IsCancellationRequested)
                await Assert.ThrowsAsync<TimeoutException>(async () => await Bytes.Pool.RentOwnerAsync(1000, budget, TimeSpan.Zero));
        });

        int refused = 0;
        for (int i = 0; i < 200_000; i++)
        {
            if (Bytes.Pool.TryRentOwner(100, budget, out PooledOwner<byte> owner))
                owner.Dispose();
            else
                refused++;
        }

        await end.CancelAsync();
        await polling;
        Assert.Equal((0, 0), (refused, budget.RefusedCount));
    }

    [Fact]
    public async Task Timeout_ThatIsLongerThanTheWait_ChangesNothing()
    {
        var budget = new BufferBudget(1024);
        PooledOwner<byte> all = await Bytes.Pool.RentOwnerAsync(1024, budget, TimeSpan.Zero);
        Task<PooledOwner<byte>> waiting = Bytes.Pool.RentOwnerAsync(512, budget, TimeSpan.FromMinutes(5)).AsTask();

        all.Dispose();

        (await waiting).Dispose();
        Assert.Equal((0, 0), (budget.InUseBytes, budget.WaitingCount));
    }

    [Fact]
    public async Task Cancel_OfAWaitWithATimeout_ThrowsForTheToken()
    {
        var budget = new BufferBudget(1024);
        using var cancellation = new CancellationTokenSource();
        using PooledOwner<byte> all = await Bytes.Pool.RentOwnerAsync(1024, budget);
        Task<PooledOwner<byte>> waiting = Bytes.Pool.RentOwnerAsync(512, budget, TimeSpan.FromMinutes(5), cancellation.Token).AsTask();

        await cancellation.CancelAsync();

        OperationCanceledException exception = await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        Assert.Equal(cancellation.Token, exception.CancellationToken);
        Assert.Equal((1024, 0), (budget.InUseBytes, budget.WaitingCount));
    }

    [Theory]
    [InlineData(-2)]
    [InlineData(4_294_967_295)]
    public void RentOwnerAsync_WithATimeoutOutOfRange_Throws(long milliseconds)
    {
        var budget = new BufferBudget(1024);

        Assert.Throws<ArgumentOutOfRangeException>("timeout", () => { _ = Bytes.Pool.RentOwnerAsync(1, budget, TimeSpan.FromMilliseconds(milliseconds)); });

        Assert.Equal(0, budget.InUseBytes);
    }

    [Fact]
    public async Task RentOwnerAsync_ThatIsRefused_ThrowsWhenItIsAwaited()
    {
        var budget = new BufferBudget(100);

        ValueTask<PooledOwner<byte>> refused = Bytes.Pool.RentOwnerAsync(1000, budget);

        InsufficientMemoryException exception = await Assert.ThrowsAsync<InsufficientMemoryException>(() => refused.AsTask());
        Assert.Contains("A buffer of 1024 bytes was requested from", exception.Message, StringComparison.Ordinal);
        Assert.Contains("raise its maximum", exception.Message, StringComparison.Ordinal);
        Assert.Throws<ArgumentOutOfRangeException>("length", () => { _ = Bytes.Pool.RentOwnerAsync(-1, budget); });
    }

    [Fact]
    public async Task Cancel_AfterTheAdmission_ChangesNothing()
    {
        var budget = new BufferBudget(1024);
        using var cancellation = new CancellationTokenSource();
        PooledOwner<byte> all = await Bytes.Pool.RentOwnerAsync(1024, budget);
        Task<PooledOwner<byte>> waiting = Rent(512, budget, cancellation.Token);

        all.Dispose();
        PooledOwner<byte> owner = await waiting;
        await cancellation.CancelAsync();

        Assert.Equal(512, budget.InUseBytes);
        owner.Dispose();
        Assert.Equal(0, budget.InUseBytes);
    }

    [Fact]
    public async Task RentOwnerAsync_WithACancelledToken_ChargesNothing()
    {
        var budget = new BufferBudget(1024);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Rent(16, budget, new CancellationToken(canceled: true)));

        Assert.Equal((0, 0), (budget.InUseBytes, budget.WaitingCount));
    }

    [Fact]
    public async Task Wait_LargerThanTheParent_Throws()
    {
        var parent = new BufferBudget(512, "process");
        var budget = new BufferBudget(2048, "tenant", parent);

        InsufficientMemoryException exception = await Assert.ThrowsAsync<InsufficientMemoryException>(() => Rent(1024, budget));

        Assert.Contains("budget tenant: 0 of 2048 bytes in use", exception.Message, StringComparison.Ordinal);
        Assert.Contains("its parent is the budget process: 0 of 512", exception.Message, StringComparison.Ordinal);
        Assert.Equal((1, 1, 0), (budget.RefusedCount, parent.RefusedCount, parent.WaitingCount));
    }

    [Fact]
    public async Task Wait_ForTheParent_HoldsItsPlaceInTheTenantAndBlocksNoOtherTenant()
    {
        var process = new BufferBudget(1024);
        BufferBudget tenant = new(512, parent: process), other = new(512, parent: process);
        PooledOwner<byte> own = await Bytes.Pool.RentOwnerAsync(512, tenant);
        Task<PooledOwner<byte>> blocked = Rent(512, tenant);

        // The tenant is full, but the process is not.
        PooledOwner<byte> others = await Bytes.Pool.RentOwnerAsync(512, other);
        Assert.Equal((1, 1, 0), (process.WaitingCount, tenant.WaitingCount, other.WaitingCount));

        // The process is full: the request of the tenant has its turn there, and waits for the process.
        PooledOwner<byte> direct = await RentAfter(own, process);
        Assert.False(blocked.IsCompleted);
        Assert.Equal((1024, 512, 512), (process.InUseBytes, tenant.InUseBytes, other.InUseBytes));
        others.Dispose();
        (await blocked).Dispose();
        direct.Dispose();
        Assert.Equal((0, 0, 0), (process.InUseBytes, tenant.InUseBytes, other.InUseBytes));
        Assert.Equal((0, 0), (process.WaitingCount, tenant.WaitingCount));

        // A request that came first to the process.
        static async Task<PooledOwner<byte>> RentAfter(PooledOwner<byte> own, BufferBudget process)
        {
            Task<PooledOwner<byte>> first = Rent(512, process);
            own.Dispose();
            return await first;
        }
    }

    [Fact]
    public async Task Cancel_OfAWaitForTheParent_GivesTheTenantsBytesBack()
    {
        var process = new BufferBudget(512);
        var tenant = new BufferBudget(512, parent: process);
        using var cancellation = new CancellationTokenSource();
        PooledOwner<byte> direct = await Bytes.Pool.RentOwnerAsync(512, process);
        Task<PooledOwner<byte>> waiting = Rent(256, tenant, cancellation.Token), behind = Rent(512, tenant);
        Assert.Equal((256, 2), (tenant.InUseBytes, tenant.WaitingCount));

        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        Assert.Equal((512, 1, 1), (tenant.InUseBytes, tenant.WaitingCount, process.WaitingCount));
        direct.Dispose();
        (await behind).Dispose();
        Assert.Equal((0, 0, 0), (process.InUseBytes, tenant.InUseBytes, tenant.WaitingCount));
    }

    [Fact]
    public async Task Wait_EndsOnAnotherThread_ThanTheReturn()
    {
        var budget = new BufferBudget(16);
        PooledOwner<byte> owner = await Bytes.Pool.RentOwnerAsync(16, budget);
        int returning = 0;
        Task<bool> isElsewhere = RunAfterWait();

        var thread = new Thread(() =>
        {
            returning = Environment.CurrentManagedThreadId;
            owner.Dispose();
        });
        thread.Start();
        thread.Join();

        Assert.True(await isElsewhere);

        async Task<bool> RunAfterWait()
        {
            using PooledOwner<byte> next = await Bytes.Pool.RentOwnerAsync(16, budget);
            return Environment.CurrentManagedThreadId != returning;
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Wait_ThatItsCallerAbandons_GivesItsBytesBackWhenItIsCollected(bool comparesWithADelay)
    {
        var budget = new BufferBudget(1024);
        PooledOwner<byte> first = await Bytes.Pool.RentOwnerAsync(1024, budget);
        Assert.True(await IsAbandoned(budget, comparesWithADelay));

        first.Dispose();

        Assert.True(Collections.Until(() => (budget.InUseBytes, budget.WaitingCount) == (0, 0)), budget.ToString());
    }

    // The owner comes when nobody asks for it any more.
    private static async Task<bool> IsAbandoned(BufferBudget budget, bool comparesWithADelay)
    {
        Task<PooledOwner<byte>> rented = Rent(512, budget);
        if (comparesWithADelay)
            return await Task.WhenAny(rented, Task.Delay(1)) != rented;

        await Assert.ThrowsAsync<TimeoutException>(() => rented.WaitAsync(TimeSpan.FromMilliseconds(1)));
        return true;
    }

    /// <summary>Those that wait are admitted, as after a return.</summary>
    [Fact]
    public async Task Collection_OfALostOwner_AdmitsAWaitingRequest()
    {
        var budget = new BufferBudget(1024);
        await LoseOwner(budget);
        Task<PooledOwner<byte>> waiting = Rent(1024, budget);
        Assert.False(waiting.IsCompleted);

        Assert.True(Collections.Until(() => waiting.IsCompleted), budget.ToString());

        (await waiting).Dispose();
        Assert.Equal((0, 0), (budget.InUseBytes, budget.WaitingCount));
    }

    /// <summary>A request that waits allocates nothing, so the budget asks for the collection.</summary>
    [Fact]
    public async Task Wait_WhileBytesAreLost_EndsWithoutACollectionOfTheCaller()
    {
        var budget = new BufferBudget(1024);
        await LoseOwner(budget);

        (await Rent(1024, budget).WaitAsync(TimeSpan.FromSeconds(30))).Dispose();

        Assert.Equal(0, budget.InUseBytes);
    }

    /// <summary>However long ago the last request was: collections go on while one waits.</summary>
    [Fact]
    [Trait("Category", "Long")]
    public async Task Wait_WhoseBytesAreLostLongAfterTheLastRequest_EndsWithoutACollectionOfTheCaller()
    {
        var budget = new BufferBudget(1024);
        var holder = new StrongBox<PooledOwner<byte>>(await Bytes.Pool.RentOwnerAsync(1024, budget));
        Task<PooledOwner<byte>> waiting = Rent(1024, budget);
        await Task.Delay(TimeSpan.FromSeconds(25));
        Assert.False(waiting.IsCompleted);
        GC.KeepAlive(holder);
        holder = null;

        (await waiting.WaitAsync(TimeSpan.FromSeconds(30))).Dispose();

        Assert.Equal((0, 0), (budget.InUseBytes, budget.WaitingCount));
    }

    /// <summary>By another thread, whose stack refers to nothing of it.</summary>
    private static async Task LoseOwner(BufferBudget budget) => await Task.Run(async () => _ = await Bytes.Pool.RentOwnerAsync(1024, budget));

    /// <summary>A rental that takes the bytes of an ended one would overtake the request that waits.</summary>
    [Fact]
    public async Task Wait_AfterRentalsOfAnotherTenant_GetsTheirBytesAndIsNotOvertaken()
    {
        var process = new BufferBudget(1024);
        BufferBudget tenant = new(1024, parent: process), other = new(1024, parent: process);
        for (int i = 0; i < 3; i++)
            (await Rent(512, tenant)).Dispose();

        PooledOwner<byte> held = await Rent(512, other);
        Task<PooledOwner<byte>> whole = Rent(1024, process);
        Assert.False(whole.IsCompleted);
        Assert.Equal(512, process.InUseBytes);
        Assert.False(Bytes.Pool.TryRentOwner(512, tenant, out _));

        held.Dispose();
        (await whole).Dispose();
        Assert.Equal(0, process.InUseBytes);
    }

    [Fact]
    public async Task Budgets_NestedDeeply_AdmitAndRelease()
    {
        var root = new BufferBudget(1024);
        BufferBudget innermost = root;
        for (int i = 0; i < 100_000; i++)
            innermost = new BufferBudget(1024, parent: innermost);

        PooledOwner<byte> owner = await Bytes.Pool.RentOwnerAsync(1024, innermost);
        Task<PooledOwner<byte>> waiting = Rent(1024, root), behind = Rent(16, innermost);
        Assert.False(Bytes.Pool.TryRentOwner(16, innermost, out _));
        owner.Dispose();

        (await waiting).Dispose();
        (await behind).Dispose();
        Assert.Equal((0, 0, 0), (root.InUseBytes, innermost.InUseBytes, innermost.WaitingCount));
    }

    private static Task<PooledOwner<byte>> Rent(int length, BufferBudget budget, CancellationToken cancellationToken = default)
        => Bytes.Pool.RentOwnerAsync(length, budget, cancellationToken).AsTask();
}

using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen.Checking.Tests;

/// <summary>Samples in production. No timer goes, but for one test: its work is called by hand.</summary>
public partial class SamplingTests : IDisposable
{
    // As many as there may be pools that another test has rented from since the last look.
    private const int MaxTicks = 100;

    private readonly ConcurrentQueue<PoolMisuse> _heard = [];
    private readonly Listener _listener;

    public SamplingTests()
    {
        // A collection in one of these tests also finds what the tests of another class leaked.
        _listener = new Listener((_, misuse) =>
        {
            if (misuse.PoolName.Contains(nameof(SamplingTests), StringComparison.Ordinal))
                _heard.Enqueue(misuse);
        });
        Sampler.Set(1, timer: null);
    }

    public void Dispose()
    {
        PooledBuffers.SamplesPerSecond = 0;
        _listener.Dispose();
    }

    [PooledBuffer<byte>(MaxLength = 4096)]
    private partial struct Busy;

    [PooledBuffer<byte>(MaxLength = 4096)]
    private partial struct Idle;

    [PooledBuffer<byte>(MaxLength = 4096)]
    private partial struct Exact;

    [PooledBuffer<byte>(MaxLength = 4096)]
    private partial struct Once;

    [PooledBuffer<byte>(MaxLength = 4096)]
    private partial struct Shared;

    public static TheoryData<PoolMisuseKind, Action> Mistakes => new()
    {
        { PoolMisuseKind.Overrun, static () => { using PooledOwner<byte> owner = Busy.RentOwner(100); Misuse.ArrayOf(owner.Memory)[100]++; } },
        {
            PoolMisuseKind.WriteAfterReturn,
            static () =>
            {
                PooledOwner<byte> owner = Busy.RentOwner(100);
                byte[] kept = Misuse.ArrayOf(owner.Memory);
                owner.Dispose();
                kept[3]++;
            }
        },
        { PoolMisuseKind.WriteAfterReturn, static () => { var bytes = Busy.Rent(100); Span<byte> kept = bytes.Span; bytes.Dispose(); kept[3]++; } },
        { PoolMisuseKind.ReturnedTwice, static () => { PooledOwner<byte> owner = Busy.RentOwner(100); owner.Dispose(); owner.Dispose(); } },
        { PoolMisuseKind.NotReturned, Leak },
    };

    [Theory]
    [MemberData(nameof(Mistakes))]
    public void Tick_WhileAMistakeIsMadeAgainAndAgain_FindsItSoon(PoolMisuseKind kind, Action mistake)
    {
        for (int i = 0; i < MaxTicks && _heard.IsEmpty; i++)
        {
            mistake();
            Sampler.Tick();
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        // A leak may be found a collection later, and then two of them at once.
        Assert.NotEmpty(_heard);
        Assert.All(_heard, found => Assert.Equal((kind, 100), (found.Kind, found.Length)));
        Assert.All(_heard, static found => Assert.Contains(nameof(SamplingTests), found.Rented!.Stack, StringComparison.Ordinal));
    }

    [Fact]
    public void Sample_OfACorrectRental_IsSilentAndComesBack()
    {
        for (int i = 0; i < MaxTicks; i++)
        {
            Exact.Rent(100).Dispose();
            Exact.Pool.TrySample(new Random(i));
            using var sample = Exact.Rent(100);
            sample.Span.Fill(1);
            Sampler.Tick();
        }

        PooledBuffers.SamplesPerSecond = 0;
        PoolStatistics statistics = Exact.Pool.GetStatistics();
        Assert.Empty(_heard);
        Assert.Equal((2 * MaxTicks, 0), (statistics.Rents, statistics.InUse));
        Assert.Equal(statistics.Misses, statistics.Retained + statistics.Trimmed + statistics.Dropped);
    }

    [Fact]
    public void Sample_OfARental_TakesOneAndLeavesTheNextAlone()
    {
        Once.Rent(100).Dispose();
        Assert.True(Once.Pool.TrySample(new Random(0)));

        Assert.True(IsChecked());
        Assert.False(IsChecked());

        static bool IsChecked()
        {
            using PooledOwner<byte> owner = Once.RentOwner(100);
            return Misuse.ArrayOf(owner.Memory)[100] == Pattern.Canary;
        }
    }

    /// <summary>A share finds the record of its owner ended, so it has none. Its end is the last, and the buffer is checked all the same.</summary>
    [Fact]
    public void Sample_ThatEndsWhileItIsShared_IsCheckedWithTheLastHold()
    {
        for (int i = 0; i < 2; i++)
        {
            // The second time both buffers have this thread's stack for their home, so the share of the first one notes it.
            PooledOwner<byte> first = Shared.RentOwner(100);
            using (Shared.RentOwner(100))
            {
                first.Share().Dispose();
                first.Dispose();
            }
        }

        Assert.True(Shared.Pool.TrySample(new Random(0)));
        PooledOwner<byte> sample = Shared.RentOwner(100);
        PooledNode node = sample.LiveNode!;
        Assert.NotNull(node.Shares);
        Misuse.ArrayOf(sample.Memory)[100]++;

        // The steps of PooledNode.Share on another thread, with the end of the owner between them.
        PooledNode handle = node.Shares.Share(node, node.Generation)!;
        sample.Dispose();
        Shared.Pool.WatchShare(node, handle);
        Assert.Empty(_heard);
        handle.ReturnOwned(handle.Generation);

        Assert.Equal(PoolMisuseKind.Overrun, Assert.Single(_heard).Kind);
    }

    [Fact]
    public void Sample_OfAnIdlePool_IsNotTaken()
    {
        Idle.Rent(100).Dispose();
        Assert.True(Idle.Pool.TrySample(new Random(0)));

        Assert.False(Idle.Pool.TrySample(new Random(0)));
    }

    [Fact]
    public void Sample_ThatIsDueUnderACheck_IsTheChecks()
    {
        Busy.Rent(100).Dispose();
        Assert.True(Busy.Pool.TrySample(new Random(0)));
        RentalCheck check = RentalCheck.Start();

        Busy.RentOwner(100);

        Assert.Equal(PoolMisuseKind.NotReturned, Misuse.FindingOf(check).Kind);
    }

    [Fact]
    public void Sampling_OutOfRange_Throws()
    {
        Assert.Throws<ArgumentOutOfRangeException>(static () => PooledBuffers.SamplesPerSecond = -1);
        Assert.Throws<ArgumentOutOfRangeException>(static () => PooledBuffers.SamplesPerSecond = 1001);
        Assert.Equal(1, PooledBuffers.SamplesPerSecond);
    }

    [Fact]
    public void Sampling_SwitchedOn_TicksByItself()
    {
        long before = Sampler.Now;

        PooledBuffers.SamplesPerSecond = 1000;

        Assert.True(SpinWait.SpinUntil(() => Sampler.Now > before + 1, TimeSpan.FromSeconds(30)));
    }

    [Fact]
    public void Sampling_SwitchedOff_LooksAtWhatStillWaits()
    {
        Busy.Rent(100).Dispose();
        Busy.Pool.TrySample(new Random(0));
        PooledOwner<byte> owner = Busy.RentOwner(100);
        Memory<byte> kept = owner.Memory;
        owner.Dispose();
        kept.Span[3] = 1;

        PooledBuffers.SamplesPerSecond = 0;

        Assert.Equal(PoolMisuseKind.WriteAfterReturn, Assert.Single(_heard).Kind);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Leak()
    {
        Busy.RentOwner(100);
        Busy.Rent(100).Dispose(); // its own stack forgets the leaked one
    }
}

using System.Collections.Concurrent;
using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Storage;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>
/// Native buffers of two size classes. Holders of the long class keep writing through their addresses after the rental is over, while another thread trims
/// and changes the budget. Holders of the short class fill theirs with a number that nobody else has, and find it there at the end of the rental.
/// </summary>
[Trait("Category", "Long")]
public class NativeStormTests
{
    private const int Short = 3000;
    private const int Long = 40_000;
    private const int Workers = 3;

    private readonly PlacedPool<long> _pool;
    private readonly ITestOutputHelper _output;
    private readonly ConcurrentDictionary<nint, long> _held = [];
    private readonly ConcurrentBag<nint> _stale = [];
    private readonly ConcurrentDictionary<nint, int> _lengths = [];
    private long _stamps;
    private long _doubleHolders;
    private long _changed;
    private long _moved;
    private long _staleWrites;

    public NativeStormTests(ITestOutputHelper output)
    {
        _output = output;
        _pool = new(BufferStorage.Native, maxLength: 65_536);
    }

    [Fact]
    public void Storm_OfStaleWritesAndTrims_ChangesNoRentalOfAnotherClass_AndNothingFaults()
    {
        int seed = Environment.TickCount;
        _output.WriteLine($"seed {seed}");
        var clock = new StormClock(StormTime.Read(otherwise: 1), HasHappened);
        Thread[] threads =
        [
            new(() => Trim(clock, new Random(seed))),
            .. Enumerable.Range(1, Workers).Select(id => new Thread(() => Rent(clock, new Random(seed + id)))),
        ];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();

        PoolStatistics statistics = _pool.Pool.StatisticsAtRest;
        _output.WriteLine($"{_stamps} rentals, {_staleWrites} stale writes, {statistics}");
        Assert.Equal((0, 0, 0), (_doubleHolders, _changed, _moved));
        Assert.Equal(_stamps, statistics.Rents);
        Assert.True(HasHappened(), "The storm proves nothing.");
        _pool.AssertBalanced();
    }

    private bool HasHappened() => _pool.Pool.GetStatistics() is { Trimmed: > 0, Evicted: > 0, Hits: > 0 } && Interlocked.Read(ref _staleWrites) > 0;

    private void Trim(StormClock clock, Random random)
    {
        while (clock.IsRunning)
        {
            if (random.Next(4) == 0)
                _pool.Pool.TrimIdle();
            else
                _pool.Pool.Trim();

            _pool.Pool.MaxRetainedBytes = random.Next(3) == 0 ? 0 : long.MaxValue;
            Thread.SpinWait(random.Next(2000));
        }
    }

    private void Rent(StormClock clock, Random random)
    {
        while (clock.IsRunning)
        {
            bool isShort = random.Next(2) == 0;
            int length = isShort ? Short : Long;
            (PooledNode node, bool isRenter) = random.Next(3) switch
            {
                0 or 1 => (PooledNode.RentSlow(_pool.Pool, length), random.Next(2) == 0),
                _ => (_pool.Pool.RentNode(length, member: null, isWhole: false), false),
            };
            nint generation = node.Generation;
            long stamp = Interlocked.Increment(ref _stamps);
            nint address = node.GetAddress<long>(0, length);
            Interlocked.Add(ref _doubleHolders, _held.TryAdd(address, stamp) ? 0 : 1);
            Interlocked.Add(ref _moved, _lengths.GetOrAdd(address, node.Capacity) == node.Capacity ? 0 : 1);
            if (isShort)
                Hold(node.UnsafeAsPlacedSpan<long>(length), stamp, random);
            else
                _stale.Add(address);

            WriteStale(random);
            _held.TryRemove(address, out _);
            if (isRenter)
                node.ReturnNative(_pool.Pool, generation);
            else
                node.ReturnOwned(generation);
        }
    }

    private void Hold(Span<long> elements, long stamp, Random random)
    {
        elements.Fill(stamp);
        WriteStale(random);
        Interlocked.Add(ref _changed, elements.IndexOfAnyExcept(stamp) < 0 ? 0 : 1);
    }

    // Through the address, as a span would: a span cannot be kept for so long.
    private unsafe void WriteStale(Random random)
    {
        if (!_stale.TryTake(out nint address))
            return;

        new Span<long>((void*)address, random.Next(1, Long)).Fill(-1);
        Interlocked.Increment(ref _staleWrites);
        if (random.Next(10) > 0)
            _stale.Add(address);
    }
}

using System.Buffers;
using System.Collections.Concurrent;
using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Columns;

/// <summary>Columns that outlive their block.</summary>
public partial class ColumnOwnerTests
{
    [PooledColumns(MaxLength = 4096)]
    private partial struct Counted
    {
        public partial Span<long> Time { get; }

        public partial Span<float> Value { get; }
    }

    [PooledColumns(MaxLength = 64)]
    private partial struct Small
    {
        public partial Span<long> Value { get; }
    }

    [PooledColumns(MaxLength = 64)]
    private partial struct Optional
    {
        public partial Span<byte> Flag { get; }

        public partial Span<int?> Value { get; }
    }

    [PooledColumns(MaxLength = 256)]
    private partial struct Stormy
    {
        public partial Span<byte> Flag { get; }

        public partial Span<long> Value { get; }
    }

    public static TheoryData<int> Lengths => Blocks.Lengths;

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Memories_OfAnyLength_AreAlignedAndApart(int length)
    {
        using Mixed.Owner owner = Mixed.RentOwner(length);
        owner.Flag.Span.Fill(1);
        owner.Weight.Span.Fill(2);
        owner.Three.Span.Fill(new Odd(3, 3, 3));
        owner.Time.Span.Fill(new DateTime(4));
        owner.Id.Span.Fill(5);

        Assert.Equal((length, length, length), (owner.Length, owner.Flag.Length, owner.Id.Length));
        Assert.False(owner.Flag.Span.ContainsAnyExcept((byte)1));
        Assert.False(owner.Weight.Span.ContainsAnyExcept(2));
        Assert.False(owner.Three.Span.ContainsAnyExcept(new Odd(3, 3, 3)));
        Assert.False(owner.Time.Span.ContainsAnyExcept(new DateTime(4)));
        Assert.False(owner.Id.Span.ContainsAnyExcept(5));
        Assert.Equal(0, Blocks.Range(owner.Time.Span).Start % 64);
    }

    [Fact]
    public unsafe void Pin_OfAMemory_GivesTheAddressOfTheColumn()
    {
        using Mixed.Owner owner = Mixed.RentOwner(100);
        using MemoryHandle pinned = owner.Id.Slice(3).Pin();
        GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true);

        Assert.Equal(Blocks.Range(owner.Id.Span).Start + 12, (nint)pinned.Pointer);
    }

    [Fact]
    public async Task Owner_AcrossThreads_KeepsItsElements()
    {
        for (int round = 0; round < 50; round++)
        {
            Mixed.Owner owner = Mixed.RentOwner(100 + round);
            owner.Id.Span.Fill(round);
            int[] seen = await Task.Run(() =>
            {
                owner.Weight.Span.Fill(round);
                return owner.Id.ToArray();
            });

            Assert.All(seen, id => Assert.Equal(round, id));
            Assert.Equal(round, owner.Weight.Span[^1]);
            await Task.Run(owner.Dispose);
        }
    }

    [Fact]
    public void Owner_AfterDispose_ThrowsAndASecondDisposeDoesNothing()
    {
        Counted.Owner owner = Counted.RentOwner(100);
        Counted.Owner copy = owner;
        owner.Dispose();
        copy.Dispose();

        Assert.Throws<ObjectDisposedException>(() => owner.Time);
        Assert.Throws<ObjectDisposedException>(() => copy.Value.Length);
        Assert.Equal(1, Counted.Pool.Statistics.Misuse);
        Assert.Equal(0, Counted.Pool.Statistics.InUse);
    }

    [Fact]
    public void Owner_OfNothing_HasEmptyColumns()
    {
        using Mixed.Owner none = Mixed.RentOwner(0);

        Assert.True(none.IsEmpty);
        Assert.Equal((0, 0), (none.Id.Length, none.Flag.Span.Length));
        Assert.Equal(0, default(Mixed.Owner).Id.Length);
        default(Mixed.Owner).Dispose();
    }

    [Fact]
    public void NullableElements_AreElementsLikeOthers()
    {
        using var columns = Optional.Rent(10);
        using Optional.Owner owner = Optional.RentOwner(10);
        columns.Clear();
        columns.Value[9] = 5;
        columns.Flag.Fill(1);
        columns.Value.CopyTo(owner.Value.Span);

        Assert.Equal((null, 5), (owner.Value.Span[8], owner.Value.Span[9]));
    }

    [Fact]
    public void AfterWarmUp_NothingIsAllocated()
    {
        Assert.Equal(0, Allocations.Of(Use));

        static void Use()
        {
            using var columns = Mixed.Rent(500);
            columns.Id[0] = columns.Flag[0];
            using Mixed.Owner owner = Mixed.RentOwner(500);
            owner.Weight.Span[0] = owner.Id.Span[0];
        }
    }

    // Emitted code passes valid arguments, but the plumbing is public.
    [Fact]
    public void Plumbing_WithAnyArguments_ReachesNothingOutsideOfTheBlock()
    {
        var pool = new Storage.PlacedPool<long>(BufferStorage.Pinned, alignment: 64, maxLength: 64);
        using PooledOwner<long> owner = pool.Pool.RentOwner(64);
        PooledNode node = pool.Pool.RentSlow(64);

        Assert.Equal(64, ColumnBlock.UnsafeSpan<long, int>(node, 4, 64).Length);
        Assert.Throws<InvalidOperationException>(() => ColumnBlock.UnsafeSpan<long, int>(node, 0, 65).Length);
        Assert.Throws<InvalidOperationException>(() => ColumnBlock.UnsafeSpan<long, int>(node, 0, -1).Length);
        Assert.Throws<InvalidOperationException>(() => ColumnBlock.UnsafeSpan<long, int>(node, 5, 64).Length);
        Assert.Throws<InvalidOperationException>(() => ColumnBlock.UnsafeSpan<long, int>(node, -1, 64).Length);
        Assert.Throws<InvalidOperationException>(() => ColumnBlock.UnsafeSpan<long, int>(node, int.MaxValue, 64).Length);
        Assert.Throws<InvalidOperationException>(() => ColumnBlock.UnsafeSpan<long, int>(null, 0, 1).Length);
        Assert.Throws<InvalidOperationException>(() => ColumnBlock.UnsafeSpan<long, string>(node, 0, 1).Length);
        Assert.Throws<InvalidOperationException>(() => ColumnBlock.UnsafeMemory<long, string>(owner, 0, 1, 0));
        Assert.Throws<InvalidOperationException>(() => ColumnBlock.UnsafeMemory<long, int>(owner, 0, 1, 5));
        Assert.Throws<InvalidOperationException>(() => ColumnBlock.UnsafeMemory<long, int>(owner, 1, 1, 0));
        Assert.Throws<InvalidOperationException>(() => ColumnBlock.UnsafeMemory<long, int>(owner, 0, int.MaxValue, 0));
        Assert.Equal(64, ColumnBlock.UnsafeMemory<long, int>(owner, 0, 2, 4).Length);
        Assert.Equal(64, ColumnBlock.UnsafeMemory<long, short>(owner, 0, 2, 4).Length);
        Assert.Equal(64, ColumnBlock.UnsafeMemory<long, short>(owner, 5, 6, 6).Length);
        node.Return(node.Generation);
    }

    // Its own type, because it trims.
    [Fact]
    public void Storm_OfRentersAndOwners_KeepsEveryStamp()
    {
        const int threads = 4, rounds = 5_000;
        int broken = 0, started = 0;
        var travelling = new ConcurrentQueue<(Stormy.Owner Owner, int Stamp)>();
        Thread[] workers = [.. Enumerable.Range(0, threads).Select(_ => new Thread(Work))];
        Array.ForEach(workers, static worker => worker.Start());
        Array.ForEach(workers, static worker => worker.Join());
        while (travelling.TryDequeue(out (Stormy.Owner Owner, int Stamp) last))
            last.Owner.Dispose();

        Assert.Equal(0, broken);
        Assert.Equal((0, 0), (Stormy.Pool.Statistics.InUse, Stormy.Pool.Statistics.Misuse));

        void Work()
        {
            int id = Interlocked.Increment(ref started);
            var random = new Random(id);
            for (int i = 0; i < rounds; i++)
            {
                int stamp = (id * 50) + (i % 50);
                using var columns = Stormy.Rent(random.Next(1, 300));
                columns.Flag.Fill((byte)stamp);
                columns.Value.Fill(stamp);
                Stormy.Owner owner = Stormy.RentOwner(random.Next(1, 300));
                owner.Flag.Span.Fill((byte)stamp);
                owner.Value.Span.Fill(stamp);
                travelling.Enqueue((owner, stamp));
                if (travelling.TryDequeue(out (Stormy.Owner Owner, int Stamp) other))
                {
                    if (!Has(other.Owner.Flag.Span, other.Owner.Value.Span, other.Stamp))
                        Interlocked.Increment(ref broken);

                    other.Owner.Dispose();
                }

                if (!Has(columns.Flag, columns.Value, stamp))
                    Interlocked.Increment(ref broken);

                if (i % 500 == 0)
                    Stormy.Pool.Trim();
            }
        }

        static bool Has(Span<byte> flags, Span<long> values, int stamp) => !flags.ContainsAnyExcept((byte)stamp) && !values.ContainsAnyExcept(stamp);
    }

    // Two threads see an owner half assigned: each reads a pair that was never written together.
    [Fact]
    public void TornOwner_ShowsElementsOfOneBlockOrThrows()
    {
        Holder holder = new() { Owner = Small.RentOwner(64) };
        Small.Owner[] others = [holder.Owner, Small.RentOwner(1), Small.RentOwner(1000)];
        bool stops = false;
        var writer = new Thread(() =>
        {
            for (int i = 0; !Volatile.Read(ref stops); i++)
                holder.Owner = others[i % others.Length];
        });
        writer.Start();
        for (int i = 0; i < 200_000; i++)
        {
            try
            {
                Assert.Contains(holder.Owner.Value.Length, (int[])[64, 1, 1000]);
            }
            catch (Exception exception) when (exception is ObjectDisposedException or InvalidOperationException)
            {
                // A torn copy, which is refused.
            }
        }

        Volatile.Write(ref stops, true);
        writer.Join();
        Array.ForEach(others, static owner => owner.Dispose());
    }

    private sealed class Holder
    {
        public Small.Owner Owner;
    }
}

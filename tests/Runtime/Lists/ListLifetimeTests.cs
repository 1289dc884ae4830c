namespace PooledGen.Runtime.Tests.Lists;

/// <summary>What a list rents, keeps and gives back.</summary>
public sealed partial class ListLifetimeTests() : PoolTests<byte>(Bytes.Pool)
{
    [PooledBuffer<byte>(MinLength = 16, MaxLength = 1024)]
    private partial struct Bytes;

    [PooledBuffer<byte>(MaxLength = 64, Oversize = OversizePolicy.Throw, Clear = ClearPolicy.OnReturn)]
    private partial struct Secret;

    [PooledBuffer<string>(MaxLength = 64, Clear = ClearPolicy.Never)]
    private partial struct Kept;

    [PooledBuffer<Meddler>(MaxLength = 64)]
    private partial struct Meddlers;

    [Fact]
    public void CreateList_WithoutCapacity_RentsWithTheFirstElement()
    {
        using PooledList<byte> list = Bytes.CreateList();
        Assert.Equal((0, 0), (list.Capacity, Bytes.Pool.Statistics.InUse));
        list.Add(1);
        Assert.Equal((1024, 1), (list.Capacity, Bytes.Pool.Statistics.InUse));
    }

    [Fact]
    public void Growing_ReturnsEachArray()
    {
        using PooledList<byte> list = Bytes.CreateList(16);
        for (int i = 0; i < 5000; i++)
            list.Add((byte)i);

        Assert.Equal(1, Bytes.Pool.Statistics.InUse);
        for (int i = 0; i < 5000; i++)
            Assert.Equal((byte)i, list[i]);
    }

    [Fact]
    public void Dispose_Twice_ReturnsOnce()
    {
        PooledList<byte> list = Bytes.CreateList(16);
        list.Dispose();
        using var other = Bytes.Rent(16);
        list.Dispose();
        Assert.Equal(1, Bytes.Pool.Statistics.InUse);
    }

    [Fact]
    public void Member_AfterDispose_ThrowsWithTheTypesName()
    {
        PooledList<byte> list = Bytes.CreateList(16);
        list.Add(1);
        PooledListEnumerator<byte> enumerator = list.GetEnumerator();
        list.Dispose();

        Action[] uses =
        [
            () => list.Add(1), () => _ = list[0], () => list[0] = 1, () => list.AddRange([]), () => list.AddRange(new List<byte>()), () => list.Insert(0, 1),
            () => list.InsertRange(0, []), () => list.RemoveAt(0), () => list.RemoveRange(0, 0),
            () => list.Remove(1), () => list.RemoveAll(static _ => true), () => list.Clear(), () => list.Contains(1), () => list.IndexOf(1),
            () => list.CopyTo(new byte[1]), () => list.AsSpan(), () => list.AsMemory(), () => list.ToArray(), () => list.Detach(),
            () => list.GetEnumerator(), () => list.EnsureCapacity(0), () => _ = list.Capacity,
            () => enumerator.MoveNext(),
        ];

        Assert.All(uses, static use => Assert.Contains("ListLifetimeTests.Bytes was disposed", Assert.Throws<ObjectDisposedException>(use).Message));
        Assert.True(list.Count == 0);
    }

    [Fact]
    public void Detach_GivesTheArrayItselfAndLeavesAnEmptyList()
    {
        using PooledList<byte> list = Bytes.CreateList();
        list.AddRange([1, 2, 3]);
        Span<byte> elements = list.AsSpan();
        using PooledOwner<byte> owner = list.Detach();

        Assert.True(elements == owner.Span);
        Assert.Equal((0, 0), (list.Count, list.Capacity));
        list.Add(4);
        Assert.Equal([1, 2, 3], owner.ToArray());
        Assert.Equal([4], list);
    }

    [Fact]
    public void Detach_OfAnEmptyList_GivesAnOwnerThatKnowsThePool()
    {
        using PooledList<byte> list = Bytes.CreateList();
        using PooledOwner<byte> owner = list.Detach().Resize(10);
        Assert.Equal(10, owner.Length);
    }

    [Fact]
    public void Growth_ThatThePoolRefuses_ChangesNothing()
    {
        using PooledList<byte> list = Secret.CreateList();
        list.AddRange(new byte[64]);
        Assert.Throws<ArgumentOutOfRangeException>(() => list.Add(1));
        Assert.Throws<ArgumentOutOfRangeException>(() => list.InsertRange(3, [1, 2]));
        Assert.Equal(new byte[64], list);
        Assert.Throws<ArgumentOutOfRangeException>(() => Secret.CreateList(65));
    }

    [Fact]
    public void ElementsThatLeave_AreClearedAsThePolicySays()
    {
        using PooledList<byte> secret = Secret.CreateList();
        secret.AddRange([1, 2, 3, 4, 5]);
        Memory<byte> memory = secret.AsMemory();
        secret.RemoveAt(0);
        secret.RemoveRange(0, 2);
        Assert.Equal([4, 5, 0, 0, 0], memory.ToArray());
        secret.Clear();
        Assert.Equal(new byte[5], memory.ToArray());

        using PooledList<string> kept = Kept.CreateList();
        kept.Add("a");
        Memory<string> names = kept.AsMemory();
        kept.Clear();
        Assert.Equal(["a"], names.ToArray());
    }

    [Fact]
    public void IndexOf_WhoseElementsDisposeTheList_ReadsNoOtherRental()
    {
        PooledList<Meddler> list = Meddlers.CreateList(16);
        for (int i = 0; i < 12; i++)
            list.Add(default);

        Meddler.Comparisons = 0;
        Meddler.WhenCompared = list.Dispose;
        int index = list.IndexOf(default);
        Meddler.WhenCompared = null;

        Assert.Equal((-1, 1), (index, Meddler.Comparisons));
    }

    [Fact]
    public void CollectionExpression_RentsFromTheSharedPool()
    {
        using PooledList<char> list = ['a', 'b', .. "cd"];
        list.Add('e');
        Assert.Equal("abcde", new string(list.ToArray()));

        using PooledList<char> empty = [];
        Assert.Equal(0, empty.Capacity);
    }

    [Fact]
    public void List_UsedAgain_AllocatesNothing()
    {
        using PooledList<byte> list = Bytes.CreateList();
        Assert.Equal(0, Allocations.Of(() => Fill(list)));
    }

    [Fact]
    public void List_CreatedAgain_AllocatesOnlyItself()
    {
        long self = Allocations.Of(static () => Bytes.CreateList().Dispose());
        Assert.Equal(self, Allocations.Of(static () =>
        {
            using PooledList<byte> list = Bytes.CreateList(16);
            Fill(list);
        }));
    }

    private static void Fill(PooledList<byte> list)
    {
        list.Clear();
        for (int i = 0; i < 1000; i++)
            list.Add((byte)i);

        list.AsSpan().Reverse();
        list.InsertRange(10, list.AsSpan().Slice(5, 10));
        list.RemoveRange(0, 10);
        int sum = 0;
        foreach (byte item in list)
            sum += item;

        list.RemoveAll(static item => item > 100);
        Assert.True(sum > 0);
    }

    /// <summary>An element that equals no other one, and does something when it is compared.</summary>
    private readonly struct Meddler : IEquatable<Meddler>
    {
        public static Action? WhenCompared { get; set; }

        public static int Comparisons { get; set; }

        public bool Equals(Meddler other)
        {
            Comparisons++;
            WhenCompared?.Invoke();
            return false;
        }

        public override bool Equals(object? obj) => false;

        public override int GetHashCode() => 0;
    }
}

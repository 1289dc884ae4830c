using System.Collections;
using System.Runtime.InteropServices;

namespace PooledGen.Runtime.Tests.Lists;

/// <summary>What the documentation of <see cref="List{T}"/> and of its interfaces promises. A derived class has the pool.</summary>
public abstract class ListContract(BufferPool<int> pool) : PoolTests<int>(pool)
{
    private readonly BufferPool<int> _pool = pool;

    public static TheoryData<Action<IList<int>>> Changes =>
    [
        static list => list.Add(1),
        static list => list.Insert(0, 1),
        static list => list.RemoveAt(0),
        static list => list.Remove(2),
        static list => list.Clear(),
        static list => list[0] = 5,
        static list => ((PooledList<int>)list).RemoveAll(static item => item == 2),
        static list => ((PooledList<int>)list).RemoveRange(0, 2),
        static list => ((PooledList<int>)list).AddRange([1, 2]),
        static list => ((PooledList<int>)list).AddRange(new List<int> { 1, 2 }),
        static list => ((PooledList<int>)list).InsertRange(1, [1, 2]),
        static list => ((PooledList<int>)list).Detach().Dispose(),
    ];

    [Theory]
    [MemberData(nameof(Changes))]
    public void Enumerator_AfterAChange_Throws(Action<IList<int>> change)
    {
        using PooledList<int> list = Filled(3);
        PooledListEnumerator<int> enumerator = list.GetEnumerator();
        Assert.True(enumerator.MoveNext());
        change(list);

        InvalidOperationException thrown = Assert.Throws<InvalidOperationException>(() => enumerator.MoveNext());
        Assert.Contains($"{_pool.Name} was changed", thrown.Message);
        Assert.Throws<InvalidOperationException>(() => ((IEnumerator)enumerator).Reset());
    }

    [Fact]
    public void EnumeratorOfObjects_OutsideOfTheElements_Throws()
    {
        using PooledList<int> list = Filled(1);
        IEnumerator enumerator = ((IEnumerable)list).GetEnumerator();
        Assert.Throws<InvalidOperationException>(() => enumerator.Current);
        Assert.True(enumerator.MoveNext());
        Assert.Equal(0, enumerator.Current);
        Assert.False(enumerator.MoveNext());
        Assert.False(enumerator.MoveNext());
        Assert.Throws<InvalidOperationException>(() => enumerator.Current);
        enumerator.Reset();
        Assert.True(enumerator.MoveNext());
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(3)]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue)]
    public void Index_OutsideOfTheList_IsRefused(int index)
    {
        using PooledList<int> list = Filled(3);
        Assert.Throws<ArgumentOutOfRangeException>("index", () => list[index]);
        Assert.Throws<ArgumentOutOfRangeException>("index", () => list[index] = 1);
        Assert.Throws<ArgumentOutOfRangeException>("index", () => list.RemoveAt(index));
        if (index != 3)
        {
            Assert.Throws<ArgumentOutOfRangeException>("index", () => list.Insert(index, 1));
            Assert.Throws<ArgumentOutOfRangeException>("index", () => list.InsertRange(index, [1]));
        }

        Assert.Equal([0, 1, 2], list);
    }

    [Fact]
    public void InsertRange_OfElementsThatWereRemoved_IsRefused()
    {
        using PooledList<int> list = Filled(6);
        list.EnsureCapacity(16);
        list.RemoveRange(3, 3);
        foreach ((int start, int count) in new[] { (0, 4), (2, 2), (3, 1), (4, 12), (0, 16) })
        {
            ArgumentException thrown = Assert.Throws<ArgumentException>("items", () => list.InsertRange(1, Behind(list).Slice(start, count)));
            Assert.Contains($"are {start} to {start + count - 1} of this list of {_pool.Name}, which has only 3 now", thrown.Message);
        }

        Assert.Equal([0, 1, 2], list);
        list.InsertRange(1, Behind(list).Slice(0, 3));
        Assert.Equal([0, 0, 1, 2, 1, 2], list);

        static Span<int> Behind(PooledList<int> list) => MemoryMarshal.CreateSpan(ref MemoryMarshal.GetReference(list.AsSpan()), 16);
    }

    [Fact]
    public void Null_IsRefused()
    {
        using PooledList<int> list = Filled(3);
        Assert.Throws<ArgumentNullException>("pool", () => new PooledList<int>(null!));
        Assert.Throws<ArgumentNullException>("collection", () => list.AddRange((IEnumerable<int>)null!));
        Assert.Throws<ArgumentNullException>("items", () => list.AddRange((int[])null!));
        Assert.Throws<ArgumentNullException>("match", () => list.RemoveAll(null!));
        Assert.Throws<ArgumentNullException>(() => list.CopyTo((int[])null!));
    }

    [Fact]
    public void RemoveRange_OutsideOfTheList_IsRefusedAsTheFrameworksListDoes()
    {
        using PooledList<int> list = Filled(3);
        var frameworks = new List<int> { 0, 1, 2 };
        foreach ((int index, int count) in new[] { (-1, 1), (0, -1), (0, 4), (3, 1), (2, int.MaxValue) })
        {
            ArgumentException expected = Assert.ThrowsAny<ArgumentException>(() => frameworks.RemoveRange(index, count));
            ArgumentException actual = Assert.ThrowsAny<ArgumentException>(() => list.RemoveRange(index, count));
            Assert.Equal((expected.GetType(), expected.ParamName), (actual.GetType(), actual.ParamName));
        }

        Assert.Equal([0, 1, 2], list);
    }

    [Fact]
    public void CopyTo_WithoutRoom_IsRefused()
    {
        using PooledList<int> list = Filled(3);
        Assert.Throws<ArgumentException>(() => list.CopyTo(new int[2]));
        Assert.Throws<ArgumentException>(() => list.CopyTo(new int[3], 1));
        Assert.ThrowsAny<ArgumentOutOfRangeException>(() => list.CopyTo(new int[3], -1));

        int[] array = new int[5];
        list.CopyTo(array, 1);
        Assert.Equal([0, 0, 1, 2, 0], array);
    }

    [Fact]
    public void Capacity_IsKeptByClearAndGrowsByEnsureCapacity()
    {
        using var list = new PooledList<int>(_pool, 100);
        Assert.Equal(128, list.Capacity);
        list.Clear();
        Assert.Equal(128, list.Capacity);
        Assert.Equal(128, list.EnsureCapacity(128));
        Assert.True(list.EnsureCapacity(200) >= 200);
        Assert.Throws<ArgumentOutOfRangeException>("capacity", () => list.EnsureCapacity(-1));
        Assert.Throws<ArgumentOutOfRangeException>("capacity", () => new PooledList<int>(_pool, -1));
        Assert.False(((ICollection<int>)list).IsReadOnly);
    }

    [Fact]
    public void RemoveAll_WhoseDelegateThrows_LosesNothing()
    {
        using PooledList<int> list = Filled(6);
        Assert.Throws<FormatException>(() => list.RemoveAll(static item => item == 4 ? throw new FormatException() : item % 2 == 0));
        Assert.Equal([1, 3, 4, 5], list);
    }

    [Fact]
    public void RemoveAll_WhoseDelegateDisposesTheList_WritesNothing()
    {
        PooledList<int> list = Filled(6);
        Assert.Throws<ObjectDisposedException>(() => list.RemoveAll(item =>
        {
            if (item != 3)
                return item < 3;

            list.Dispose();
            return false;
        }));
    }

    [Fact]
    public void RemoveAll_WhoseDelegateGrowsTheList_LeavesTheReturnedArrayAlone()
    {
        using var list = new PooledList<int>(_pool, 16);
        list.AddRange([0, 1, 2, 3, 4, 5]);
        PooledOwner<int> next = default;

        Assert.Throws<InvalidOperationException>(() => list.RemoveAll(item =>
        {
            if (item == 3)
            {
                list.EnsureCapacity(200);
                next = _pool.RentOwner(16); // the array that the list has returned
                next.Span.Fill(7);
            }

            return item % 2 == 0;
        }));

        Assert.All(next.ToArray(), static element => Assert.Equal(7, element));
        Assert.Equal(6, list.Count);
        next.Dispose();
    }

    [Fact]
    public void RemoveAll_WhoseDelegateChangesTheListAtTheFirstMatch_RemovesNoOther()
    {
        using PooledList<int> list = Filled(4);
        Assert.Throws<InvalidOperationException>(() => list.RemoveAll(item =>
        {
            if (item == 1)
                list.RemoveAt(0);

            return item == 1;
        }));
        Assert.Equal([1, 2, 3], list);
    }

    [Fact]
    public void RemoveAll_WhoseDelegateDisposesTheListAtTheFirstMatch_SaysSo()
    {
        PooledList<int> list = Filled(4);
        Assert.Throws<ObjectDisposedException>(() => list.RemoveAll(_ =>
        {
            list.Dispose();
            return true;
        }));
    }

    [Fact]
    public void AddingNothing_IsNoChange()
    {
        using PooledList<int> list = Filled(3);
        foreach (int item in list)
        {
            list.AddRange(Array.Empty<int>());
            list.AddRange(ReadOnlySpan<int>.Empty);
            list.InsertRange(item, ReadOnlySpan<int>.Empty);
        }

        Assert.Equal([0, 1, 2], list);
    }

    [Fact]
    public void AddRange_OfAnArrayThatIsPassedAsACollection_AddsItsElements()
    {
        using PooledList<int> list = Filled(2);

        list.AddRange((IEnumerable<int>)new[] { 7, 8, 9 });

        Assert.Equal([0, 1, 7, 8, 9], list);
    }

    [Fact]
    public void DebugView_OfAList_HasItsElementsAlone()
    {
        using PooledList<int> list = Filled(3);

        Assert.Equal([0, 1, 2], new PooledListDebugView<int>(list).Items);
    }

    [Fact]
    public void AddRange_OfACollectionThatChangesTheList_AddsItsElementsBehind()
    {
        using PooledList<int> list = Filled(3);
        list.AddRange(new Meddler(list, static list => list.AddRange(new int[500])));
        Assert.Equal([0, 1, 2, .. new int[500], 1, 2], list);
    }

    [Fact]
    public void AddRange_OfACollectionThatDisposesTheList_ThrowsAndWritesIntoNoOtherRental()
    {
        PooledList<int> list = Filled(3);
        PooledOwner<int> other = default;
        Assert.Throws<ObjectDisposedException>(() => list.AddRange(new Meddler(list, list =>
        {
            int capacity = list.Capacity;
            list.Dispose();
            other = _pool.RentOwner(capacity);
            other.Span.Fill(7);
        })));

        Assert.All(other.ToArray(), static element => Assert.Equal(7, element));
        other.Dispose();
    }

    [Fact]
    public void AddRange_OfACollectionThatPromisesMore_AddsWhatItGives()
    {
        using PooledList<int> list = Filled(3);
        list.AddRange(new Meddler(list, static _ => { }) { Count = 1000 });
        Assert.Equal([0, 1, 2, 1, 2], list);
    }

    private PooledList<int> Filled(int count)
    {
        var list = new PooledList<int>(_pool);
        for (int i = 0; i < count; i++)
            list.Add(i);

        return list;
    }

    private sealed class Meddler(PooledList<int> list, Action<PooledList<int>> change) : ICollection<int>
    {
        public int Count { get; init; } = 2;

        public bool IsReadOnly => true;

        public void CopyTo(int[] array, int arrayIndex) => throw new NotSupportedException();

        public void Add(int item) => throw new NotSupportedException();

        public void Clear() => throw new NotSupportedException();

        public bool Contains(int item) => false;

        public bool Remove(int item) => false;

        public IEnumerator<int> GetEnumerator()
        {
            change(list);
            yield return 1;
            yield return 2;
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}

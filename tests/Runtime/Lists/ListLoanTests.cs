using System.Collections;

namespace PooledGen.Runtime.Tests.Lists;

/// <summary>While a search, a sort or a collection uses a list's array, the array is not given to another rental.</summary>
public sealed partial class ListLoanTests() : PoolTests<int>(Numbers.Pool)
{
    [PooledBuffer<int>(MinLength = 16, MaxLength = 4096)]
    private partial struct Numbers;

    public static TheoryData<string, Action<PooledList<int>>> GivingUp => new()
    {
        { "grow", static list => { while (list.Count < 17) list.Add(100); } },
        { "ensure capacity", static list => list.EnsureCapacity(1000) },
        { "insert", static list => list.InsertRange(0, [1, 2, 3]) },
        { "detach", static list => list.Detach().Dispose() },
        { "dispose", static list => list.Dispose() },
    };

    [Theory]
    [MemberData(nameof(GivingUp))]
    public void Sort_WhoseComparerGivesTheArrayUp_Throws(string what, Action<PooledList<int>> giveUp)
    {
        using PooledList<int> list = Descending();
        int calls = 0;

        var exception = Assert.Throws<InvalidOperationException>(() => list.Sort((left, right) =>
        {
            if (calls++ == 5)
                giveUp(list);

            return left.CompareTo(right);
        }));

        string message = Assert.IsType<InvalidOperationException>(exception.InnerException).Message;
        Assert.True(message.Contains("sorted or filled", StringComparison.Ordinal), what);
        Assert.Equal(1, Numbers.Pool.Statistics.InUse);
        Assert.Equal(16, list.Count);
        Assert.True(list.EnsureCapacity(1000) >= 1000);
    }

    [Theory]
    [MemberData(nameof(GivingUp))]
    public void AddRange_OfACollectionThatGivesTheArrayUp_WritesIntoNoOtherRental(string what, Action<PooledList<int>> giveUp)
    {
        using PooledList<int> list = Numbers.CreateList(16);
        list.Add(7);
        PooledOwner<int> other = default;

        var collection = new Collection(4, (array, index) =>
        {
            try
            {
                giveUp(list);
            }
            finally
            {
                other = Numbers.RentOwner(16);
                other.Span.Fill(-1);
                array.AsSpan(index, 4).Fill(77);
            }
        });

        Assert.Throws<InvalidOperationException>(() => list.AddRange(collection));
        Assert.True(other.Span.IndexOf(77) < 0, what);
        other.Dispose();
    }

    public static TheoryData<string, Action<PooledList<Meddler>>> Searches => new()
    {
        { "IndexOf", static list => list.IndexOf(new Meddler(-1)) },
        { "LastIndexOf", static list => list.LastIndexOf(new Meddler(-1)) },
        { "Contains", static list => list.Contains(new Meddler(-1)) },
        { "Remove", static list => list.Remove(new Meddler(-1)) },
        { "BinarySearch", static list => list.BinarySearch(new Meddler(-1)) },
    };

    // Without the loan the search goes on in the next rental.
    [Theory]
    [MemberData(nameof(Searches))]
    public void Search_WhoseElementsDisposeTheList_Throws(string what, Action<PooledList<Meddler>> search)
        => AssertLent(Meddlers.Pool, what, search);

    internal static void AssertLent(BufferPool<Meddler> pool, string what, Action<PooledList<Meddler>> search)
    {
        using var list = new PooledList<Meddler>(pool, capacity: 16);
        for (int i = 0; i < 12; i++)
            list.Add(new Meddler(i));

        Exception? thrown;
        using (Meddler.WhenAsked(list.Dispose))
            thrown = Record.Exception(() => search(list));

        Assert.True(thrown is InvalidOperationException, $"{what}: {thrown}");
        Assert.Equal((12, 1), (list.Count, pool.Statistics.InUse));
        Assert.True(list.EnsureCapacity(100) >= 100);
    }

    [Fact]
    public void AddRange_OfACollectionThatCopiesTooLittle_ShowsNothingOfTheLastRenter()
    {
        using (PooledOwner<int> last = Numbers.RentOwner(16))
            last.Span.Fill(6211815);

        using PooledList<int> list = Numbers.CreateList(16);
        list.AddRange(new Collection(3, static (array, index) => array[index] = 1));

        Assert.Equal([1, 0, 0], list);
    }

    [Fact]
    public void Sort_WhoseComparerSortsToo_EndsEveryLoan()
    {
        using PooledList<int> list = Descending();
        bool isInner = false;
        list.Sort((left, right) =>
        {
            if (!isInner)
            {
                isInner = true;
                list.Sort(0, 2, null);
            }

            return left.CompareTo(right);
        });

        Assert.True(list.EnsureCapacity(1000) >= 1000);
    }

    [PooledBuffer<Meddler>(MinLength = 16, MaxLength = 4096)]
    private partial struct Meddlers;

    /// <summary>An element that does something when it is compared, once.</summary>
    public readonly struct Meddler(int number) : IEquatable<Meddler>, IComparable<Meddler>
    {
        [ThreadStatic]
        private static Action? t_work;

        private readonly int _number = number;

        public static Ending WhenAsked(Action work)
        {
            t_work = work;
            return default;
        }

        public bool Equals(Meddler other) => CompareTo(other) == 0;

        public int CompareTo(Meddler other)
        {
            t_work?.Invoke();
            return _number.CompareTo(other._number);
        }

        public override bool Equals(object? obj) => obj is Meddler other && Equals(other);

        public override int GetHashCode() => _number;

        public readonly struct Ending : IDisposable
        {
            public void Dispose() => t_work = null;
        }
    }

    private static PooledList<int> Descending()
    {
        PooledList<int> list = Numbers.CreateList(16);
        for (int i = 16; i > 0; i--)
            list.Add(i);

        return list;
    }

    private sealed class Collection(int count, Action<int[], int> copy) : ICollection<int>
    {
        public int Count => count;

        public bool IsReadOnly => true;

        public void CopyTo(int[] array, int arrayIndex) => copy(array, arrayIndex);

        public void Add(int item) => throw new NotSupportedException();

        public void Clear() => throw new NotSupportedException();

        public bool Contains(int item) => throw new NotSupportedException();

        public bool Remove(int item) => throw new NotSupportedException();

        public IEnumerator<int> GetEnumerator() => throw new NotSupportedException();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}

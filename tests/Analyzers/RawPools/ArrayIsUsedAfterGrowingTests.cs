namespace PooledGen.Analyzers.Tests;

public class ArrayIsUsedAfterGrowingTests() : RawPoolTest("PG0202")
{
    private const string Fields = "byte[] _items = Pool.Rent(16); int _count; ";

    [Theory]
    [InlineData("""
        void Grow()
        {
            byte[] next = Pool.Rent(_items.Length * 2);
            Array.Copy(_items, next, _count);
            _items = next;
            [|Pool.Return(next)|];
        }
        """)]
    [InlineData("""
        void Grow()
        {
            byte[] next = Pool.Rent(_items.Length * 2);
            _items.CopyTo(next, 0);
            byte[] old = _items;
            _items = next;
            [|Pool.Return(_items)|];
        }
        """)]
    [InlineData("""
        void Grow()
        {
            byte[] next = Pool.Rent(_items.Length * 2);
            _items.AsSpan(0, _count).CopyTo(next);
            _items = next;
            [|Pool.Return(next)|];
        }
        """)]
    [InlineData("""
        void Grow()
        {
            var next = Pool.Rent(_items.Length * 2);
            _items.AsSpan().CopyTo(next.AsSpan());
            _items = next;
            if (Ask()) [|Pool.Return(next)|];
        }
        """)]
    [InlineData("""
        void Grow()
        {
            byte[] old = _items;
            _items = Pool.Rent(old.Length * 2);
            Buffer.BlockCopy(old, 0, _items, 0, _count);
            [|Pool.Return(_items)|];
        }
        """)]
    [InlineData("""
        ref struct Builder
        {
            Span<char> _chars; char[]? _array; int _count;
            void Grow(int n)
            {
                char[] next = ArrayPool<char>.Shared.Rent(n);
                _chars.Slice(0, _count).CopyTo(next);
                char[]? old = _array;
                _chars = _array = next;
                if (old != null) [|ArrayPool<char>.Shared.Return(next)|];
            }
        }
        """)]
    [InlineData("""
        void Grow(ref byte[] b)
        {
            byte[] next = Pool.Rent(b.Length * 2);
            b.CopyTo(next, 0);
            b = next;
            [|Pool.Return(next)|];
        }
        """)]
    [InlineData("""
        int Grow(byte[] a)
        {
            byte[] next = Pool.Rent(a.Length * 2);
            Array.Copy(a, next, a.Length);
            [|Pool.Return(next)|];
            a = next;
            return a[0];
        }
        """)]
    [InlineData("""
        void Resize()
        {
            byte[] old = _items;
            Initialize(_count);
            byte[] items = _items;
            for (int i = 0; i < _count; i++) items[i] = old[i];
            [|Pool.Return(items)|];
        }
        void Initialize(int n) { _items = Pool.Rent(n); _count = n; }
        """)]
    [InlineData("""
        public void Resize()
        {
            var old = _items;
            _items = Pool.Rent(_count * 2);
            for (int i = 0; i < old.Length; i++) _items[i] = old[i];
            [|Pool.Return(_items)|];
        }
        """)]
    public Task ReturnOfTheNewArray_IsDiagnosedAtTheReturn(string markup) => Diagnosed(Fields + markup);

    [Theory]
    [InlineData("""
        void Grow()
        {
            byte[] next = Pool.Rent(_items.Length * 2);
            Array.Copy(_items, next, _count);
            Pool.Return(_items);
            _items = next;
        }
        """)]
    [InlineData("""
        void Grow()
        {
            byte[] next = Pool.Rent(_items.Length * 2);
            Array.Copy(_items, next, _count);
            byte[] old = _items;
            _items = next;
            Pool.Return(old);
        }
        """)]
    [InlineData("""
        void Swap()
        {
            byte[] next = Pool.Rent(_count);
            Array.Copy(_items, next, _count);
            _count = next[0];
            Pool.Return(next);
        }
        """)]
    [InlineData("""
        void M(Stream s)
        {
            byte[] copy = Pool.Rent(_count);
            _items.CopyTo(copy, 0);
            s.Write(copy, 0, _count);
            Pool.Return(copy);
        }
        """)]
    [InlineData("""
        byte[] Grow(byte[] a)
        {
            byte[] next = Pool.Rent(a.Length * 2);
            a.CopyTo(next, 0);
            Pool.Return(a);
            return next;
        }
        """)]
    [InlineData("""
        void Grow(ref byte[] b)
        {
            byte[] next = Pool.Rent(b.Length * 2);
            b.CopyTo(next, 0);
            Pool.Return(b);
            b = next;
        }
        """)]
    [InlineData("""
        void Grow()
        {
            (byte[] old, _items) = (_items, Pool.Rent(_items.Length * 2));
            Array.Copy(old, _items, _count);
            Pool.Return(old);
        }
        """)]
    [InlineData("""
        void Resize()
        {
            byte[] old = _items;
            Initialize(_count);
            byte[] items = _items;
            for (int i = 0; i < _count; i++) items[i] = old[i];
            Pool.Return(old);
        }
        void Initialize(int n) { _items = Pool.Rent(n); _count = n; }
        """)]
    [InlineData("""
        void Resize()
        {
            byte[] old = _items;
            _items = Pool.Rent(9);
            for (int i = 0; i < _count; i++) _items[i] = old[i];
            Pool.Return(old);
        }
        """)]
    [InlineData("""
        void Reset()
        {
            byte[] first = _items;
            Pool.Return(_items);
            _items = Pool.Rent(9);
            _count = first.Length;
        }
        """)]
    public Task ReturnOfTheOldArray_IsSilent(string source) => Silent(Fields + source);

    [Fact]
    public Task Message_NamesTheNewArray() => Diagnosed(
        Fields + """
            void Grow()
            {
                byte[] next = Pool.Rent(99);
                Array.Copy(_items, next, _count);
                _items = next;
                [|Pool.Return(next)|];
            }
            """,
        "'next' is the new array, which is still in use; return the old one");

    [Fact]
    public Task Rule_CanBeSilenced()
        => Suppressible("""
            byte[] Grow(byte[] a)
            {
                byte[] next = Pool.Rent(a.Length * 2);
                a.CopyTo(next, 0);
                a = next;
                [|Pool.Return(next)|];
                return a;
            }
            """);
}

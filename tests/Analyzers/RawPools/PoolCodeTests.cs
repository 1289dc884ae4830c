namespace PooledGen.Analyzers.Tests;

/// <summary>Pool code as it is written in well-kept libraries: no rule has anything to say about it, not even a hint.</summary>
public class PoolCodeTests() : RawPoolTest("PG02")
{
    public static TheoryData<string, string> Code => new()
    {
        {
            "a value string builder",
            """
            ref struct ValueStringBuilder
            {
                private char[]? _toReturn; private Span<char> _chars; private int _pos;
                public ValueStringBuilder(Span<char> initial) { _toReturn = null; _chars = initial; _pos = 0; }
                public ValueStringBuilder(int capacity) { _toReturn = ArrayPool<char>.Shared.Rent(capacity); _chars = _toReturn; _pos = 0; }
                public void Append(char c) { if (_pos == _chars.Length) Grow(1); _chars[_pos++] = c; }
                private void Grow(int more)
                {
                    char[] poolArray = ArrayPool<char>.Shared.Rent(Math.Max(_pos + more, _chars.Length * 2));
                    _chars.Slice(0, _pos).CopyTo(poolArray);
                    char[]? toReturn = _toReturn;
                    _chars = _toReturn = poolArray;
                    if (toReturn != null) ArrayPool<char>.Shared.Return(toReturn);
                }
                public override string ToString() { string s = _chars.Slice(0, _pos).ToString(); Dispose(); return s; }
                public void Dispose() { char[]? toReturn = _toReturn; this = default; if (toReturn != null) ArrayPool<char>.Shared.Return(toReturn); }
            }
            """
        },
        {
            "a pooled buffer writer",
            """
            sealed class Writer : IBufferWriter<byte>, IDisposable
            {
                private byte[]? _rented; private int _index;
                public Writer(int initial) { _rented = ArrayPool<byte>.Shared.Rent(initial); }
                public void Clear() { _rented.AsSpan(0, _index).Clear(); _index = 0; }
                public void Dispose() { if (_rented == null) return; Clear(); byte[] toReturn = _rented; _rented = null; ArrayPool<byte>.Shared.Return(toReturn); }
                public void Advance(int count) => _index += count;
                public Memory<byte> GetMemory(int hint = 0) { Resize(hint); return _rented.AsMemory(_index); }
                public Span<byte> GetSpan(int hint = 0) { Resize(hint); return _rented.AsSpan(_index); }
                private void Resize(int hint)
                {
                    if (hint <= _rented!.Length - _index) return;
                    byte[] old = _rented;
                    _rented = ArrayPool<byte>.Shared.Rent(old.Length + Math.Max(hint, old.Length));
                    Span<byte> written = old.AsSpan(0, _index);
                    written.CopyTo(_rented);
                    written.Clear();
                    ArrayPool<byte>.Shared.Return(old);
                }
            }
            """
        },
        {
            "a copy loop",
            """
            async Task CopyAsync(Stream from, Stream to, int size, CancellationToken token)
            {
                byte[] buffer = ArrayPool<byte>.Shared.Rent(size);
                try
                {
                    int read;
                    while ((read = await from.ReadAsync(new Memory<byte>(buffer), token).ConfigureAwait(false)) != 0)
                        await to.WriteAsync(new ReadOnlyMemory<byte>(buffer, 0, read), token).ConfigureAwait(false);
                }
                finally { ArrayPool<byte>.Shared.Return(buffer); }
            }
            """
        },
        {
            "reading a stream to its end",
            """
            static async Task<ArraySegment<byte>> ReadAllAsync(Stream stream)
            {
                byte[] rented = ArrayPool<byte>.Shared.Rent(4096);
                int written = 0;
                try
                {
                    while (true)
                    {
                        if (rented.Length == written)
                        {
                            byte[] toReturn = rented;
                            rented = ArrayPool<byte>.Shared.Rent(checked(toReturn.Length * 2));
                            Buffer.BlockCopy(toReturn, 0, rented, 0, toReturn.Length);
                            ArrayPool<byte>.Shared.Return(toReturn, clearArray: true);
                        }
                        int last = await stream.ReadAsync(rented, written, rented.Length - written);
                        written += last;
                        if (last == 0) break;
                    }
                    return new ArraySegment<byte>(rented, 0, written);
                }
                catch
                {
                    if (rented != null) { rented.AsSpan(0, written).Clear(); ArrayPool<byte>.Shared.Return(rented); }
                    throw;
                }
            }
            """
        },
        {
            "writing a string, stack first",
            """
            static void WriteString(Stream to, string value)
            {
                byte[]? array = null;
                int max = value.Length * 3;
                Span<byte> utf8 = max <= 256 ? stackalloc byte[256] : (array = ArrayPool<byte>.Shared.Rent(max));
                try { int n = Encoding.UTF8.GetBytes(value, utf8); to.Write(utf8.Slice(0, n)); }
                finally { if (array is not null) ArrayPool<byte>.Shared.Return(array); }
            }
            """
        },
        {
            "two arrays in one finally",
            """
            static int Compare(Stream a, Stream b, int n)
            {
                byte[]? left = null, right = null;
                try
                {
                    left = ArrayPool<byte>.Shared.Rent(n);
                    right = ArrayPool<byte>.Shared.Rent(n);
                    int l = a.Read(left, 0, n), r = b.Read(right, 0, n);
                    return left.AsSpan(0, l).SequenceCompareTo(right.AsSpan(0, r));
                }
                finally
                {
                    if (left != null) ArrayPool<byte>.Shared.Return(left);
                    if (right != null) ArrayPool<byte>.Shared.Return(right);
                }
            }
            """
        },
        {
            "the caller gets the array to return",
            """
            static ReadOnlySpan<byte> Unescape(ReadOnlySpan<byte> source, out byte[]? rented)
            {
                rented = ArrayPool<byte>.Shared.Rent(source.Length);
                source.CopyTo(rented);
                return rented.AsSpan(0, source.Length);
            }
            static string Text(ReadOnlySpan<byte> source)
            {
                ReadOnlySpan<byte> plain = Unescape(source, out byte[]? rented);
                string text = Encoding.UTF8.GetString(plain);
                if (rented != null) ArrayPool<byte>.Shared.Return(rented);
                return text;
            }
            static bool TryTake(int n, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out byte[]? rented)
            {
                if (n > 1000) { rented = null; return false; }
                rented = ArrayPool<byte>.Shared.Rent(n);
                return true;
            }
            """
        },
        {
            "an iterator",
            """
            static IEnumerable<int> Blocks(Stream stream)
            {
                byte[] buffer = ArrayPool<byte>.Shared.Rent(512);
                try { while (true) { int read = stream.Read(buffer, 0, 512); if (read == 0) yield break; yield return read; } }
                finally { ArrayPool<byte>.Shared.Return(buffer); }
            }
            """
        },
        {
            "a flag of the method",
            """
            static byte[] Trim(Stream s, bool pooled, int n)
            {
                byte[] buffer = pooled ? ArrayPool<byte>.Shared.Rent(n) : new byte[n];
                try { int read = s.Read(buffer, 0, n); return buffer.AsSpan(0, read).ToArray(); }
                finally { if (pooled) ArrayPool<byte>.Shared.Return(buffer); }
            }
            """
        },
        {
            "ownership through a flag",
            """
            static Holder Load(Stream s, int n)
            {
                byte[] buffer = ArrayPool<byte>.Shared.Rent(n);
                bool isHandedOver = false;
                try { s.ReadExactly(buffer, 0, n); var holder = new Holder(buffer); isHandedOver = true; return holder; }
                finally { if (!isHandedOver) ArrayPool<byte>.Shared.Return(buffer); }
            }
            sealed class Holder(byte[] buffer) : IDisposable
            {
                private byte[]? _buffer = buffer;
                public void Dispose() { byte[]? b = Interlocked.Exchange(ref _buffer, null); if (b != null) ArrayPool<byte>.Shared.Return(b); }
            }
            """
        },
        {
            "null as the sign that it was handed over",
            """
            static byte[]? Receive(Stream s, int n)
            {
                byte[]? buffer = ArrayPool<byte>.Shared.Rent(n);
                try
                {
                    s.ReadExactly(buffer, 0, n);
                    byte[] result = buffer;
                    buffer = null;
                    return result;
                }
                finally { if (buffer != null) ArrayPool<byte>.Shared.Return(buffer); }
            }
            """
        },
        {
            "fixed",
            """
            static unsafe int Sum(int n)
            {
                byte[] buffer = ArrayPool<byte>.Shared.Rent(n);
                try { fixed (byte* p = buffer) { int sum = 0; for (int i = 0; i < n; i++) sum += p[i]; return sum; } }
                finally { ArrayPool<byte>.Shared.Return(buffer); }
            }
            """
        },
        {
            "a local function that returns it",
            """
            static void Run(int n)
            {
                byte[] buffer = ArrayPool<byte>.Shared.Rent(n);
                try { Fill(buffer); } finally { Give(); }
                void Give() => ArrayPool<byte>.Shared.Return(buffer);
            }
            static void Helped(int n) { byte[] b = ArrayPool<byte>.Shared.Rent(n); try { Fill(b); } finally { GiveBack(b); } }
            static void GiveBack(byte[] b) { b.AsSpan().Clear(); ArrayPool<byte>.Shared.Return(b); }
            """
        },
        {
            "a ring of segments",
            """
            sealed class Segments : IDisposable
            {
                private readonly List<byte[]> _segments = new();
                public void Add(int n) { byte[] segment = ArrayPool<byte>.Shared.Rent(n); _segments.Add(segment); }
                public void Dispose() { foreach (byte[] segment in _segments) ArrayPool<byte>.Shared.Return(segment); _segments.Clear(); }
            }
            """
        },
        {
            "retries",
            """
            static string Name(int size)
            {
                while (true)
                {
                    char[] chars = ArrayPool<char>.Shared.Rent(size);
                    try { if (TryFormat(chars, out int n)) return new string(chars, 0, n); }
                    finally { ArrayPool<char>.Shared.Return(chars); }
                    size *= 2;
                }
            }
            static string Name2(int size)
            {
                char[] chars = ArrayPool<char>.Shared.Rent(size);
                try
                {
                    int n;
                    while (!TryFormat(chars, out n))
                    {
                        int longer = chars.Length * 2;
                        ArrayPool<char>.Shared.Return(chars);
                        chars = ArrayPool<char>.Shared.Rent(longer);
                    }
                    return new string(chars, 0, n);
                }
                finally { ArrayPool<char>.Shared.Return(chars); }
            }
            static bool TryFormat(Span<char> to, out int n) { n = 0; return to.Length > 5; }
            """
        },
        {
            "switch and nested usings",
            """
            static int Pick(Stream s, int kind)
            {
                using IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(64);
                byte[] b = ArrayPool<byte>.Shared.Rent(64);
                try
                {
                    using (var inner = MemoryPool<byte>.Shared.Rent(32))
                    {
                        switch (kind)
                        {
                            case 0: return s.Read(owner.Memory.Span);
                            case 1: return s.Read(inner.Memory.Span);
                            default: return s.Read(b, 0, 64);
                        }
                    }
                }
                finally { ArrayPool<byte>.Shared.Return(b); }
            }
            """
        },
        {
            "conditions that belong together",
            """
            static int Encode(string text, Span<byte> to)
            {
                int max = Encoding.UTF8.GetMaxByteCount(text.Length);
                byte[]? rented = null;
                if (max > 512) rented = ArrayPool<byte>.Shared.Rent(max);
                Span<byte> buffer = rented is null ? stackalloc byte[512] : rented.AsSpan();
                int n;
                try { n = Encoding.UTF8.GetBytes(text, buffer); buffer[..n].CopyTo(to); }
                finally { if (max > 512) ArrayPool<byte>.Shared.Return(rented!); }
                return n;
            }
            """
        },
        {
            "in a lambda",
            """
            static void All(IEnumerable<Stream> streams) => Parallel.ForEach(streams, s =>
            {
                byte[] b = ArrayPool<byte>.Shared.Rent(64);
                try { s.Read(b, 0, 64); } finally { ArrayPool<byte>.Shared.Return(b); }
            });
            """
        },
        {
            "Try with a retry on the pool",
            """
            static void Locked(object gate, int n)
            {
                byte[] b = ArrayPool<byte>.Shared.Rent(n);
                try { lock (gate) { Fill(b); } }
                catch (IOException) when (n > 5) { Fill(b); }
                finally { ArrayPool<byte>.Shared.Return(b); }
            }
            """
        },
    };

    [Theory]
    [MemberData(nameof(Code))]
    public Task WellKeptCode_IsSilent(string name, string source)
    {
        Assert.NotEmpty(name);
        return Silent(source);
    }

    protected override bool IsAsked(Microsoft.CodeAnalysis.Diagnostic diagnostic)
        => diagnostic.Id.StartsWith("PG", StringComparison.Ordinal) || base.IsAsked(diagnostic);
}

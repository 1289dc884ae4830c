using PooledGen.Analyzers.Tests.BugCorpus.Outcomes;

namespace PooledGen.Analyzers.Tests.BugCorpus.Bugs;

/// <summary>An array goes back while its user goes on, or the wrong array goes back.</summary>
internal static class EarlyReturns
{
    public static IEnumerable<Bug> All =>
    [
        new(1, "dotnet/corefx#37270, dotnet/SqlClient#145, dotnet/SqlClient#171",
            "a parser grew into an array in a field, returned that array, kept the field, and went on with it")
        {
            Raw =
            [
                new Diagnosed("PG0208",
                    """
                    public sealed class Parser
                    {
                        private byte[] _chunk = [];

                        public int Read(Stream stream, int length)
                        {
                            _chunk = ArrayPool<byte>.Shared.Rent(length);
                            int read = stream.Read(_chunk, 0, length);
                            ArrayPool<byte>.Shared.Return(_chunk); // <--
                            return read;
                        }

                        public byte First => _chunk[0];
                    }
                    """),
            ],
            PooledGen =
            [
                new DoesNotCompile("CS8345",
                    """
                    public sealed class Parser
                    {
                        private PacketBuffer _chunk; // <--

                        public byte First => _chunk[0];
                    }
                    """),
            ],
        },
        new(2, "dotnet/coreclr#15104", "`Grow` of `ValueStringBuilder` returned the new array instead of the old one")
        {
            Raw =
            [
                new Diagnosed("PG0202",
                    """
                    public static void Append(ref char[] text, ref int length, char c)
                    {
                        if (length == text.Length)
                        {
                            char[] larger = ArrayPool<char>.Shared.Rent(length * 2);
                            text.AsSpan(0, length).CopyTo(larger);
                            ArrayPool<char>.Shared.Return(larger); // <--
                            text = larger;
                        }

                        text[length++] = c;
                    }
                    """),
            ],
            PooledGen =
            [
                new Impossible("the writer grows by itself, and `Dispose` takes no array",
                    """
                    public static bool Run()
                    {
                        using var text = TextBuffer.CreateWriter(16);
                        text.Append('x');
                        for (int i = 0; i < 5000; i++)
                            text.Append('x');

                        using var other = TextBuffer.Rent(5000);
                        return text.Length == 5001 && !text.WrittenSpan.ContainsAnyExcept('x') && !text.WrittenSpan.Overlaps(other.Span);
                    }
                    """),
            ],
        },
        new(10, "aspnet/Mvc#4213, dotnet/corefx#5949, dotnet/corefx#5973",
            "the pool took arrays that it had never given out, and gave one that was too short to another renter")
        {
            Raw =
            [
                new NotCovered("the method that returns an array does not show where it comes from",
                    """
                    public static void Recycle(ArrayPool<byte> pool, MemoryStream stream) => pool.Return(stream.GetBuffer());
                    """),
            ],
            PooledGen =
            [
                new Impossible("`Dispose` takes no array, and the `ArrayPool` adapter knows its own",
                    """
                    public static bool Run()
                    {
                        try
                        {
                            PacketBuffer.Pool.AsArrayPool().Return(new byte[256]);
                            return false;
                        }
                        catch (ArgumentException)
                        {
                            return PacketBuffer.Pool.GetStatistics().Retained == 0;
                        }
                    }
                    """),
            ],
        },
        new(12, "dotnet/extensions#342", "the pool's slab was unpinned while blocks of it were in use; later uses of them threw")
        {
            Raw =
            [
                new NotCovered("pool and block end in different methods",
                    """
                    public sealed class Transport(MemoryPool<byte> pool) : IDisposable
                    {
                        public Memory<byte> Input { get; } = pool.Rent(4096).Memory;

                        public void Dispose() => pool.Dispose();
                    }
                    """),
            ],
            PooledGen =
            [
                new Impossible("a pool is static and is never torn down",
                    """
                    public static bool Run()
                    {
                        MemoryPool<byte> pool = PacketBuffer.Pool.AsMemoryPool();
                        using IMemoryOwner<byte> block = pool.Rent(4096);
                        pool.Dispose();
                        using IMemoryOwner<byte> next = pool.Rent(4096);
                        return block.Memory.Length == 4096 && !block.Memory.Span.Overlaps(next.Memory.Span);
                    }
                    """),
            ],
        },
        new(32, "ChilliCream/graphql-platform#1277", "a buffer went back before its reader was done")
        {
            Raw =
            [
                new Diagnosed("PG0202",
                    """
                    public static string Read(Stream request, int length)
                    {
                        byte[] body = ArrayPool<byte>.Shared.Rent(length);
                        int read = request.Read(body, 0, length);
                        ReadOnlySpan<byte> text = body.AsSpan(0, read);
                        ArrayPool<byte>.Shared.Return(body);
                        return Encoding.UTF8.GetString(text); // <--
                    }
                    """),
            ],
            PooledGen =
            [
                new DoesNotCompile("CS8352",
                    """
                    public static ReadOnlySpan<byte> Read(Stream request, int length)
                    {
                        using var body = PacketBuffer.Rent(length);
                        int read = request.Read(body.Span);
                        return body.Slice(0, read); // <--
                    }
                    """),
                new Diagnosed("PG0104",
                    """
                    public static string Read(Stream request, int length)
                    {
                        var body = PacketBuffer.Rent(length);
                        int read = request.Read(body.Span);
                        ReadOnlySpan<byte> text = body.Slice(0, read);
                        body.Dispose();
                        return Encoding.UTF8.GetString(text); // <--
                    }
                    """),
            ],
        },
        new(33, "litedb-org/LiteDB#1258, litedb-org/LiteDB#2213", "a `BufferSlice` kept its array after it had gone back; the next user overwrote the data")
        {
            Raw =
            [
                new Diagnosed("PG0202",
                    """
                    public static ArraySegment<byte> Page(Stream file, int length)
                    {
                        byte[] page = ArrayPool<byte>.Shared.Rent(length);
                        try
                        {
                            var slice = new ArraySegment<byte>(page, 0, file.Read(page, 0, length));
                            return slice; // <--
                        }
                        finally
                        {
                            ArrayPool<byte>.Shared.Return(page);
                        }
                    }
                    """),
                new NotCovered("a slice type of one's own hides the array",
                    """
                    public sealed class Slice(byte[] array, int length)
                    {
                        public ReadOnlySpan<byte> Bytes => array.AsSpan(0, length);
                    }

                    public static Slice Page(Stream file, int length)
                    {
                        byte[] page = ArrayPool<byte>.Shared.Rent(length);
                        try
                        {
                            return new Slice(page, file.Read(page, 0, length));
                        }
                        finally
                        {
                            ArrayPool<byte>.Shared.Return(page);
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new DoesNotCompile("CS8352",
                    """
                    public readonly ref struct Slice(ReadOnlySpan<byte> bytes)
                    {
                        public ReadOnlySpan<byte> Bytes { get; } = bytes;
                    }

                    public static Slice Page(Stream file, int length)
                    {
                        using var page = PacketBuffer.Rent(length);
                        var slice = new Slice(page.Slice(0, file.Read(page.Span)));
                        return slice; // <--
                    }
                    """),
            ],
        },
        new(34, "ravendb/ravendb#18258", "the memory of a key was in use after it had gone back; pools per thread made it show")
        {
            Raw =
            [
                new Diagnosed("PG0202",
                    """
                    public static int Encode(ReadOnlySpan<byte> key, Span<byte> target)
                    {
                        byte[] storage = ArrayPool<byte>.Shared.Rent(key.Length);
                        key.CopyTo(storage);
                        ref byte first = ref storage[0];
                        ArrayPool<byte>.Shared.Return(storage);
                        target[0] = first; // <--
                        return 1;
                    }
                    """),
            ],
            PooledGen =
            [
                new DoesNotCompile("CS8345",
                    """
                    public sealed class CompactKey
                    {
                        private Span<byte> _encoded; // <--

                        public void Set(in PacketBuffer storage) => _encoded = storage.Span;
                    }
                    """),
                new Diagnosed("PG0104",
                    """
                    public static int Encode(ReadOnlySpan<byte> key, Span<byte> target)
                    {
                        var storage = PacketBuffer.Rent(key.Length);
                        key.CopyTo(storage);
                        ref byte first = ref storage[0];
                        storage.Dispose();
                        target[0] = first; // <--
                        return 1;
                    }
                    """),
            ],
        },
    ];
}

using PooledGen.Analyzers.Tests.BugCorpus.Outcomes;

namespace PooledGen.Analyzers.Tests.BugCorpus.Bugs;

/// <summary>A rental that never ends, though nothing went wrong.</summary>
internal static class Leaks
{
    public static IEnumerable<Bug> All =>
    [
        new(4, "dotnet/runtime#59568", "a slip in one line, and `JsonDocument` no longer returned what it rented")
        {
            Raw =
            [
                new Diagnosed("PG0203",
                    """
                    public static int Parse(Stream json, int length)
                    {
                        byte[] utf8 = ArrayPool<byte>.Shared.Rent(length); // <--
                        int read = json.Read(utf8, 0, length);
                        if (read > 0)
                            return utf8[0];

                        ArrayPool<byte>.Shared.Return(utf8);
                        return -1;
                    }
                    """),
            ],
            PooledGen =
            [
                new Diagnosed("PG0101",
                    """
                    public static int Parse(Stream json, int length)
                    {
                        var utf8 = PacketBuffer.Rent(length); // <--
                        int read = json.Read(utf8.Span);
                        if (read > 0)
                            return utf8[0];

                        utf8.Dispose();
                        return -1;
                    }
                    """),
            ],
        },
        new(11,
            "aspnet/KestrelHttpServer#580, aspnet/KestrelHttpServer#988, aspnet/KestrelHttpServer#998, "
            + "aspnet/KestrelHttpServer#1012, aspnet/KestrelHttpServer#1013, aspnet/KestrelHttpServer#1078",
            "the last input block was never returned; tests returned one twice, or rented from a pool that was disposed")
        {
            Raw =
            [
                new Diagnosed("PG0203",
                    """
                    public static int Input(Stream connection, MemoryPool<byte> pool)
                    {
                        IMemoryOwner<byte> block = pool.Rent(4096); // <--
                        return connection.Read(block.Memory.Span);
                    }
                    """),
            ],
            PooledGen =
            [
                new Diagnosed("PG0101",
                    """
                    public static int Input(Stream connection)
                    {
                        PooledOwner<byte> block = PacketBuffer.RentOwner(4096); // <--
                        return connection.Read(block.Span);
                    }
                    """),
                new Harmless(
                    """
                    public static bool Run()
                    {
                        MemoryPool<byte> pool = PacketBuffer.Pool.AsMemoryPool();
                        IMemoryOwner<byte> block = pool.Rent(4096);
                        block.Dispose();
                        pool.Dispose();
                        block.Dispose();

                        using IMemoryOwner<byte> first = pool.Rent(4096);
                        using IMemoryOwner<byte> second = pool.Rent(4096);
                        return !first.Memory.Span.Overlaps(second.Memory.Span);
                    }
                    """) { Misuse = 1 },
            ],
        },
        new(18, "Azure/azure-sdk-for-net#35247", "an uploader did not return its arrays where the upload was one piece")
        {
            Raw =
            [
                new Diagnosed("PG0203",
                    """
                    public static int Upload(Stream content, int block)
                    {
                        byte[] part = ArrayPool<byte>.Shared.Rent(block); // <--
                        int read = content.Read(part, 0, block);
                        if (read < block)
                            return Put(part, read);

                        int parts = 0;
                        for (; read > 0; read = content.Read(part, 0, block))
                            parts += Put(part, read);

                        ArrayPool<byte>.Shared.Return(part);
                        return parts;
                    }

                    private static int Put(byte[] part, int length) => part[length - 1] == 0 ? 0 : 1;
                    """),
            ],
            PooledGen =
            [
                new Diagnosed("PG0101",
                    """
                    public static int Upload(Stream content, int block)
                    {
                        var part = PacketBuffer.Rent(block); // <--
                        int read = content.Read(part.Span);
                        if (read < block)
                            return Put(part.Slice(0, read));

                        int parts = 0;
                        for (; read > 0; read = content.Read(part.Span))
                            parts += Put(part.Slice(0, read));

                        part.Dispose();
                        return parts;
                    }

                    private static int Put(ReadOnlySpan<byte> part) => part[^1] == 0 ? 0 : 1;
                    """),
            ],
        },
        new(19, "Azure/azure-sdk-for-net#38215, AzureAD/azure-activedirectory-identitymodel-extensions-for-dotnet#2178",
            "`JsonDocument`s that were never disposed drained the shared pool")
        {
            Raw =
            [
                new NotCovered("the rental is inside of another type",
                    """
                    public static int Count(string json)
                    {
                        JsonDocument document = JsonDocument.Parse(json);
                        return document.RootElement.GetArrayLength();
                    }
                    """),
            ],
            PooledGen =
            [
                new Harmless(
                    """
                    private readonly struct Document(PooledOwner<byte> json)
                    {
                        public int Length => json.Length;
                    }

                    public static bool Run()
                    {
                        int total = 0;
                        for (int i = 0; i < 100; i++)
                            total += new Document(PacketBuffer.RentOwner(4096)).Length;

                        using var next = PacketBuffer.Rent(4096);
                        return total == 100 * next.Length;
                    }
                    """) { InUse = 100 },
            ],
        },
        new(28, "NethermindEth/nethermind#8485", "a check in a finalizer found a leak, and ended the process")
        {
            Raw =
            [
                new Diagnosed("PG0203",
                    """
                    public static int Log(Stream target, int length)
                    {
                        byte[] entry = ArrayPool<byte>.Shared.Rent(length); // <--
                        target.Write(entry, 0, length);
                        return length;
                    }
                    """),
            ],
            PooledGen =
            [
                new Diagnosed("PG0101",
                    """
                    public static int Log(Stream target, int length)
                    {
                        var entry = PacketBuffer.Rent(length); // <--
                        target.Write(entry.Span);
                        return length;
                    }
                    """),
                new Harmless(
                    """
                    public static bool Run()
                    {
                        Leak();
                        GC.Collect();
                        GC.WaitForPendingFinalizers();
                        return true;

                        static void Leak() => PacketBuffer.RentOwner(100);
                    }
                    """) { InUse = 1 },
            ],
        },
    ];
}

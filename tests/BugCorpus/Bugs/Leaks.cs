using PooledGen.BugCorpus.Outcomes;

namespace PooledGen.BugCorpus.Bugs;

/// <summary>A rental that never ends.</summary>
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
                new Diagnosed("PG0209",
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
                        PacketBuffer.Owner block = PacketBuffer.RentOwner(4096); // <--
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
            "`JsonDocument`s that nobody disposed drained the shared pool")
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
                    private readonly struct Document(PacketBuffer.Owner json)
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
        new(20, "openai/openai-dotnet#319", "five places never returned; one of them where the data were invalid")
        {
            Raw =
            [
                new Diagnosed("PG0203",
                    """
                    public static string Encode(ReadOnlySpan<byte> data)
                    {
                        char[] text = ArrayPool<char>.Shared.Rent(data.Length * 2); // <--
                        Convert.TryToBase64Chars(data, text, out int written);
                        return new string(text, 0, written);
                    }
                    """),
                new Diagnosed("PG0204",
                    """
                    public static int Parse(ReadOnlySpan<char> data)
                    {
                        byte[] bytes = ArrayPool<byte>.Shared.Rent(data.Length); // <--
                        if (!Convert.TryFromBase64Chars(data, bytes, out int written))
                            throw new FormatException();

                        ArrayPool<byte>.Shared.Return(bytes);
                        return written;
                    }
                    """),
            ],
            PooledGen =
            [
                new Diagnosed("PG0101",
                    """
                    public static string Encode(ReadOnlySpan<byte> data)
                    {
                        var text = TextBuffer.Rent(data.Length * 2); // <--
                        Convert.TryToBase64Chars(data, text.Span, out int written);
                        return new string(text.Slice(0, written));
                    }
                    """),
                new Diagnosed("PG0102",
                    """
                    public static int Parse(ReadOnlySpan<char> data)
                    {
                        var bytes = PacketBuffer.Rent(data.Length); // <--
                        if (!Convert.TryFromBase64Chars(data, bytes.Span, out int written))
                            throw new FormatException();

                        bytes.Dispose();
                        return written;
                    }
                    """),
            ],
        },
        new(23, "mongodb/mongo-csharp-driver#777, mongodb/mongo-csharp-driver#851, mongodb/mongo-csharp-driver#1217, mongodb/mongo-csharp-driver#1219",
            "an exception left a thread's single buffer marked as rented; that thread failed ever after")
        {
            Raw =
            [
                new NotCovered("a slot of one's own is no pool that a rule knows",
                    """
                    public static class Slot
                    {
                        [ThreadStatic] private static byte[]? t_buffer;
                        [ThreadStatic] private static bool t_isRented;

                        public static byte[] Rent()
                        {
                            if (t_isRented)
                                throw new InvalidOperationException("Thread static buffer is already in use.");

                            t_isRented = true;
                            return t_buffer ??= new byte[4096];
                        }

                        public static void Return() => t_isRented = false;
                    }
                    """),
            ],
            PooledGen =
            [
                new Harmless(
                    """
                    public static bool Run()
                    {
                        for (int i = 0; i < 3; i++)
                        {
                            try
                            {
                                Fail();
                            }
                            catch (FormatException)
                            {
                            }
                        }

                        using var next = PacketBuffer.Rent(4096);
                        return next.Length == 4096;
                    }

                    private static void Fail()
                    {
                        var packet = PacketBuffer.Rent(4096);
                        throw new FormatException($"{packet.Length} bytes of bad UTF-8");
                    }
                    """) { InUse = 3 },
            ],
        },
        new(24, "Cysharp/MemoryPack#362", "an array did not go back when deserialisation threw; bad input made garbage")
        {
            Raw =
            [
                new Diagnosed("PG0204",
                    """
                    public static int Deserialise(ReadOnlySpan<byte> data)
                    {
                        int[] items = ArrayPool<int>.Shared.Rent(data.Length); // <--
                        int value = Read(data, items);
                        ArrayPool<int>.Shared.Return(items);
                        return value;
                    }

                    private static int Read(ReadOnlySpan<byte> data, int[] target) => data.IsEmpty ? throw new FormatException() : target[0] = data[0];
                    """),
            ],
            PooledGen =
            [
                new Diagnosed("PG0102",
                    """
                    public static int Deserialise(ReadOnlySpan<byte> data)
                    {
                        var items = PacketBuffer.Rent(data.Length); // <--
                        int value = Read(data, items.Span);
                        items.Dispose();
                        return value;
                    }

                    private static int Read(ReadOnlySpan<byte> data, Span<byte> target) => data.IsEmpty ? throw new FormatException() : target[0] = data[0];
                    """),
                new Harmless(
                    """
                    public static bool Run()
                    {
                        try
                        {
                            using var items = PacketBuffer.Rent(16);
                            throw new FormatException();
                        }
                        catch (FormatException)
                        {
                            return PacketBuffer.Pool.Statistics.InUse == 0;
                        }
                    }
                    """),
            ],
        },
        new(27, "NethermindEth/nethermind#10853", "a buffer leaked where the signature was wrong; an index one too far was within the longer array")
        {
            Raw =
            [
                new Diagnosed("PG0203",
                    """
                    public static bool Verify(Stream message, int length)
                    {
                        byte[] signed = ArrayPool<byte>.Shared.Rent(length); // <--
                        if (message.Read(signed, 0, length) < length)
                            return false;

                        bool isValid = signed[0] == 1;
                        ArrayPool<byte>.Shared.Return(signed);
                        return isValid;
                    }
                    """),
                new NotCovered("an index is a number like any other",
                    """
                    public static byte Last(ReadOnlySpan<byte> message)
                    {
                        byte[] copy = ArrayPool<byte>.Shared.Rent(message.Length);
                        try
                        {
                            message.CopyTo(copy);
                            return copy[message.Length];
                        }
                        finally
                        {
                            ArrayPool<byte>.Shared.Return(copy);
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new Diagnosed("PG0101",
                    """
                    public static bool Verify(Stream message, int length)
                    {
                        var signed = PacketBuffer.Rent(length); // <--
                        if (message.Read(signed.Span) < length)
                            return false;

                        bool isValid = signed[0] == 1;
                        signed.Dispose();
                        return isValid;
                    }
                    """),
                new Impossible("a buffer ends where it was asked to end",
                    """
                    public static bool Run()
                    {
                        using var copy = PacketBuffer.Rent(100);
                        try
                        {
                            copy[100] = 1;
                            return false;
                        }
                        catch (IndexOutOfRangeException)
                        {
                            return copy.Capacity > 100;
                        }
                    }
                    """),
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

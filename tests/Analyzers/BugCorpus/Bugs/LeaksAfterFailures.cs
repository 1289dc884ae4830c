using PooledGen.Analyzers.Tests.BugCorpus.Outcomes;

namespace PooledGen.Analyzers.Tests.BugCorpus.Bugs;

/// <summary>An exception, or data that are not what they should be, lead past the return.</summary>
internal static class LeaksAfterFailures
{
    public static IEnumerable<Bug> All =>
    [
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
                            return PacketBuffer.Pool.GetStatistics().InUse == 0;
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
    ];
}

using PooledGen.Analyzers.Tests.BugCorpus.Outcomes;

namespace PooledGen.Analyzers.Tests.BugCorpus.Bugs;

/// <summary>One piece of code returns an array twice, and two users get it.</summary>
internal static class DoubleReturns
{
    public static IEnumerable<Bug> All =>
    [
        new(3, "dotnet/corefx#40290, dotnet/corefx#40324", "`JsonDocument.Dispose` from several threads returned the same array several times")
        {
            Raw =
            [
                new NotCovered("each thread by itself returns once",
                    """
                    public sealed class Document : IDisposable
                    {
                        private byte[]? _rented = ArrayPool<byte>.Shared.Rent(256);

                        public void Dispose()
                        {
                            if (_rented is null)
                                return;

                            ArrayPool<byte>.Shared.Return(_rented, clearArray: true);
                            _rented = null;
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new Harmless(
                    """
                    public static bool Run()
                    {
                        PooledOwner<byte> owner = PacketBuffer.RentOwner(256);
                        Parallel.For(0, 8, _ => owner.Dispose());

                        using PooledOwner<byte> first = PacketBuffer.RentOwner(256);
                        using PooledOwner<byte> second = PacketBuffer.RentOwner(256);
                        return !first.Span.Overlaps(second.Span);
                    }
                    """) { Misuse = 7 },
            ],
        },
        new(7, "dotnet/runtime#56229", "`Return` threw after it had stored the array; the caller's `catch` returned it again")
        {
            Raw =
            [
                new NotCovered("only where `Return` itself throws",
                    """
                    public static void Send(Stream stream, ArrayPool<byte> pool, int length)
                    {
                        byte[] packet = pool.Rent(length);
                        try
                        {
                            stream.Write(packet, 0, length);
                            pool.Return(packet);
                        }
                        catch
                        {
                            pool.Return(packet);
                            throw;
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new Harmless(
                    """
                    public static bool Run()
                    {
                        var packet = PacketBuffer.Rent(256);
                        try
                        {
                            packet.Dispose();
                            throw new InvalidOperationException();
                        }
                        catch (InvalidOperationException)
                        {
                            packet.Dispose();
                        }

                        using var first = PacketBuffer.Rent(256);
                        using var second = PacketBuffer.Rent(256);
                        return !first.Span.Overlaps(second.Span);
                    }
                    """) { Misuse = 1 },
            ],
        },
        new(29, "Efferent-Health/fo-dicom.Codecs#134", "returned in the body and again in the `finally`, in several codecs")
        {
            Raw =
            [
                new Diagnosed("PG0218",
                    """
                    public static int Decode(Stream frame, int length)
                    {
                        byte[] pixels = ArrayPool<byte>.Shared.Rent(length);
                        try
                        {
                            int read = frame.Read(pixels, 0, length);
                            ArrayPool<byte>.Shared.Return(pixels);
                            return read;
                        }
                        finally
                        {
                            ArrayPool<byte>.Shared.Return(pixels); // <--
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new Diagnosed("PG0105",
                    """
                    public static int Decode(Stream frame, int length)
                    {
                        var pixels = PacketBuffer.Rent(length);
                        try
                        {
                            int read = frame.Read(pixels.Span);
                            pixels.Dispose();
                            return read;
                        }
                        finally
                        {
                            pixels.Dispose(); // <--
                        }
                    }
                    """),
                new Harmless(
                    """
                    public static bool Run()
                    {
                        var pixels = PacketBuffer.Rent(256);
                        try
                        {
                            pixels.Dispose();
                        }
                        finally
                        {
                            pixels.Dispose();
                        }

                        using var first = PacketBuffer.Rent(256);
                        using var second = PacketBuffer.Rent(256);
                        return !first.Span.Overlaps(second.Span);
                    }
                    """) { Misuse = 1 },
            ],
        },
        new(30, "modernuo/ModernUO#1969", "a double return corrupted the game's state")
        {
            Raw =
            [
                new Diagnosed("PG0218",
                    """
                    public static void Broadcast(Stream stream, int length)
                    {
                        byte[] packet = ArrayPool<byte>.Shared.Rent(length);
                        try
                        {
                            Send(stream, packet, length);
                        }
                        finally
                        {
                            ArrayPool<byte>.Shared.Return(packet); // <--
                        }
                    }

                    private static void Send(Stream stream, byte[] packet, int length)
                    {
                        stream.Write(packet, 0, length);
                        ArrayPool<byte>.Shared.Return(packet);
                    }
                    """),
            ],
            PooledGen =
            [
                new Harmless(
                    """
                    public static bool Run()
                    {
                        using (var packet = PacketBuffer.Rent(256))
                            Send(packet);

                        using var first = PacketBuffer.Rent(256);
                        using var second = PacketBuffer.Rent(256);
                        return !first.Span.Overlaps(second.Span);

                        static void Send(PacketBuffer packet) => packet.Dispose();
                    }
                    """) { Misuse = 1 },
            ],
        },
    ];
}

using PooledGen.Analyzers.Tests.BugCorpus.Outcomes;

namespace PooledGen.Analyzers.Tests.BugCorpus.Bugs;

/// <summary>Two handles to one rental, copies or owners of the same thing, each return it.</summary>
internal static class CopiedHandles
{
    public static IEnumerable<Bug> All =>
    [
        new(9, "dotnet/aspnetcore#43621",
            "Blazor's renderer got the same buffer twice with no return in between; the cause was not stated, here it is a second Dispose")
        {
            Raw =
            [
                new Diagnosed("PG0208",
                    """
                    public sealed class Builder : IDisposable
                    {
                        private int[] _items = ArrayPool<int>.Shared.Rent(32);
                        private int _count;

                        public void Append(int item) => _items[_count++] = item;

                        public void Dispose() => ArrayPool<int>.Shared.Return(_items); // <--
                    }
                    """),
            ],
            PooledGen =
            [
                new Harmless(
                    """
                    public static bool Run()
                    {
                        PooledOwner<byte> batch = PacketBuffer.RentOwner(256);
                        batch.Dispose();
                        batch.Dispose();

                        using var first = PacketBuffer.Rent(256);
                        using var second = PacketBuffer.Rent(256);
                        return !first.Span.Overlaps(second.Span);
                    }
                    """) { Misuse = 1 },
            ],
        },
        new(15, "dotnet/orleans#8503, dotnet/orleans#8508",
            "`PooledBuffer` is a struct; a copy of it returned its segment a second time, and the next message lost data")
        {
            Raw =
            [
                new Diagnosed("PG0223",
                    """
                    public struct Segment
                    {
                        private byte[]? _array;

                        public void Rent(int length) => _array = ArrayPool<byte>.Shared.Rent(length);

                        public void Dispose()
                        {
                            if (_array is null)
                                return;

                            ArrayPool<byte>.Shared.Return(_array);
                            _array = null;
                        }
                    }

                    public static void Send(Segment segment)
                    {
                        Segment copy = segment;
                        segment.Dispose();
                        copy.Dispose(); // <--
                    }
                    """),
            ],
            PooledGen =
            [
                new Diagnosed("PG0106",
                    """
                    public static int Send(int length)
                    {
                        using var packet = PacketBuffer.Rent(length);
                        packet.Clear();
                        var copy = packet; // <--
                        return copy.Length;
                    }
                    """),
                new Harmless(
                    """
                    public static bool Run()
                    {
                        PooledOwner<byte> segment = PacketBuffer.RentOwner(256);
                        PooledOwner<byte> copy = segment;
                        segment.Dispose();
                        using PooledOwner<byte> next = PacketBuffer.RentOwner(256);
                        copy.Dispose();

                        using PooledOwner<byte> other = PacketBuffer.RentOwner(256);
                        return !next.Span.Overlaps(other.Span);
                    }
                    """) { Misuse = 1 },
            ],
        },
        new(16, "Azure/azure-sdk-for-net#55474", "the caller's `using` and the pipeline both disposed the content; its array went back twice")
        {
            Raw =
            [
                new Diagnosed("PG0208",
                    """
                    public sealed class Content(string text) : IDisposable
                    {
                        private readonly byte[] _utf8 = ArrayPool<byte>.Shared.Rent(text.Length * 3);

                        public int Length => Encoding.UTF8.GetBytes(text, 0, text.Length, _utf8, 0);

                        public void Dispose()
                        {
                            ArrayPool<byte>.Shared.Return(_utf8); // <--
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new Harmless(
                    """
                    private sealed class Content : IDisposable
                    {
                        private readonly PooledOwner<byte> _utf8 = PacketBuffer.RentOwner(256);

                        public void Dispose() => _utf8.Dispose();
                    }

                    public static bool Run()
                    {
                        using (var content = new Content())
                            Send(content);

                        using var first = PacketBuffer.Rent(256);
                        using var second = PacketBuffer.Rent(256);
                        return !first.Span.Overlaps(second.Span);

                        static void Send(IDisposable content) => content.Dispose();
                    }
                    """) { Misuse = 1 },
            ],
        },
        new(31, "Ambiguous-Interactive/unity-helpers#364, Ambiguous-Interactive/unity-helpers#365",
            "a struct lease kept \"disposed\" in a field of its own; a copy did not see it and returned the list of the next user")
        {
            Raw =
            [
                new Diagnosed("PG0223",
                    """
                    public struct Lease(int[] array) : IDisposable
                    {
                        private bool _isDisposed;

                        public void Dispose()
                        {
                            if (_isDisposed)
                                return;

                            _isDisposed = true;
                            ArrayPool<int>.Shared.Return(array);
                        }
                    }

                    public static void Use(Lease lease)
                    {
                        using Lease copy = lease;
                        lease.Dispose(); // <--
                    }
                    """),
            ],
            PooledGen =
            [
                new Diagnosed("PG0106",
                    """
                    public static int Use(int length)
                    {
                        using var lease = PacketBuffer.Rent(length);
                        lease.Clear();
                        PacketBuffer copy = lease; // <--
                        return copy.Length;
                    }
                    """),
                new Harmless(
                    """
                    public static bool Run()
                    {
                        var lease = PacketBuffer.Rent(256);
                        var copy = lease;
                        lease.Dispose();
                        using var next = PacketBuffer.Rent(256);
                        copy.Dispose();

                        using var other = PacketBuffer.Rent(256);
                        return !next.Span.Overlaps(other.Span);
                    }
                    """) { Misuse = 1 },
            ],
        },
    ];
}

using PooledGen.Analyzers.Tests.BugCorpus.Outcomes;

namespace PooledGen.Analyzers.Tests.BugCorpus.Bugs;

/// <summary>The pool itself: what it keeps, for whom, and at what price. No rule about the code that rents could help.</summary>
internal static class Retention
{
    private const string ThePool = "the cause is in the pool, not in the code that rents";

    public static IEnumerable<Bug> All =>
    [
        new(35, "elastic/elasticsearch-net#4165, elastic/elasticsearch-net#5717, elastic/elasticsearch-net#4509, elastic/elasticsearch-net#4168",
            "a pool of streams was never freed, and growing rented too much; under load its own state check threw")
        {
            Raw =
            [
                new NotCovered(ThePool,
                    """
                    public static readonly ArrayPool<byte> Blocks = ArrayPool<byte>.Create(1024 * 1024, 1000);

                    public static MemoryStream Copy(MemoryStream source)
                    {
                        byte[] block = Blocks.Rent((int)source.Length);
                        try
                        {
                            int read = source.Read(block, 0, (int)source.Length);
                            return new MemoryStream(block.AsSpan(0, read).ToArray());
                        }
                        finally
                        {
                            Blocks.Return(block);
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new Impossible("a stream grows by segments, and `Trim` lets go of all that is free",
                    """
                    public static bool Run()
                    {
                        using (PooledGen.PooledStream stream = PacketBuffer.Pool.CreateStream())
                            stream.Write(new byte[300_000]);

                        long retained = PacketBuffer.Pool.GetStatistics().RetainedBytes;
                        PacketBuffer.Pool.Trim();
                        return retained is > 0 and < 400_000 && PacketBuffer.Pool.GetStatistics().RetainedBytes == 0;
                    }
                    """),
            ],
        },
        new(36, "SixLabors/ImageSharp#436, SixLabors/ImageSharp#2889, SixLabors/ImageSharp#123",
            "one image of 90 MB kept an array of 128 MB for ever; users took it for a leak")
        {
            Raw =
            [
                new NotCovered(ThePool,
                    """
                    public static int Decode(Stream image)
                    {
                        byte[] pixels = ArrayPool<byte>.Shared.Rent(90_000_000);
                        try
                        {
                            return image.Read(pixels, 0, 90_000_000);
                        }
                        finally
                        {
                            ArrayPool<byte>.Shared.Return(pixels);
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new Impossible("above `MaxLength` nothing is kept",
                    """
                    public static bool Run()
                    {
                        int length = Environment.TickCount == 0 ? 1 : 90_000_000;
                        using (var pixels = PacketBuffer.Rent(length))
                            pixels[^1] = 1;

                        PooledGen.PoolStatistics statistics = PacketBuffer.Pool.GetStatistics();
                        return statistics is { Oversize: 1, RetainedBytes: 0 };
                    }
                    """),
            ],
        },
        new(37, "Azure/azure-sdk-for-net#37073", "upload buffers were above what the pool keeps: a large array allocated each time")
        {
            Raw =
            [
                new NotCovered("the method does not say what the pool keeps",
                    """
                    private static readonly ArrayPool<byte> s_pool = ArrayPool<byte>.Create(1024 * 1024, 8);

                    public static int Upload(Stream content)
                    {
                        byte[] part = s_pool.Rent(4 * 1024 * 1024);
                        try
                        {
                            return content.Read(part, 0, 4 * 1024 * 1024);
                        }
                        finally
                        {
                            s_pool.Return(part);
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new Diagnosed("PG0111",
                    """
                    public static int Upload(Stream content)
                    {
                        using var part = PacketBuffer.Rent(4 * 1024 * 1024); // <--
                        return content.Read(part.Span);
                    }
                    """),
            ],
        },
        new(38, "protobuf-net/protobuf-net#500", "`Return` always used the pool's first slot, so that hardly anything was pooled")
        {
            Raw =
            [
                new NotCovered(ThePool,
                    """
                    public static class Pool
                    {
                        private static readonly byte[]?[] s_slots = new byte[20][];

                        public static byte[] Rent() => Interlocked.Exchange(ref s_slots[0], null) ?? new byte[1024];

                        public static void Return(byte[] array) => Interlocked.CompareExchange(ref s_slots[0], array, null);
                    }
                    """),
            ],
            PooledGen =
            [
                new Impossible("the hit rate is a figure that tests assert",
                    """
                    public static bool Run()
                    {
                        for (int i = 0; i < 1000; i++)
                        {
                            using var first = PacketBuffer.Rent(1024);
                            using var second = PacketBuffer.Rent(1024);
                        }

                        return PacketBuffer.Pool.GetStatistics() is { Rents: 2000, Misses: 2 };
                    }
                    """),
            ],
        },
        new(39, "ravendb/ravendb#15442, NethermindEth/nethermind#11991", "many requests at once met in `ArrayPool`; a pool of one's own was faster")
        {
            Raw =
            [
                new NotCovered(ThePool,
                    """
                    public static void Serve(int requests) => Parallel.For(0, requests, _ =>
                    {
                        byte[] page = ArrayPool<byte>.Shared.Rent(4096);
                        ArrayPool<byte>.Shared.Return(page);
                    });
                    """),
            ],
            PooledGen =
            [
                new Impossible("each type has a pool, and each thread its own stacks of it",
                    """
                    public static bool Run()
                    {
                        using (var text = TextBuffer.Rent(64))
                            text.Clear();

                        for (int i = 0; i < 4; i++)
                        {
                            var request = new Thread(() =>
                            {
                                for (int j = 0; j < 100; j++)
                                    PacketBuffer.Rent(64).Dispose();
                            });
                            request.Start();
                            request.Join();
                        }

                        return TextBuffer.Pool.GetStatistics() is { Rents: 1, Misses: 1 } && PacketBuffer.Pool.GetStatistics() is { Rents: 400, Misses: <= 4 };
                    }
                    """),
            ],
        },
        new(40, "microsoft/garnet#2063", "threads that complete freed what threads that issue had allocated: nothing was used again")
        {
            Raw =
            [
                new NotCovered(ThePool,
                    """
                    public static void Pump(int count)
                    {
                        using var completed = new BlockingQueue();
                        Task completion = Task.Run(() =>
                        {
                            while (completed.Take() is { } page)
                                ArrayPool<byte>.Shared.Return(page);
                        });
                        for (int i = 0; i < count; i++)
                            completed.Add(ArrayPool<byte>.Shared.Rent(4096));

                        completed.Add(null);
                        completion.Wait();
                    }

                    private sealed class BlockingQueue : System.Collections.Concurrent.BlockingCollection<byte[]?>;
                    """),
            ],
            PooledGen =
            [
                new Impossible("buffers for which a thread has no room go to the other threads, a batch at a time",
                    """
                    public static bool Run()
                    {
                        using var completed = new System.Collections.Concurrent.BlockingCollection<PooledOwner<byte>>(boundedCapacity: 4);
                        var completion = new Thread(() =>
                        {
                            foreach (PooledOwner<byte> page in completed.GetConsumingEnumerable())
                                page.Dispose();
                        });
                        completion.Start();
                        for (int i = 0; i < 10_000; i++)
                            completed.Add(PacketBuffer.RentOwner(4096));

                        completed.CompleteAdding();
                        completion.Join();
                        return PacketBuffer.Pool.GetStatistics().Misses < 100;
                    }
                    """),
            ],
        },
        new(41, "npgsql/npgsql#3770, npgsql/npgsql#3774, npgsql/npgsql#3778", "buffers that live as long as a connection were pooled, and rounded up")
        {
            Raw =
            [
                new NotCovered("nothing in an object shows how long it lives",
                    """
                    public sealed class Connection : IDisposable
                    {
                        private byte[]? _read = ArrayPool<byte>.Shared.Rent(8193);

                        public void Dispose()
                        {
                            byte[]? read = _read;
                            _read = null;
                            if (read is not null)
                                ArrayPool<byte>.Shared.Return(read);
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new Harmless(
                    """
                    private static PooledOwner<byte> s_connection;

                    public static bool Run()
                    {
                        s_connection = PacketBuffer.RentOwner(8192);
                        return PacketBuffer.Pool.GetStatistics() is { AllocatedBytes: 8192, RetainedBytes: 0 };
                    }
                    """) { InUse = 1 },
            ],
        },
    ];
}

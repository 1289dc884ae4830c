using System.Buffers;
using System.Diagnostics;

namespace Mistakes;

/// <summary>Rents without a mistake.</summary>
internal static class Load
{
    private static readonly ArrayPool<byte> s_created = ArrayPool<byte>.Create();

    /// <summary>Eight threads hand arrays of both kinds of pools to each other.</summary>
    public static void RentInOrder(int times) => Parallel.For(0, 8, thread =>
    {
        var random = new Random(thread);
        for (int i = 0; i < times; i++)
        {
            ArrayPool<byte> pool = random.Next(2) == 0 ? ArrayPool<byte>.Shared : s_created;
            byte[] first = pool.Rent(random.Next(1, 3000)), second = pool.Rent(random.Next(1, 3000));
            pool.Return(first);
            pool.Return(second);
        }
    });

    /// <summary>Rents at a rate until the process is killed.</summary>
    /// <param name="rate">Rents a second; 0 is as fast as possible.</param>
    public static void Run(int rate)
    {
        var clock = Stopwatch.StartNew();
        for (long i = 0; ; i++)
        {
            ArrayPool<byte> pool = i % 4 == 0 ? s_created : ArrayPool<byte>.Shared;
            pool.Return(pool.Rent(100 << (int)(i % 10)));
            if (rate > 0 && i % 100 == 0 && i > clock.Elapsed.TotalSeconds * rate)
                Thread.Sleep(1);
        }
    }
}

using System.Buffers;
using System.Globalization;
using System.Runtime.CompilerServices;
using PooledGen;

namespace Container;

/// <summary>
/// Works on batches of forty arrays of 1 MB, ten times a second, with one element type after the other. Once a second it collects all garbage, because
/// <c>ArrayPool.Shared</c> trims in full collections only.
/// </summary>
internal static class Work
{
    private const int Arrays = 40;
    private const int ArrayBytes = 1 << 20;
    private const int BatchesOfSecond = 10;

    /// <summary>What rents the arrays, by the name on the command line.</summary>
    public static IReadOnlyDictionary<string, IBatch> Pools { get; } = new Dictionary<string, IBatch>
    {
        ["PooledGen"] = new PooledBatch(),
        ["ArrayPool"] = new SharedBatch(),
    };

    /// <summary>Works, and prints how it ended.</summary>
    /// <param name="batch">Rents the arrays.</param>
    /// <param name="seconds">How long one element type is used.</param>
    public static void Run(IBatch batch, int seconds)
    {
        int batches = 0;
        string end = "worked to the end";
        try
        {
            Use<byte>();
            Use<char>();
            Use<int>();
            Use<long>();
            Use<float>();
            Use<double>();
        }
        catch (OutOfMemoryException)
        {
            end = "out of memory";
        }

        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"{end} after {batches} batches, {GC.GetTotalAllocatedBytes() / 1e6:0} MB allocated"));

        void Use<T>()
        {
            for (int i = 1; i <= seconds * BatchesOfSecond; i++, batches++)
            {
                Thread.Sleep(1000 / BatchesOfSecond);
                batch.Process<T>(Arrays, ArrayBytes / Unsafe.SizeOf<T>());
                if (i % BatchesOfSecond == 0)
                    GC.Collect();
            }
        }
    }

    private sealed class PooledBatch : IBatch
    {
        public void Process<T>(int arrays, int length)
        {
            var owners = new PooledOwner<T>[arrays];
            try
            {
                for (int i = 0; i < arrays; i++)
                {
                    owners[i] = SharedBuffer<T>.RentOwner(length);
                    owners[i].Span.Fill(default!);
                }
            }
            finally
            {
                foreach (PooledOwner<T> owner in owners)
                    owner.Dispose();
            }
        }
    }

    private sealed class SharedBatch : IBatch
    {
        public void Process<T>(int arrays, int length)
        {
            var rented = new T[]?[arrays];
            try
            {
                for (int i = 0; i < arrays; i++)
                {
                    T[] array = rented[i] = ArrayPool<T>.Shared.Rent(length);
                    array.AsSpan(0, length).Fill(default!);
                }
            }
            finally
            {
                foreach (T[]? array in rented)
                {
                    if (array is not null)
                        ArrayPool<T>.Shared.Return(array);
                }
            }
        }
    }
}

/// <summary>Arrays that are rented together, written, and returned together.</summary>
internal interface IBatch
{
    void Process<T>(int arrays, int length);
}

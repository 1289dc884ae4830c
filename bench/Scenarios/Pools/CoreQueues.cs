using System.Runtime.InteropServices;

namespace PooledGen.Bench.Scenarios.Pools;

/// <summary>A bounded queue a core, which any thread may use: the algorithm of Dmitry Vyukov, one compare-exchange for each end.</summary>
internal readonly struct CoreQueues : IBlockPool
{
    private static readonly BoundedQueue[] s_queues = [.. Enumerable.Range(0, Environment.ProcessorCount).Select(static _ => new BoundedQueue())];

    public static byte[] Rent() => Own.TryDequeue() ?? Block.Allocate();

    public static void Return(byte[] array) => Own.TryEnqueue(array);

    private static BoundedQueue Own => s_queues[(uint)Thread.GetCurrentProcessorId() % (uint)s_queues.Length];

    /// <summary>A cell's sequence says whose turn it is: that of the producer of this position, or that of its consumer.</summary>
    private sealed class BoundedQueue
    {
        private readonly Cell[] _cells = [.. Enumerable.Range(0, Block.MaxRetained).Select(static i => new Cell { Sequence = i })];

        private Ends _ends;

        public void TryEnqueue(byte[] array)
        {
            while (true)
            {
                int position = Volatile.Read(ref _ends.Tail);
                ref Cell cell = ref _cells[position & (Block.MaxRetained - 1)];
                int distance = Volatile.Read(ref cell.Sequence) - position;
                if (distance < 0)
                    return; // The queue is full: the array goes to the garbage collector.

                if (distance == 0 && Interlocked.CompareExchange(ref _ends.Tail, position + 1, position) == position)
                {
                    cell.Array = array;
                    Volatile.Write(ref cell.Sequence, position + 1);
                    return;
                }
            }
        }

        public byte[]? TryDequeue()
        {
            while (true)
            {
                int position = Volatile.Read(ref _ends.Head);
                ref Cell cell = ref _cells[position & (Block.MaxRetained - 1)];
                int distance = Volatile.Read(ref cell.Sequence) - (position + 1);
                if (distance < 0)
                    return null;

                if (distance == 0 && Interlocked.CompareExchange(ref _ends.Head, position + 1, position) == position)
                {
                    byte[]? array = cell.Array;
                    Volatile.Write(ref cell.Sequence, position + Block.MaxRetained);
                    return array;
                }
            }
        }

        private struct Cell
        {
            public int Sequence;

            public byte[]? Array;
        }

        // Apart by two cache lines, so that renting and returning threads do not share one.
        [StructLayout(LayoutKind.Explicit, Size = 384)]
        private struct Ends
        {
            [FieldOffset(128)]
            public int Head;

            [FieldOffset(256)]
            public int Tail;
        }
    }
}

using System.Buffers;
using System.Text;

namespace PooledGen.Bench.Tables.WorkingSet;

/// <summary>What a serializer writes to.</summary>
internal interface IGrowingBuffer : IBufferWriter<byte>, IDisposable
{
    static abstract IGrowingBuffer Create();

    ReadOnlySpan<byte> WrittenSpan { get; }
}

/// <summary>Eight tasks, each of which serialises a row of streams of 500 KB and writes them to nowhere.</summary>
internal static class Serializer
{
    private const int Tasks = 8;
    private const int StreamsOfTask = 200;
    private const int LengthOfStream = 500_000;

    public static Task Run<TBuffer>()
        where TBuffer : IGrowingBuffer
        => Task.WhenAll(Enumerable.Range(0, Tasks).Select(static task => Task.Run(() => SerializeAll<TBuffer>(task))));

    private static async Task SerializeAll<TBuffer>(int task)
        where TBuffer : IGrowingBuffer
    {
        for (int i = 0; i < StreamsOfTask; i++)
        {
            using IGrowingBuffer buffer = TBuffer.Create();
            int written = 0;
            for (int number = task; written < LengthOfStream; number++)
            {
                int length = Encoding.UTF8.GetBytes($"{{ \"order\": {number}, \"state\": \"shipped\" }}\n", buffer.GetSpan(64));
                buffer.Advance(length);
                written += length;
            }

            Stream.Null.Write(buffer.WrittenSpan);
            await Task.Yield();
        }
    }
}

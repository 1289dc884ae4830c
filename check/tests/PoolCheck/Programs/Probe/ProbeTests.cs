using System.Buffers;
using PooledGen.Diagnostics;
using Xunit;

namespace Zoo;

public class ProbeTests
{
    /// <summary>As many as here are written, also where a check rents and returns for itself.</summary>
    [Fact]
    public async Task Events_AreThoseOfTheOperation()
    {
        await PoolProbe.CancelEverywhereAsync(RentAsync, new PoolProbeOptions { Only = new(PoolProbeMode.Cancel, 18) });
        await Assert.ThrowsAsync<PoolProbeException>(
            () => PoolProbe.CancelEverywhereAsync(RentAsync, new PoolProbeOptions { Only = new(PoolProbeMode.Cancel, 19) }));

        static Task RentAsync(CancellationToken token)
        {
            RentTwice<byte>();
            RentTwice<char>();
            RentTwice<Pair>();
            RentTwice<string>();
            MemoryPool<long>.Shared.Rent(100).Dispose();
            return Task.CompletedTask;
        }
    }

    [Fact]
    public Task Client_ThatReturnsWhileItReads() => PoolProbe.TruncateEverywhereAsync(new byte[8], static async (stream, token) =>
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(8);
        try
        {
            await stream.ReadExactlyAsync(array, 0, 8, CancellationToken.None).AsTask().WaitAsync(token);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    });

    [Fact]
    public void Parser_ThatLosesItsArray() => PoolProbe.TruncateEverywhere(new byte[8], static (ReadOnlySpan<byte> input) =>
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(8);
        input[7..].CopyTo(array);
        ArrayPool<byte>.Shared.Return(array);
    });

    private static void RentTwice<T>()
    {
        T[] first = ArrayPool<T>.Shared.Rent(100), second = ArrayPool<T>.Shared.Rent(3000);
        ArrayPool<T>.Shared.Return(first);
        ArrayPool<T>.Shared.Return(second);
    }

    private readonly record struct Pair(int First, long Second);
}

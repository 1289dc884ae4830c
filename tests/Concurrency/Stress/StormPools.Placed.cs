#if NET
namespace PooledGen.Stress;

/// <summary>The pools whose elements do not lie in ordinary arrays. The runtime for netstandard2.0 has none.</summary>
internal static partial class StormPools
{
    [PooledBuffer(typeof(long), MaxLength = 2048, MaxBuffersPerThread = 3, Storage = BufferStorage.Pinned)]
    private partial struct Pinned;

    [PooledBuffer(typeof(long), MaxLength = 2048, MaxBuffersPerThread = 3, Storage = BufferStorage.Pinned, Alignment = 64)]
    private partial struct Aligned;

    [PooledBuffer(typeof(long), MaxLength = 4096, Storage = BufferStorage.Native)]
    private partial struct Native;

    private static StormPool[] Placed =>
    [
        new(Pinned.Pool, 2048, static (worker, length) =>
        {
            using var buffer = Pinned.Rent(length);
            worker.Hold(buffer.Span);
        }),
        new(Aligned.Pool, 2048, static (worker, length) =>
        {
            using var buffer = Aligned.Rent(length);
            worker.Hold(buffer.Span);
        }),
        new(Native.Pool, 4096, mayLeak: false, hold: static (worker, length) =>
        {
            using var buffer = Native.Rent(length);
            worker.Hold(buffer.Span);
        }),
    ];
}
#endif

namespace PooledGen.Stress;

/// <summary>The pools of the storm: each shape of pool that the generator emits, and an array pool without a declared type.</summary>
internal static partial class StormPools
{
    // Threads keep few buffers, so that their stacks run empty and spill.
    [PooledBuffer(typeof(long), MaxLength = 4096, MaxBuffersPerThread = 3)]
    private partial struct Classes;

    [PooledBuffer(typeof(long), MaxLength = 3000, MinLength = 32, SizeClassesPerDoubling = 4, MaxBuffersPerThread = 2, Clear = ClearPolicy.OnReturn)]
    private partial struct FineClasses;

    [PooledBuffer(typeof(long), Length = 64, MaxBuffersPerThread = 5)]
    private partial struct OneLength;

    [PooledBuffer(typeof(object), MaxLength = 512, MaxBuffersPerThread = 3)]
    private partial struct References;

    private static readonly PooledArrayPool<long> s_own = PooledBuffers.CreateArrayPool<long>(4096, "Own");

    public static StormPool[] All { get; } =
    [
        new(Classes.Pool, 4096, arrays: Classes.Pool.AsArrayPool(), hold: static (worker, length) =>
        {
            using var buffer = Classes.Rent(length);
            worker.Hold(buffer.Span);
        }),
        new(FineClasses.Pool, 3000, arrays: FineClasses.Pool.AsArrayPool(), hold: static (worker, length) =>
        {
            using var buffer = FineClasses.Rent(length);
            worker.Hold(buffer.Span);
        }),
        new(OneLength.Pool, 64, arrays: OneLength.Pool.AsArrayPool(), hold: static (worker, _) =>
        {
            using var buffer = OneLength.Rent();
            worker.Hold(buffer.Span);
        }),
        new(s_own.Pool, 4096, arrays: s_own, hold: static (worker, length) =>
        {
            using PooledOwner<long> owner = s_own.Pool.RentOwner(length);
            worker.Hold(owner.Span);
        }),
        new(References.Pool, 512, static (worker, length) =>
        {
            using var buffer = References.Rent(length);
            worker.HoldReferences(buffer.Span);
        }),
#if NET
        .. Placed,
#endif
    ];
}

using System.Buffers;
using System.Runtime.CompilerServices;
using CommunityToolkit.HighPerformance.Buffers;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>One buffer that could outlive its block: an owner.</summary>
public class OwnedRental
{
    private static readonly PooledOwner<byte> s_stored = PacketBuffer.RentOwner(Work.OneKilobyte);

    [Benchmark(Description = Names.Owner), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        using PooledOwner<byte> owner = PacketBuffer.RentOwner(length);
        Work.Touch(owner.Span, length);
    }

    // What a cache does that sends a value while it may be removed.
    [Benchmark(Description = "PooledGen, a share of an owner"), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGenShare(int length)
    {
        using PooledOwner<byte> share = s_stored.Share();
        Work.Touch(share.Span, length);
    }

    [Benchmark(Description = Names.MemoryPool, Baseline = true), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void MemoryPool(int length)
    {
        using IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(length);
        Work.Touch(owner.Memory.Span.Slice(0, length), length);
    }

    // What an owner replaces most often: an array in a field or across an await.
    [Benchmark(Description = Names.Shared), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Shared(int length)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            Work.Touch(array.AsSpan(0, length), length);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    [Benchmark(Description = "MemoryOwner, using"), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void MemoryOwner(int length)
    {
        using MemoryOwner<byte> owner = MemoryOwner<byte>.Allocate(length);
        Work.Touch(owner.Span, length);
    }

#if NET10_0_OR_GREATER
    [Benchmark(Description = "DotNext MemoryOwner, using"), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void DotNextMemoryOwner(int length)
    {
        using var owner = new DotNext.Buffers.MemoryOwner<byte>(ArrayPool<byte>.Shared, length);
        Work.Touch(owner.Span, length);
    }
#endif
}

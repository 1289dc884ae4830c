using System.Buffers;
using System.Runtime.CompilerServices;
using CommunityToolkit.HighPerformance.Buffers;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>One buffer that could outlive its block: an owner.</summary>
public class OwnedRental
{
    [Benchmark(Description = "PooledGen, Owner"), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        using PacketBuffer.Owner owner = PacketBuffer.RentOwner(length);
        Work.Touch(owner.Span, length);
    }

    [Benchmark(Description = Names.MemoryPool, Baseline = true), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void MemoryPool(int length)
    {
        using IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(length);
        Work.Touch(owner.Memory.Span.Slice(0, length), length);
    }

    [Benchmark(Description = "MemoryOwner, using"), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void MemoryOwner(int length)
    {
        using MemoryOwner<byte> owner = MemoryOwner<byte>.Allocate(length);
        Work.Touch(owner.Span, length);
    }
}

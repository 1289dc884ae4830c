using System.Buffers;
using System.Runtime.CompilerServices;
using CommunityToolkit.HighPerformance.Buffers;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>One buffer that could outlive its block: an owner.</summary>
public class OwnedRental
{
    // Until an owner ends on another thread than the one that rented it, the pool's owners end without a compare-exchange. A new buffer belongs to no
    // thread yet, so it is the second rental that tells.
    static OwnedRental()
    {
        TravellingBuffer.RentOwner(Work.OneKilobyte).Dispose();
        PooledOwner<byte> travelling = TravellingBuffer.RentOwner(Work.OneKilobyte);
        var elsewhere = new Thread(() => travelling.Dispose());
        elsewhere.Start();
        elsewhere.Join();
    }

    [Benchmark(Description = Names.Owner), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        using PooledOwner<byte> owner = PacketBuffer.RentOwner(length);
        Work.Touch(owner.Span, length);
    }

    [Benchmark(Description = "PooledGen, Owner, another one ended elsewhere"), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGenTravelling(int length)
    {
        using PooledOwner<byte> owner = TravellingBuffer.RentOwner(length);
        Work.Touch(owner.Span, length);
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

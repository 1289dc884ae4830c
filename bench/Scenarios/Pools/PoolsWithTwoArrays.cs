using System.Runtime.CompilerServices;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios.Pools;

/// <summary>Two arrays of 1 KB in sixteen tasks, the second inside the life of the first, from every pool that people write.</summary>
public class PoolsWithTwoArrays
{
    [Benchmark(Description = Names.Empty, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void Empty(int length) => Crew.Run(new EmptyCall().Run, length);

    [Benchmark(Description = Names.PooledGen, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void PooledGen(int length) => Crew.Run(Rent, length);

    [Benchmark(Description = Names.Shared, OperationsPerInvoke = Crew.Operations, Baseline = true), Arguments(Work.OneKilobyte)]
    public void Shared(int length) => Crew.Run(Operations<SharedPool>.TwoArrays, length);

    [Benchmark(Description = "stack with a lock", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void LockedStack(int length) => Crew.Run(Operations<LockedStack>.TwoArrays, length);

    [Benchmark(Description = "stack with a lock, and a slot", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void LockedStackWithSlot(int length) => Crew.Run(Operations<LockedStackWithSlot>.TwoArrays, length);

    [Benchmark(Description = "ConcurrentStack", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void StackPool(int length) => Crew.Run(Operations<StackPool>.TwoArrays, length);

    [Benchmark(Description = "ConcurrentQueue", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void QueuePool(int length) => Crew.Run(Operations<QueuePool>.TwoArrays, length);

    [Benchmark(Description = "ConcurrentBag", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void BagPool(int length) => Crew.Run(Operations<BagPool>.TwoArrays, length);

    [Benchmark(Description = "DefaultObjectPool", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void DefaultPool(int length) => Crew.Run(Operations<DefaultPool>.TwoArrays, length);

    [Benchmark(Description = "ThreadLocal stack", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void ThreadLocalStack(int length) => Crew.Run(Operations<ThreadLocalStack>.TwoArrays, length);

    [Benchmark(Description = "thread-static array and count", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void ThreadStaticArray(int length) => Crew.Run(Operations<ThreadStaticArray>.TwoArrays, length);

    [Benchmark(Description = "bounded queue a core", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void CoreQueues(int length) => Crew.Run(Operations<CoreQueues>.TwoArrays, length);

    // The operations of the rivals do not fit: a renter is a ref struct and ends by `using`.
    [MethodImpl(NoInlining)]
    private static void Rent(int length)
    {
        using var outer = PacketBuffer.Rent(length);
        Work.Touch(outer.Span, length);
        using var inner = PacketBuffer.Rent(length);
        Work.Touch(inner.Span, length);
    }
}

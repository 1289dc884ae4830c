using System.Runtime.CompilerServices;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios.Pools;

/// <summary>One array of 1 KB in sixteen tasks, from every pool that people write.</summary>
public class PoolsWithOneArray
{
    [Benchmark(Description = Names.Empty, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void Empty(int length) => Crew.Run(new EmptyCall().Run, length);

    [Benchmark(Description = Names.PooledGen, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void PooledGen(int length) => Crew.Run(Rent, length);

    [Benchmark(Description = Names.Shared, OperationsPerInvoke = Crew.Operations, Baseline = true), Arguments(Work.OneKilobyte)]
    public void Shared(int length) => Crew.Run(Operations<SharedPool>.OneArray, length);

    [Benchmark(Description = "stack with a lock", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void LockedStack(int length) => Crew.Run(Operations<LockedStack>.OneArray, length);

    [Benchmark(Description = "stack with a lock, and a slot", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void LockedStackWithSlot(int length) => Crew.Run(Operations<LockedStackWithSlot>.OneArray, length);

    [Benchmark(Description = "ConcurrentStack", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void StackPool(int length) => Crew.Run(Operations<StackPool>.OneArray, length);

    [Benchmark(Description = "ConcurrentQueue", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void QueuePool(int length) => Crew.Run(Operations<QueuePool>.OneArray, length);

    [Benchmark(Description = "ConcurrentBag", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void BagPool(int length) => Crew.Run(Operations<BagPool>.OneArray, length);

    [Benchmark(Description = "DefaultObjectPool", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void DefaultPool(int length) => Crew.Run(Operations<DefaultPool>.OneArray, length);

    [Benchmark(Description = "ThreadLocal stack", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void ThreadLocalStack(int length) => Crew.Run(Operations<ThreadLocalStack>.OneArray, length);

    [Benchmark(Description = "thread-static array and count", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void ThreadStaticArray(int length) => Crew.Run(Operations<ThreadStaticArray>.OneArray, length);

    [Benchmark(Description = "bounded queue a core", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void CoreQueues(int length) => Crew.Run(Operations<CoreQueues>.OneArray, length);

    // The operations of the rivals do not fit: a renter is a ref struct and ends by `using`.
    [MethodImpl(NoInlining)]
    private static void Rent(int length)
    {
        using var buffer = PacketBuffer.Rent(length);
        Work.Touch(buffer.Span, length);
    }
}

using System.Runtime.CompilerServices;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios.Pools;

/// <summary>One array of 1 KB in sixteen tasks, which is never returned: what a pool costs whose callers forget to return.</summary>
public class PoolsWithoutReturn
{
    [Benchmark(Description = Names.Empty, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void Empty(int length) => Crew.Run(new EmptyCall().Run, length);

    [Benchmark(Description = Names.PooledGen, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void PooledGen(int length) => Crew.Run(Rent, length);

    [Benchmark(Description = Names.Shared, OperationsPerInvoke = Crew.Operations, Baseline = true), Arguments(Work.OneKilobyte)]
    public void Shared(int length) => Crew.Run(Operations<SharedPool>.NoReturn, length);

    [Benchmark(Description = "stack with a lock", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void LockedStack(int length) => Crew.Run(Operations<LockedStack>.NoReturn, length);

    [Benchmark(Description = "stack with a lock, and a slot", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void LockedStackWithSlot(int length) => Crew.Run(Operations<LockedStackWithSlot>.NoReturn, length);

    [Benchmark(Description = "ConcurrentStack", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void StackPool(int length) => Crew.Run(Operations<StackPool>.NoReturn, length);

    [Benchmark(Description = "ConcurrentQueue", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void QueuePool(int length) => Crew.Run(Operations<QueuePool>.NoReturn, length);

    [Benchmark(Description = "ConcurrentBag", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void BagPool(int length) => Crew.Run(Operations<BagPool>.NoReturn, length);

    [Benchmark(Description = "DefaultObjectPool", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void DefaultPool(int length) => Crew.Run(Operations<DefaultPool>.NoReturn, length);

    [Benchmark(Description = "ThreadLocal stack", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void ThreadLocalStack(int length) => Crew.Run(Operations<ThreadLocalStack>.NoReturn, length);

    [Benchmark(Description = "thread-static array and count", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void ThreadStaticArray(int length) => Crew.Run(Operations<ThreadStaticArray>.NoReturn, length);

    [Benchmark(Description = "bounded queue a core", OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void CoreQueues(int length) => Crew.Run(Operations<CoreQueues>.NoReturn, length);

    // The operations of the rivals do not fit: a renter is a ref struct and ends by `using`.
    [MethodImpl(NoInlining)]
    private static void Rent(int length)
    {
#pragma warning disable PG0101 // The missing Dispose is what is measured.
        PacketBuffer buffer = PacketBuffer.Rent(length);
#pragma warning restore PG0101
        Work.Touch(buffer.Span, length);
    }
}

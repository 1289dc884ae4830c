namespace PooledGen.Bench.Scenarios;

/// <summary>
/// What <see cref="TwoNested"/> does, on more threads than cores: threads are interrupted while they hold buffers, and while they
/// are inside a pool. The time is wall time for all of them together.
/// </summary>
public unsafe class TwoArrays
{
    [Benchmark(Description = Names.Empty, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public static void Empty(int length) => Crew.Run(&EmptyCall.Run, length);

    [Benchmark(Description = Names.PooledGen, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public static void PooledGen(int length) => Crew.Run(&TwoNested.PooledGen, length);

    [Benchmark(Description = Names.Shared, OperationsPerInvoke = Crew.Operations, Baseline = true), Arguments(Work.OneKilobyte)]
    public static void Shared(int length) => Crew.Run(&TwoNested.Shared, length);

    [Benchmark(Description = Names.SharedBare, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public static void SharedBare(int length) => Crew.Run(&TwoNested.SharedBare, length);

    [Benchmark(Description = Names.Created, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public static void Created(int length) => Crew.Run(&TwoNested.Created, length);

    [Benchmark(Description = Names.MemoryPool, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public static void MemoryPool(int length) => Crew.Run(&TwoNested.MemoryPool, length);

    [Benchmark(Description = Names.SpanOwner, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public static void SpanOwner(int length) => Crew.Run(&TwoNested.SpanOwner, length);

    [Benchmark(Description = Names.ObjectPool, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public static void ObjectPool(int length) => Crew.Run(&TwoNested.ObjectPool, length);

    [Benchmark(Description = Names.Stack, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public static void Stack(int length) => Crew.Run(&TwoNested.Stack, length);

    [Benchmark(Description = Names.New, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public static void New(int length) => Crew.Run(&TwoNested.New, length);

    [Benchmark(Description = Names.Uninitialized, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public static void Uninitialized(int length) => Crew.Run(&TwoNested.Uninitialized, length);
}

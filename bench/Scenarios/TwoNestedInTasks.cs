namespace PooledGen.Bench.Scenarios;

/// <summary>
/// What <see cref="TwoNested"/> does, on more threads than cores: threads are interrupted while they hold buffers, and while they
/// are inside a pool. The time is wall time for all of them together.
/// </summary>
public class TwoNestedInTasks
{
    [Benchmark(Description = Names.Empty, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void Empty(int length) => Crew.Run(new EmptyCall().Run, length);

    [Benchmark(Description = Names.PooledGen, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void PooledGen(int length) => Crew.Run(new TwoNested().PooledGen, length);

    [Benchmark(Description = Names.Shared, OperationsPerInvoke = Crew.Operations, Baseline = true), Arguments(Work.OneKilobyte)]
    public void Shared(int length) => Crew.Run(new TwoNested().Shared, length);

    [Benchmark(Description = Names.SharedBare, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void SharedBare(int length) => Crew.Run(new TwoNested().SharedBare, length);

    [Benchmark(Description = Names.Created, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void Created(int length) => Crew.Run(new TwoNested().Created, length);

    [Benchmark(Description = Names.MemoryPool, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void MemoryPool(int length) => Crew.Run(new TwoNested().MemoryPool, length);

    [Benchmark(Description = Names.SpanOwner, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void SpanOwner(int length) => Crew.Run(new TwoNested().SpanOwner, length);

    [Benchmark(Description = Names.ObjectPool, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void ObjectPool(int length) => Crew.Run(new TwoNested().ObjectPool, length);

    [Benchmark(Description = Names.Stack, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void Stack(int length) => Crew.Run(new TwoNested().Stack, length);

    [Benchmark(Description = Names.New, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void New(int length) => Crew.Run(new TwoNested().New, length);

    [Benchmark(Description = Names.Uninitialized, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void Uninitialized(int length) => Crew.Run(new TwoNested().Uninitialized, length);
}

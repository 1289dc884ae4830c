using System.Runtime.CompilerServices;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>An owner whose bytes a budget limits: one of a connection, and one of a connection under that of all connections.</summary>
public class BudgetedOwner
{
    private const int MaxBytes = 1 << 20;
    private static readonly BufferBudget s_process = new(64 * MaxBytes);

    // Each thread is a connection.
    [ThreadStatic]
    private static BufferBudget? t_alone;

    [ThreadStatic]
    private static BufferBudget? t_child;

    [Benchmark(Description = Names.Owner, Baseline = true), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        using PooledOwner<byte> owner = PacketBuffer.RentOwner(length);
        Work.Touch(owner.Span, length);
    }

    [Benchmark(Description = Names.Budget), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Budget(int length) => Rent(length, t_alone ??= new BufferBudget(MaxBytes));

    [Benchmark(Description = Names.BudgetWithParent), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void BudgetWithParent(int length) => Rent(length, t_child ??= new BufferBudget(MaxBytes, parent: s_process));

    private static void Rent(int length, BufferBudget budget)
    {
        if (!PacketBuffer.Pool.TryRentOwner(length, budget, out PooledOwner<byte> owner))
            throw new InvalidOperationException("The budget has room for a thousand of these.");

        using (owner)
            Work.Touch(owner.Span, length);
    }
}

/// <summary>What <see cref="BudgetedOwner"/> does, in 16 tasks: each has a budget of its own, and all have one parent.</summary>
public class BudgetedOwnerTasks
{
    [Benchmark(Description = Names.Empty, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void Empty(int length) => Crew.Run(new EmptyCall().Run, length);

    [Benchmark(Description = Names.Owner, OperationsPerInvoke = Crew.Operations, Baseline = true), Arguments(Work.OneKilobyte)]
    public void PooledGen(int length) => Crew.Run(new BudgetedOwner().PooledGen, length);

    [Benchmark(Description = Names.Budget, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void Budget(int length) => Crew.Run(new BudgetedOwner().Budget, length);

    [Benchmark(Description = Names.BudgetWithParent, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void BudgetWithParent(int length) => Crew.Run(new BudgetedOwner().BudgetWithParent, length);
}

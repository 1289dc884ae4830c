namespace PooledGen.AspNetCore.Dashboard;

/// <summary>The figures of one budget with a name, in a <see cref="PoolReport"/>.</summary>
/// <param name="Name">The value of <see cref="BufferBudget.Name"/>.</param>
/// <param name="InUseBytes">The value of <see cref="BufferBudget.InUseBytes"/>.</param>
/// <param name="MaxBytes">The value of <see cref="BufferBudget.MaxBytes"/>.</param>
/// <param name="WaitingCount">The value of <see cref="BufferBudget.WaitingCount"/>.</param>
/// <param name="RefusedCount">The value of <see cref="BufferBudget.RefusedCount"/>.</param>
internal sealed record BudgetFigures(string Name, long InUseBytes, long MaxBytes, long WaitingCount, long RefusedCount)
{
    /// <summary>The present figures of a budget that has a name.</summary>
    public static BudgetFigures Of(BufferBudget budget) => new(budget.Name!, budget.InUseBytes, budget.MaxBytes, budget.WaitingCount, budget.RefusedCount);
}

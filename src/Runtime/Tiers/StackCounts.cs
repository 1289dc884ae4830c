namespace PooledGen;

/// <summary>What the slots of a thread's stack hold. Not a tuple, because .NET Framework has none before 4.7.</summary>
/// <param name="Retained">Slots in use that hold a free node.</param>
/// <param name="Trimmed">Slots in use that trimming has nulled.</param>
/// <param name="IsSteady">The owner changed nothing meanwhile, so the figures are exact.</param>
internal readonly record struct StackCounts(int Retained, int Trimmed, bool IsSteady);

namespace PooledGen;

/// <summary>
/// The elements that each clear policy clears, and when. The generator and the code fixes compile this same file, so that emitted code, the pool and the
/// rules cannot disagree. They know the policies by their numbers.
/// </summary>
internal static class Clearing
{
    private const int Never = 1;
    private const int Returning = 2;
    private const int Renting = 3;

    /// <summary>Whether the rented elements are cleared when they are returned.</summary>
    /// <param name="policy">The value of <c>ClearPolicy</c>.</param>
    /// <param name="holdsReferences">Whether an element may hold references.</param>
    public static bool OnReturn(int policy, bool holdsReferences) => policy == Returning || (policy != Never && holdsReferences);

    /// <summary>Whether the rented elements are cleared before the user sees them.</summary>
    /// <param name="policy">The value of <c>ClearPolicy</c>.</param>
    public static bool OnRent(int policy) => policy == Renting;

    /// <summary>
    /// Whether the caller's own memory is cleared too at the end of its use: only if the policy is OnReturn, not because elements hold references.
    /// </summary>
    /// <param name="policy">The value of <c>ClearPolicy</c>.</param>
    public static bool CallersMemory(int policy) => policy == Returning;
}

namespace PooledGen;

/// <summary>
/// What each clear policy sets to its default, and when. The generator and the code fixes compile this same file, so that what is emitted, what the
/// pool does and what the rules say cannot disagree. They know the policies by their numbers.
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

    /// <summary>Whether the caller's own memory is cleared too when it is left: only where clearing was asked for, not for references' sake.</summary>
    /// <param name="policy">The value of <c>ClearPolicy</c>.</param>
    public static bool CallersMemory(int policy) => policy == Returning;
}

namespace PooledGen.Analyzers.Flow;

/// <summary>What happens to a rental that is passed on.</summary>
internal enum Passing
{
    /// <summary>The callee only uses the rental. The caller still has to end it.</summary>
    Lent,

    /// <summary>The callee's source is not available. The caller's later code shows whether the rental was only lent.</summary>
    Unknown,

    /// <summary>The callee may keep, end or replace the rental, so the analysis cannot tell which code has to end it.</summary>
    Kept,
}

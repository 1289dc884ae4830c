using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>The line of a storm that <c>tests/scripts/storms.sh</c> adds up.</summary>
internal static class StormReport
{
    /// <summary>Writes how much has happened, and what must not happen.</summary>
    /// <param name="output">The test's output.</param>
    /// <param name="pool">The pool, at rest.</param>
    /// <param name="doubleHolders">How often a holder found that its buffer was another one's, too.</param>
    /// <param name="leaks">How many rentals were never ended, on purpose.</param>
    public static void Write<T>(ITestOutputHelper output, BufferPool<T> pool, long doubleHolders, long leaks = 0)
    {
        PoolStatistics statistics = pool.StatisticsAtRest;
        output.WriteLine($"storm: {statistics.Rents} rentals, {doubleHolders} double holders, {statistics.InUse - leaks} lost");
    }
}

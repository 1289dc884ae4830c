using PooledGen.Analyzers.Tests.BugCorpus.Bugs;
using PooledGen.Analyzers.Tests.BugCorpus.Outcomes;

namespace PooledGen.Analyzers.Tests.BugCorpus;

/// <summary>A public bug.</summary>
/// <param name="Number">Its row in docs/internals/safety.md.</param>
/// <param name="Where">Where it was reported or corrected: <c>owner/repository#number</c>, several with commas.</param>
/// <param name="Happened">What happened.</param>
public sealed record Bug(int Number, string Where, string Happened)
{
    /// <summary>What becomes of it with ArrayPool, MemoryPool, or a pool of one's own. More than one where it has more than one form.</summary>
    public required IReadOnlyList<Outcome> Raw { get; init; }

    /// <summary>What becomes of it with PooledGen.</summary>
    public required IReadOnlyList<Outcome> PooledGen { get; init; }

    public static IReadOnlyList<Bug> All { get; } =
    [
        .. from bug in (IEnumerable<Bug>)
           [
               .. DoubleReturns.All, .. CopiedHandles.All, .. EarlyReturns.All, .. ReturnsDuringAsyncWork.All, .. Leaks.All, .. LeaksAfterFailures.All,
               .. Lengths.All, .. References.All, .. Bugs.Retention.All,
           ]
           orderby bug.Number
           select bug,
    ];
}

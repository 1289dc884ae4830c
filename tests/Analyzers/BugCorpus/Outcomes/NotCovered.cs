namespace PooledGen.Analyzers.Tests.BugCorpus.Outcomes;

/// <summary>It compiles, and no rule says anything, not even as a suggestion.</summary>
/// <param name="Reason">Why not.</param>
/// <param name="Code">The bug.</param>
public sealed record NotCovered(string Reason, string Code) : Outcome
{
    public override string Kind => "not covered";

    public override string Description => $"not covered: {Reason}";

    public override async Task VerifyAsync()
    {
        var snippet = new Snippet(Code);

        Assert.Empty(snippet.CompilerErrors);
        Assert.Empty(await snippet.AnalyzeAsync());
    }
}

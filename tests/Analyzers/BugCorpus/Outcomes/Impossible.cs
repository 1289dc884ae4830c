namespace PooledGen.Analyzers.Tests.BugCorpus.Outcomes;

/// <summary>There is no way to write it. The code tries the nearest thing, and all is well.</summary>
/// <param name="Reason">What it is in the construction that rules it out.</param>
/// <param name="Code">The nearest thing.</param>
public sealed record Impossible(string Reason, string Code) : Outcome
{
    public override string Kind => "impossible";

    public override string Description => $"impossible: {Reason}";

    public override Task VerifyAsync()
    {
        (bool isIntact, long misuseCount, _) = new Snippet(Code).Run();

        Assert.True(isIntact);
        Assert.Equal(0, misuseCount);
        return Task.CompletedTask;
    }
}

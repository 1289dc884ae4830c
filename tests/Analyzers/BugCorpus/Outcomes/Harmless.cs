namespace PooledGen.Analyzers.Tests.BugCorpus.Outcomes;

/// <summary>It compiles and runs; nobody's data suffers, and the pool's statistics show it.</summary>
public sealed record Harmless(string Code) : Outcome
{
    public override string Kind => "harmless";

    /// <summary>What <see cref="PoolStatistics.MisuseCount"/> shows afterwards.</summary>
    public long Misuse { get; init; }

    /// <summary>What <see cref="PoolStatistics.InUse"/> shows afterwards.</summary>
    public long InUse { get; init; }

    public override string Description => (Misuse, InUse) switch
    {
        (0, 0) => "harmless",
        (0, _) => "harmless, counted in `InUse`",
        _ => "harmless, counted as `MisuseCount`",
    };

    public override Task VerifyAsync()
    {
        (bool isIntact, long misuseCount, long inUse) = new Snippet(Code).Run();

        Assert.True(isIntact);
        Assert.Equal((Misuse, InUse), (misuseCount, inUse));
        return Task.CompletedTask;
    }
}

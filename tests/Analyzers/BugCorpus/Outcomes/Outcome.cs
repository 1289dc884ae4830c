namespace PooledGen.Analyzers.Tests.BugCorpus.Outcomes;

/// <summary>What becomes of a bug, and the code that proves it.</summary>
public abstract record Outcome
{
    /// <summary>The kind, as docs/internals/safety.md counts it.</summary>
    public abstract string Kind { get; }

    /// <summary>What docs/internals/safety.md says of it.</summary>
    public abstract string Description { get; }

    /// <summary>Fails where the code does something else than the outcome says.</summary>
    public abstract Task VerifyAsync();
}

namespace PooledGen.Analyzers.Tests.BugCorpus.Outcomes;

/// <summary>The compiler refuses the marked lines, and nothing else.</summary>
public sealed record DoesNotCompile(string Id, string Code) : Outcome
{
    public override string Kind => "does not compile";

    public override string Description => $"{Kind} ({Id})";

    public override Task VerifyAsync()
    {
        var snippet = new Snippet(Code);

        Assert.NotEmpty(snippet.MarkedLines);
        Assert.Equal(snippet.MarkedLines.Select(line => (line, Id)), snippet.CompilerErrors);
        return Task.CompletedTask;
    }
}

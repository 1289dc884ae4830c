using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.BugCorpus.Outcomes;

/// <summary>It compiles, and a rule speaks at the marked lines.</summary>
public sealed record Diagnosed(string Id, string Code) : Outcome
{
    public override string Kind => "diagnosed";

    public override string Description => $"diagnosed ([{Id}](../rules/{Id}.md))";

    public override async Task VerifyAsync()
    {
        var snippet = new Snippet(Code);
        Assert.Empty(snippet.CompilerErrors);

        IReadOnlyList<(int Line, string Id)> findings = await snippet.AnalyzeAsync();

        Assert.NotEmpty(snippet.MarkedLines);
        Assert.Equal(snippet.MarkedLines, findings.Where(finding => finding.Id == Id).Select(finding => finding.Line));
        Assert.DoesNotContain(findings, finding => finding.Id != Id && !Rules.IsHint(finding.Id));
    }
}

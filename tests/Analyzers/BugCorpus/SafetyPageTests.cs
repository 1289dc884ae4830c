using System.Runtime.CompilerServices;

namespace PooledGen.Analyzers.Tests.BugCorpus;

/// <summary>docs/internals/safety.md is what the table of bugs says. With <c>VERIFY_AUTOVERIFY=1</c> in the environment it is written anew.</summary>
public class SafetyPageTests
{
    [Fact]
    public async Task Page_SaysWhatTheTableSays()
    {
        if (Environment.GetEnvironmentVariable("VERIFY_AUTOVERIFY") == "1")
            await File.WriteAllTextAsync(PagePath(), SafetyPage.Text);

        Assert.Equal(SafetyPage.Text, await File.ReadAllTextAsync(PagePath()));
    }

    [Fact]
    public void EveryOutcome_IsOfAKindThatThePageExplains()
        => Assert.All(Bug.All.SelectMany(bug => bug.Raw.Concat(bug.PooledGen)), outcome => Assert.Contains(outcome.Kind, SafetyPage.KindNames));

    private static string PagePath([CallerFilePath] string sourceFile = "")
        => Path.GetFullPath(Path.Combine(Path.GetDirectoryName(sourceFile)!, "../../../docs/internals/safety.md"));
}

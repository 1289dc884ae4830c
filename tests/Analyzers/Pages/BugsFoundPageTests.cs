namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>A reader of docs/bugs-found.md can check each bug: the line of a commit, the rule that reports it, and the fix.</summary>
public class BugsFoundPageTests
{
    public static TheoryData<string> Bugs { get; } =
    [
        .. new Page("docs/bugs-found.md").Text.Split("\n## ")[1..]
            .TakeWhile(static section => !section.StartsWith("Seen by the check\n", StringComparison.Ordinal)),
    ];

    [Theory]
    [MemberData(nameof(Bugs))]
    public void Bug_LinksToItsLineItsRuleAndItsFix(string bug)
    {
        Assert.Matches(@"\(https://github\.com/[\w.-]+/[\w.-]+/blob/[0-9a-f]{40}/[\w./-]+\.cs#L\d+\)", bug);
        Assert.Contains(RuleIndex.Rules, rule => bug.Contains($"Seen by [{rule.Id}](rules/{rule.Id}.md)", StringComparison.Ordinal));
        Assert.Matches(@"(?i)\bfixed\s+in\s+\[#?[0-9a-f]+\]\(https://github\.com/[\w.-]+/[\w.-]+/(pull|commit)/[0-9a-f]+\)", bug);
    }
}

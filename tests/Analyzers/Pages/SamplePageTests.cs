using System.Text.RegularExpressions;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>Each sample has a page of a few lines, with the command that runs it.</summary>
public class SamplePageTests
{
    public static TheoryData<string> Samples
        => [.. Directory.EnumerateDirectories(Repository.PathTo("samples")).Select(static folder => Path.GetFileName(folder))];

    [Theory]
    [MemberData(nameof(Samples))]
    public void Page_HasTheCommandOfItsSample(string sample)
    {
        var page = new Page($"samples/{sample}/README.md");

        MatchCollection named = Regex.Matches(string.Concat(page.PlainBlocks), @"--project (\S+)");
        Assert.NotEmpty(named);
        Assert.All(named, command => Assert.Equal($"samples/{sample}", command.Groups[1].Value));
    }
}

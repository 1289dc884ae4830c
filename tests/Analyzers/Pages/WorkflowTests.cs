using System.Text.RegularExpressions;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>The workflows run on the host alone, which is too late to see that they name a folder without tests, or publish what was not tested.</summary>
public class WorkflowTests
{
    public static TheoryData<string> Projects
    {
        get
        {
            string workflow = Read("ci");
            string loop = Regex.Match(workflow, "for project in (.*); do").Groups[1].Value;
            return
            [
                .. from folder in Regex.Matches(loop, @"(\S+)\{(\S+)\}")
                   from project in folder.Groups[2].Value.Split(',')
                   select folder.Groups[1].Value + project,
                .. Regex.Matches(workflow, "check (tests/[A-Za-z.]+) ").Select(static match => match.Groups[1].Value),
            ];
        }
    }

    [Fact]
    public void OtherSystems_RunTests() => Assert.InRange(Projects.Count, 10, int.MaxValue);

    [Theory]
    [MemberData(nameof(Projects))]
    public void ProjectForOtherSystems_IsOneWithTests(string project)
    {
        string file = Assert.Single(Directory.GetFiles(Repository.PathTo(project), "*.csproj"));

        Assert.Contains("\"Microsoft.NET.Test.Sdk\"", File.ReadAllText(file), StringComparison.Ordinal);
    }

    // A filter that selects nothing passes.
    [Fact]
    public void TestsWithAFilter_FailIfNoneRuns()
    {
        string[] commands =
        [
            .. from file in Directory.EnumerateFiles(Repository.PathTo(".github/workflows"), "*.yml")
               from line in File.ReadAllLines(file)
               where line.Contains("dotnet test", StringComparison.Ordinal) && line.Contains("--filter", StringComparison.Ordinal)
               select line,
        ];

        Assert.NotEmpty(commands);
        Assert.All(commands, static command => Assert.Contains("RunConfiguration.TreatNoTestsAsError=true", command, StringComparison.Ordinal));
    }

    [Fact]
    public void Release_PacksAndPublishes_AfterTheTestsOfThatCommit()
    {
        Dictionary<string, string> jobs = Jobs(Read("release"));

        Assert.Contains("    uses: ./.github/workflows/ci.yml\n", jobs["tests"], StringComparison.Ordinal);
        Assert.Contains("\n  workflow_call:\n", Read("ci"), StringComparison.Ordinal);
        Assert.Contains("    needs: tests\n", jobs["pack"], StringComparison.Ordinal);
        Assert.Contains("    needs: pack\n", jobs["publish"], StringComparison.Ordinal);
        Assert.Equal(["publish"], jobs.Where(static job => job.Value.Contains("nuget push", StringComparison.Ordinal)).Select(static job => job.Key));
    }

    // A tag can be moved to other code, which would get the token of the release. Dependabot renews the commit and the version beside it.
    [Fact]
    public void Actions_OfTheRelease_ArePinnedByCommit()
    {
        string[] actions = [.. Regex.Matches(Read("release"), @"uses: ((?!\./).*)").Select(static match => match.Groups[1].Value)];

        Assert.Contains(actions, static action => action.StartsWith("NuGet/login@", StringComparison.Ordinal));
        Assert.All(actions, static action => Assert.Matches(@"^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", action));
    }

    // The jobs of a workflow, by name.
    private static Dictionary<string, string> Jobs(string workflow)
        => Regex.Matches(workflow[workflow.IndexOf("\njobs:\n", StringComparison.Ordinal)..], @"^  (\w+):\n((?:(?:    .*)?\n)+)", RegexOptions.Multiline)
            .ToDictionary(static job => job.Groups[1].Value, static job => job.Groups[2].Value);

    private static string Read(string workflow) => File.ReadAllText(Repository.PathTo($".github/workflows/{workflow}.yml")).ReplaceLineEndings("\n");
}

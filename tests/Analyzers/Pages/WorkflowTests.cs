using System.Text.RegularExpressions;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>The workflow names folders, and a name that no project has fails only on the host.</summary>
public class WorkflowTests
{
    public static TheoryData<string> Projects
    {
        get
        {
            string workflow = File.ReadAllText(Repository.PathTo(".github/workflows/ci.yml"));
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
}

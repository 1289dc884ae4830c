using System.Text.Json;
using System.Text.RegularExpressions;

namespace PooledGen.Generator.Tests.Structure;

/// <summary>A project that no filter names is one that nobody builds who works on one half.</summary>
public class SolutionFilterTests
{
    private static readonly string[] s_pool = ProjectsOf("Pool.slnf");
    private static readonly string[] s_check = ProjectsOf("Check.slnf");

    [Fact]
    public void Filters_TogetherHaveTheProjectsOfTheSolution_WhichAreAllThereAre()
    {
        string[] solution = [.. Regex.Matches(Read("PooledGen.sln"), "\"([^\"]+\\.csproj)\"").Select(static match => match.Groups[1].Value)];
        IEnumerable<string> files = Directory.EnumerateFiles(SourceFolders.RepositoryRoot(), "*.csproj", SearchOption.AllDirectories)
            .Select(static file => Path.GetRelativePath(SourceFolders.RepositoryRoot(), file).Replace('/', '\\'));

        Assert.Equal(Sorted(solution), Sorted(s_pool.Union(s_check)));
        Assert.Equal(Sorted(solution), Sorted(files.Where(static file => !file.Split('\\').Any(static folder => folder is "bin" or "obj"))));
    }

    [Fact]
    public void Halves_ShareTheProjectThatTheDashboardReferences()
        => Assert.Equal([@"check\src\Diagnostics\PooledGen.Diagnostics.csproj"], s_pool.Intersect(s_check));

    private static string[] ProjectsOf(string filter)
        => [.. from project in JsonDocument.Parse(Read(filter)).RootElement.GetProperty("solution").GetProperty("projects").EnumerateArray()
               select project.GetString()!];

    private static string Read(string file) => File.ReadAllText(Path.Combine(SourceFolders.RepositoryRoot(), file));

    private static IEnumerable<string> Sorted(IEnumerable<string> names) => names.Order(StringComparer.Ordinal);
}

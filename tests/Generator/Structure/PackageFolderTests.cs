using System.Text.RegularExpressions;

namespace PooledGen.Generator.Tests.Structure;

/// <summary>The folder that NuGet restores packages into. MSBuild knows it as NUGET_PACKAGES says it, with a slash at its end or without.</summary>
public class PackageFolderTests
{
    [Fact]
    public void PathIntoAPackage_HasASlashBehindTheFolder()
    {
        string[] projects =
            [.. Directory.EnumerateFiles(SourceFolders.RepositoryRoot(), "*.csproj", SearchOption.AllDirectories).Select(File.ReadAllText)];

        Assert.Contains(projects, static project => project.Contains("$(NuGetPackageRoot)", StringComparison.Ordinal));
        Assert.DoesNotContain(projects, static project => Regex.IsMatch(project, @"(?<!EnsureTrailingSlash\(')\$\(NuGetPackageRoot\)"));
    }
}

namespace PooledGen.Package.Tests;

/// <summary>The rules about raw pools in a library that treats warnings as errors.</summary>
[Collection(UsesPackageFeed.Name)]
public sealed class RawPoolRulesTests(PackageFeed feed)
{
    // PG0201, PG0202 and PG0203 report one line each.
    private const string Source = """
        using System.Buffers;

        public static class Library
        {
            public static void ReturnsTwice(int length)
            {
                byte[] array = ArrayPool<byte>.Shared.Rent(length);
                ArrayPool<byte>.Shared.Return(array);
                ArrayPool<byte>.Shared.Return(array);
            }

            public static byte ReadsAfterReturn(int length)
            {
                byte[] array = ArrayPool<byte>.Shared.Rent(length);
                ArrayPool<byte>.Shared.Return(array);
                return array[0];
            }

            public static byte DoesNotReturn(int length)
            {
                byte[] array = ArrayPool<byte>.Shared.Rent(length);
                return array[0];
            }
        }
        """;

    [Fact]
    public async Task LibraryThatAddsPooledGen_BuildsAsBefore()
    {
        UserProject project = await CreateAsync("RawAsBefore", "PooledGen");

        (int exitCode, string output) = await project.TryBuildAsync();

        Assert.True(exitCode == 0, output);
        Assert.DoesNotContain("PG0", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task LibraryThatAsksForTheRules_GetsWarningsFromThoseThatHaveEarnedThem()
    {
        UserProject project = await CreateAsync("RawRaised", "PooledGen.Analyzers");

        (int exitCode, string output) = await project.TryBuildAsync();

        Assert.Equal(1, exitCode);
        Assert.Contains("error PG0202", output, StringComparison.Ordinal);
        Assert.DoesNotContain("PG0201", output, StringComparison.Ordinal);
        Assert.DoesNotContain("PG0203", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task EditorConfig_WinsOverThePackage()
    {
        UserProject project = await CreateAsync("RawConfigured", "PooledGen.Analyzers");
        await project.AddAsync(".editorconfig", """
            [*.cs]
            dotnet_diagnostic.PG0201.severity = error
            dotnet_diagnostic.PG0202.severity = none
            """);

        (int exitCode, string output) = await project.TryBuildAsync();

        Assert.Equal(1, exitCode);
        Assert.Contains("error PG0201", output, StringComparison.Ordinal);
        Assert.DoesNotContain("PG0202", output, StringComparison.Ordinal);
    }

    // dotnet build does not print suggestions.
    [Fact]
    public async Task CommandOfTheReadme_PrintsAllFindings()
    {
        string readme = await File.ReadAllTextAsync(Path.Combine(PackageFeed.Repository, "src", "Analyzers", "README.md"));
        string command = Assert.Single(readme.Split('\n'), static line => line.StartsWith("dotnet format ", StringComparison.Ordinal));
        UserProject project = await CreateAsync("RawPrinted", "PooledGen.Analyzers");

        (_, string output) = await project.TryRunAsync(command["dotnet ".Length..].Split(' '));

        Assert.Contains("Program.cs(9,9): info PG0201: ", output, StringComparison.Ordinal);
        Assert.Contains("Program.cs(16,16): error PG0202: ", output, StringComparison.Ordinal);
        Assert.Contains("Program.cs(21,24): info PG0203: ", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task RulesAlone_LeaveNothingInTheOutput()
    {
        UserProject project = await UserProject.CreateAsync(
            feed, "RawAlone", "<TargetFramework>net10.0</TargetFramework>", "public static class Library { }", "PooledGen.Analyzers");

        await project.BuildAsync();

        Assert.Equal(["RawAlone.dll"], project.Assemblies);
    }

    private Task<UserProject> CreateAsync(string name, string package)
        => UserProject.CreateAsync(feed, name, "<TargetFramework>net10.0</TargetFramework>", Source, package);
}

namespace PooledGen.Package.Tests;

/// <summary>The rules about raw pools in a library that treats warnings as errors.</summary>
[Collection(UsesPackageFeed.Name)]
public sealed class RawPoolRulesTests(PackageFeed feed)
{
    // PG0218, PG0202 and PG0203 report one line each.
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
        Assert.Contains("error PG0218", output, StringComparison.Ordinal);
        Assert.DoesNotContain("PG0203", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task EditorConfig_WinsOverThePackage()
    {
        UserProject project = await CreateAsync("RawConfigured", "PooledGen.Analyzers");
        await project.AddAsync(".editorconfig", """
            [*.cs]
            dotnet_diagnostic.PG0203.severity = error
            dotnet_diagnostic.PG0202.severity = none
            """);

        (int exitCode, string output) = await project.TryBuildAsync();

        Assert.Equal(1, exitCode);
        Assert.Contains("error PG0203", output, StringComparison.Ordinal);
        Assert.DoesNotContain("PG0202", output, StringComparison.Ordinal);
    }

    // A preset is the only file of the package, so a rule that it leaves out keeps its own severity.
    [Theory]
    [InlineData("RawStrict", "strict", "error PG0203")]
    [InlineData("RawFirm", "firm", "error PG0203")]
    [InlineData("RawQuiet", "quiet", "error PG0218")]
    [InlineData("RawMistyped", "stict", "PooledGenRules is 'stict'; it can be quiet, default, firm or strict")]
    public async Task Preset_SetsTheSeverities(string name, string preset, string expected)
    {
        UserProject project = await UserProject.CreateAsync(
            feed,
            name,
            $"<TargetFramework>net10.0</TargetFramework><TreatWarningsAsErrors>true</TreatWarningsAsErrors><PooledGenRules>{preset}</PooledGenRules>",
            Source,
            "PooledGen.Analyzers");

        (int exitCode, string output) = await project.TryBuildAsync();

        Assert.Equal(1, exitCode);
        Assert.Contains(expected, output, StringComparison.Ordinal);
        Assert.Equal(preset is "strict" or "firm", output.Contains("PG0203", StringComparison.Ordinal));
    }

    // A workflow raises the rules without a change of the project.
    [Fact]
    public async Task WorkflowOfTheRules_FailsForWhatIsCertainlyWrong()
    {
        string page = await File.ReadAllTextAsync(Path.Combine(PackageFeed.Repository, "docs", "rules", "README.md"));
        string command = Assert.Single(page.Split('\n'), static line => line.StartsWith("      - run: dotnet build ", StringComparison.Ordinal));
        UserProject project = await CreateAsync("RawWorkflow", "PooledGen.Analyzers");
        string[] arguments = [.. command.Split(' ').SkipWhile(static word => word != "build"), "-p:TreatWarningsAsErrors=false"];

        (int exitCode, string output) = await project.TryRunAsync(arguments);

        Assert.Equal(1, exitCode);
        Assert.Contains("error PG0218", output, StringComparison.Ordinal);
        Assert.Contains("warning PG0203", output, StringComparison.Ordinal);
    }

    // dotnet build does not print suggestions.
    [Fact]
    public async Task CommandOfTheReadme_PrintsAllFindings()
    {
        string readme = await File.ReadAllTextAsync(Path.Combine(PackageFeed.Repository, "src", "Analyzers", "README.md"));
        string[] lines = readme.Replace("\\\n", " ", StringComparison.Ordinal).Split('\n');
        string command = Assert.Single(lines, static line => line.StartsWith("dotnet format ", StringComparison.Ordinal));
        UserProject project = await CreateAsync("RawPrinted", "PooledGen.Analyzers");

        (_, string output) = await project.TryRunAsync(command["dotnet ".Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries));

        Assert.Contains("Program.cs(9,9): error PG0218: ", output, StringComparison.Ordinal);
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

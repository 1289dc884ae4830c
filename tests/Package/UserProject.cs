namespace PooledGen.Package.Tests;

/// <summary>A project such as <c>dotnet new</c> makes it, which gets the package from the feed. Warnings are errors.</summary>
internal sealed class UserProject(string folder)
{
    public static async Task<UserProject> CreateAsync(
        PackageFeed feed, string name, string properties, string source, string package = "PooledGen", string references = "")
    {
        string folder = feed.CreateFolder(name);
        await File.WriteAllTextAsync(Path.Combine(folder, "Program.cs"), source);
        await File.WriteAllTextAsync(Path.Combine(folder, $"{name}.csproj"), $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                {properties}
                <UseAppHost>false</UseAppHost>
                <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
                <RestorePackagesPath>{feed.Cache}</RestorePackagesPath>
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="{package}" Version="{PackageFeed.Version}" />
                {references}
              </ItemGroup>
            </Project>
            """);
        return new UserProject(folder);
    }

    /// <summary>Adds a file to the project.</summary>
    public Task AddAsync(string file, string text) => File.WriteAllTextAsync(Path.Combine(folder, file), text);

    public Task BuildAsync() => DotNet.RunAsync(folder, "build", "--output", Output);

    public Task<(int ExitCode, string Output)> TryBuildAsync() => DotNet.TryRunAsync(folder, "build", "--output", Output);

    /// <summary>Runs a command in the project's folder; it may fail.</summary>
    public Task<(int ExitCode, string Output)> TryRunAsync(params string[] arguments) => DotNet.TryRunAsync(folder, arguments);

    /// <summary>Runs what was built, and gives its output line by line.</summary>
    public async Task<string[]> RunAsync(params string[] arguments)
        => (await DotNet.RunAsync(Output, [$"{Path.GetFileName(folder)}.dll", .. arguments]))
            .Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    /// <summary>The assemblies that lie beside the program.</summary>
    public IEnumerable<string> Assemblies => Directory.EnumerateFiles(Output, "*.dll").Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal);

    private string Output => Path.Combine(folder, "out");
}

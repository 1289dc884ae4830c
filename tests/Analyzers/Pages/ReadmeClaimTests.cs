namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>What README.md claims is tested, and by which class.</summary>
public class ReadmeClaimTests
{
    private static readonly string[] s_files =
    [
        .. new[] { "tests", "check/tests" }
            .SelectMany(static folder => Directory.EnumerateFiles(Repository.PathTo(folder), "*.cs", SearchOption.AllDirectories))
            .Select(static file => Path.GetFileNameWithoutExtension(file)!),
    ];

    [Theory]
    [InlineData("A rental from a warm pool allocates nothing.", "AllocationTests")]
    [InlineData("With ArrayPool two requests write to one array, and nothing throws.", "QuickstartTests")]
    [InlineData("A renter and its span cannot leave the block that rents it.", "ProgramTests")]
    [InlineData("A second Dispose does nothing, also of a copy and on another thread.", "OwnerStormTests")]
    [InlineData("A span that was taken before an early Dispose shows the next rental.", "DisposeTests")]
    [InlineData("Of 41 public bugs so many do not compile, are reported or do no harm.", "SafetyPageTests")]
    [InlineData("The figures of the tables were measured.", "PublishedFiguresTests")]
    [InlineData("dotnet poolcheck needs no change of the project.", "RunTests")]
    [InlineData("run --exact names the return and the lines that use the array afterwards.", "ExactRunTests")]
    [InlineData("Probes cancel an operation at each rent and in between.", "ProbeRunTests")]
    public void Claim_HasItsTest(string claim, string test)
        => Assert.True(s_files.Contains(test), $"No file of the tests is named {test}, which proves: {claim}");
}

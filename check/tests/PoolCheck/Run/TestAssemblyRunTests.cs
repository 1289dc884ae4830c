namespace PooledGen.PoolCheck.Tests;

/// <summary>The tool over the tests of each test framework.</summary>
public class TestAssemblyRunTests
{
    [Theory]
    [InlineData("Xunit2", true)]
    [InlineData("Xunit3", true)]
    [InlineData("Xunit3", false)]
    [InlineData("NUnit", true)]
    [InlineData("MSTest", true)]
    [InlineData("TUnit", false)]
    [InlineData("OwnFramework.TestAdapter", true)]
    public async Task Run_OfATestAssembly_FindsEachMistakeAtItsLine(string framework, bool isRunByVsTest)
    {
        string assembly = Zoo.Program(framework, $"Zoo.{framework}.dll");

        // As a program xunit v3 runs on Microsoft.Testing.Platform.
        PoolCheckRun run = await PoolCheckRun.StartAsync(isRunByVsTest ? ["dotnet", "test", assembly] : ["dotnet", assembly]);

        string ofTheTest = Zoo.Mistake("not-returned", $"{framework}/DecoderTests.cs", "// the test's own");
        Assert.Equal([.. Zoo.MistakesOfTheLibrary.Append(ofTheTest).Order(StringComparer.Ordinal)], run.Findings);
        Assert.Equal([ofTheTest], run.FindingsOfTests);
        Assert.Equal(100, run.ExitCode);
        Assert.DoesNotContain("not-checked", run.Json, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Xunit2", true)]
    [InlineData("Xunit3", true)]
    [InlineData("Xunit3", false)]
    [InlineData("NUnit", true)]
    [InlineData("MSTest", true)]
    [InlineData("TUnit", false)]
    public async Task RunExact_OfATestAssembly_FindsTheUses(string framework, bool isRunByVsTest)
    {
        string assembly = Zoo.Program(framework, $"Zoo.{framework}.dll");
        PoolCheckRun run = await PoolCheckRun.StartAsync(isRunByVsTest ? ["dotnet", "test", assembly] : ["dotnet", assembly], options: ["--exact"]);

        Assert.Contains(run.Uses, static use => use.EndsWith("element 7 was written", StringComparison.Ordinal));
        Assert.DoesNotContain(run.Remarks, static remark => remark.Contains("not woven", StringComparison.Ordinal));
        Assert.Equal(100, run.ExitCode);
    }
}

using PooledGen.Interop.Tests;

namespace PooledGen.Checking.Tests;

/// <summary>docs/testing.md shows nothing that is not compiled here; its tests run here too.</summary>
public class TestingPageTests
{
    private static readonly CompiledPage s_page = new(typeof(TestingPageTests).Assembly, "testing.md");

    public static TheoryData<string> CodeLines => [.. s_page.CodeLines];

    [Theory]
    [MemberData(nameof(CodeLines))]
    public void EveryCodeLine_OfThePage_IsCompiledHere(string line) => Assert.Contains(line, s_page.CompiledLines);

    [Theory]
    [InlineData("fresh", Pattern.Fresh)]
    [InlineData("returned", Pattern.Returned)]
    [InlineData("overrun", Pattern.Canary)]
    public void EveryPattern_OfThePage_IsTheOneInUse(string name, byte pattern)
        => Assert.Contains(s_page.Lines, line => line.StartsWith($"| {name} | `0x{pattern:X2}` |", StringComparison.Ordinal));
}

namespace PooledGen.Interop.Tests;

/// <summary>docs/interop.md shows nothing that is not compiled and run here.</summary>
public class InteropPageTests
{
    private static readonly CompiledPage s_page = new(typeof(InteropPageTests).Assembly, "interop.md");

    public static TheoryData<string> CodeLines => [.. s_page.CodeLines];

    [Theory]
    [MemberData(nameof(CodeLines))]
    public void EveryCodeLine_OfThePage_IsCompiledHere(string line) => Assert.Contains(line, s_page.CompiledLines);
}

namespace PooledGen.Interop.Tests;

/// <summary>docs/migrating.md shows nothing that is not compiled here, before or after, and nothing without what becomes of it.</summary>
public class MigratingPageTests
{
    private static readonly CompiledPage s_page = new(typeof(MigratingPageTests).Assembly, "migrating.md");

    public static TheoryData<string> Blocks => [.. s_page.Blocks];

    [Fact]
    public void Page_ShowsAnAfterForEachBefore()
    {
        string[] marks = [.. s_page.Lines.Where(static line => line.EndsWith("before:", StringComparison.OrdinalIgnoreCase) || line == "After:")];

        Assert.NotEmpty(marks);
        Assert.All(marks.Chunk(2), static pair => Assert.True(pair is [not "After:", "After:"], string.Join(' ', pair)));
    }

    [Theory]
    [MemberData(nameof(Blocks))]
    public void EveryBlock_OfThePage_IsCompiledHere(string block) => Assert.True(s_page.IsCompiled(block), block);
}

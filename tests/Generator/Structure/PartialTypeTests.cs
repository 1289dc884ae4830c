namespace PooledGen.Generator.Tests.Structure;

/// <summary>A type that is spread over many files has more than one idea.</summary>
public class PartialTypeTests
{
    private const int MostFiles = 3;

    [Theory]
    [InlineData("src/Runtime")]
    [InlineData("src/Generator")]
    [InlineData("src/Analyzers")]
    [InlineData("src/CodeFixes")]
    public void Type_LiesInAtMostThreeFilesOfOneFolder(string folder)
    {
        (string Type, string[] Files)[] types = [.. SourceFolders.Declarations(folder)];

        Assert.NotEmpty(types);
        Assert.Empty(types.Where(static type => type.Files.Length > MostFiles).Select(static type => type.Type));
        Assert.Empty(types.Where(static type => type.Files.Select(Path.GetDirectoryName).Distinct().Count() > 1).Select(static type => type.Type));
    }
}

namespace PooledGen.Generator.Tests.Structure;

/// <summary>A type that is spread over many files has more than one idea, or cannot be read as a whole.</summary>
public class PartialTypeTests
{
    [Theory]
    [InlineData("src/Generator", 3)]
    [InlineData("src/Analyzers", 3)]
    [InlineData("src/CodeFixes", 3)]
    public void Type_LiesInFewFilesOfOneFolder(string folder, int mostFiles)
    {
        (string Type, string[] Files)[] types = [.. SourceFolders.Declarations(folder)];

        Assert.NotEmpty(types);
        Assert.Empty(types.Where(type => type.Files.Length > mostFiles).Select(static type => type.Type));
        Assert.Empty(types.Where(static type => type.Files.Select(Path.GetDirectoryName).Distinct().Count() > 1).Select(static type => type.Type));
    }
}

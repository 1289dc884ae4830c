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

    // Two have more than one: the pool, with a file for each verb, whose steps one reads from top to bottom; and the node, whose elements and addresses one can
    // read apart from the life of a rental.
    [Fact]
    public void TypeOfTheRuntime_LiesInOneFile_ButThePoolAndTheNodeHaveOneForEachDuty()
        => Assert.Equal(
            [
                "BufferPool.Budget.cs", "BufferPool.Rent.cs", "BufferPool.Return.cs", "BufferPool.Stacks.cs", "BufferPool.Trim.cs", "BufferPool.cs",
                "PooledNode.Addresses.cs", "PooledNode.Memory.cs", "PooledNode.cs",
            ],
            SourceFolders.Declarations("src/Runtime").Where(static type => type.Files.Length > 1)
                .SelectMany(static type => type.Files).Select(Path.GetFileName).Order(StringComparer.Ordinal));
}

namespace PooledGen.PoolCheck.Tests;

/// <summary>The paths that code hosts know, in a repository of a temporary folder.</summary>
public sealed class SourcePathTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("poolcheck-tests-");
    private readonly string _root;

    public SourcePathTests()
    {
        _root = Path.Combine(_folder.FullName, "repository");
        Directory.CreateDirectory(Path.Combine(_root, ".git"));
        Create("src/Net/Decoder.cs");
        Create("extern/zip/src/Zip.cs");
        Create("extern/zip/.git");
        File.WriteAllText(Path.Combine(_root, ".gitmodules"), "[submodule \"zip\"]\n\tpath = extern/zip\n\turl = ../zip\n");
    }

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData("", null, "")]
    [InlineData("src/Net", null, "")]
    [InlineData("src/Net", "", "")]
    [InlineData("extern/zip/src", null, "extern/zip")]
    public void RootOf_AFolder_IsWhatGitWouldSay(string folder, string? workspace, string expected)
        => Assert.Equal(In(expected), SourcePath.RootOf(In(folder), workspace));

    /// <summary>GitHub shows annotations of the repository that the workflow has checked out.</summary>
    [Fact]
    public void RootOf_ASubmoduleOfTheWorkspace_IsTheWorkspace() => Assert.Equal(_root, SourcePath.RootOf(In("extern/zip/src"), _root));

    [Fact]
    public void RootOf_ARepositoryInAFolderOfTheWorkspace_IsThatRepository() => Assert.Equal(_root, SourcePath.RootOf(In("src"), _folder.FullName));

    [Fact]
    public void RootOf_AFolderWithoutARepository_IsTheWorkspaceOrTheFolderItself()
    {
        string folder = _folder.CreateSubdirectory("other").CreateSubdirectory("app").FullName;

        Assert.Equal(_folder.FullName, SourcePath.RootOf(folder, _folder.FullName));
        Assert.Equal(folder, SourcePath.RootOf(folder, _root));
        Assert.Equal(folder, SourcePath.RootOf(folder, null));
    }

    [Fact]
    public void Relative_AFileOfTheRepository_BeginsAtItsRoot()
    {
        Assert.Equal("src/Net/Decoder.cs", SourcePath.Relative(_root, In("src/Net/Decoder.cs")));
        Assert.Equal("..hidden/a.cs", SourcePath.Relative(_root, In("..hidden/a.cs")));
    }

    [Fact]
    public void Relative_AFileElsewhere_IsAsItIs()
        => Assert.Equal(_folder.FullName.Replace('\\', '/') + "/a.cs", SourcePath.Relative(_root, Path.Combine(_folder.FullName, "a.cs")));

    /// <summary>A deterministic build numbers the roots. A package was perhaps built so, too, and its files are not there.</summary>
    [Theory]
    [InlineData("/_/src/Net/Decoder.cs", "src/Net/Decoder.cs")]
    [InlineData("/_1/src/Zip.cs", "extern/zip/src/Zip.cs")]
    [InlineData("/_1/src/Net/Decoder.cs", "src/Net/Decoder.cs")]
    [InlineData("/_/src/Package.cs", "/_/src/Package.cs")]
    [InlineData("/_x/src/Net/Decoder.cs", "/_x/src/Net/Decoder.cs")]
    public void Relative_AMappedPath_IsThatOfTheFileIfItIsThere(string file, string expected) => Assert.Equal(expected, SourcePath.Relative(_root, file));

    private string In(string path) => Path.Combine(_root, path.Replace('/', Path.DirectorySeparatorChar)).TrimEnd(Path.DirectorySeparatorChar);

    private void Create(string path)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(In(path))!);
        File.WriteAllText(In(path), "");
    }
}

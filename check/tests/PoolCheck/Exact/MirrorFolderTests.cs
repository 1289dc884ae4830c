namespace PooledGen.PoolCheck.Tests;

/// <summary>A mirror of a folder, with a weaver that writes a text.</summary>
public sealed class MirrorFolderTests : IDisposable
{
    private static readonly DateTime s_built = new(2024, 5, 6, 7, 8, 9, DateTimeKind.Utc);

    private static readonly EnumerationOptions s_all = new() { RecurseSubdirectories = true };

    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("poolcheck-tests-");
    private readonly DirectoryInfo _runs = Directory.CreateTempSubdirectory("poolcheck-tests-");
    private readonly string _program;

    public MirrorFolderTests()
    {
        _program = Directory.CreateDirectory(Path.Combine(_root.FullName, "app")).FullName;
        Write(_program, "app.dll", "original");
        Write(_program, "app.pdb", "original symbols");
        Write(_program, "lib.dll", "library");
        Write(_program, "data.txt", "data");
        Write(_program, "sub/more.txt", "more");
    }

    public void Dispose()
    {
        _root.Delete(recursive: true);
        _runs.Delete(recursive: true);
    }

    [Fact]
    public void Create_OfAFolder_HasTheWovenFilesAndAllOthers()
    {
        string mirror = Create("run-1");

        Assert.Equal(_root.FullName, Path.GetDirectoryName(mirror));
        string[] names = [HookContract.GuardFile, "app.dll", "app.pdb", "data.txt", "lib.dll"];
        Assert.Equal(names, Directory.EnumerateFiles(mirror).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        Assert.Equal(["woven", "woven symbols", "library", "data", "more"], Read(mirror, "app.dll", "app.pdb", "lib.dll", "data.txt", "sub/more.txt"));
        Assert.All(names[1..], file => Assert.Equal(s_built, File.GetLastWriteTimeUtc(Path.Combine(mirror, file))));
    }

    [Fact]
    public void Create_OfAFolder_SaysWhatIsNotWoven()
    {
        string mirror = Create("run-1");

        Assert.Equal(
            [_program, RunFolder("run-1"), "lib.dll\tIt is a library."],
            File.ReadLines(Path.Combine(mirror, HookContract.MirrorFolder, HookContract.MirrorFile)));
    }

    [Fact]
    public void TryRemove_OfAMirrorWithoutChanges_LeavesTheFolderAsItWas()
    {
        string[] before = Describe();

        Assert.True(MirrorFolder.TryRemove(Create("run-1")));

        Assert.Equal(before, Describe());
        Assert.Equal([_program], Directory.EnumerateDirectories(_root.FullName));
    }

    [Fact]
    public void TryRemove_AfterTheProgramHasWritten_MovesItToTheProgram()
    {
        string mirror = Create("run-1");
        File.WriteAllText(Path.Combine(mirror, "new.txt"), "new");
        File.WriteAllText(Path.Combine(mirror, "data.txt"), "in place");
        File.WriteAllText(Path.Combine(mirror, "sub", "more.txt"), "in a folder");
        Directory.CreateDirectory(Path.Combine(mirror, "logs", "deep"));
        File.WriteAllText(Path.Combine(mirror, "logs", "deep", "1.log"), "log");
        File.Delete(Path.Combine(mirror, "lib.dll"));
        File.WriteAllText(Path.Combine(mirror, "lib.dll"), "replaced");

        Assert.True(MirrorFolder.TryRemove(mirror));

        Assert.Equal(
            ["new", "in place", "in a folder", "log", "replaced", "original", "original symbols"],
            Read(_program, "new.txt", "data.txt", "sub/more.txt", "logs/deep/1.log", "lib.dll", "app.dll", "app.pdb"));
        Assert.False(Directory.Exists(mirror));
    }

    /// <summary>What is copied, or comes from an archive, has the time of its original.</summary>
    [Fact]
    public void TryRemove_AfterTheProgramHasPutAnOlderFileInPlace_MovesIt()
    {
        string mirror = Create("run-1");
        File.Delete(Path.Combine(mirror, "data.txt"));
        Write(mirror, "data.txt", "older");
        File.SetLastWriteTimeUtc(Path.Combine(mirror, "data.txt"), s_built.AddYears(-1));

        Assert.True(MirrorFolder.TryRemove(mirror));

        Assert.Equal(["older"], Read(_program, "data.txt"));
    }

    /// <summary>By its assembly's folder the program deletes the file of the mirror, and by its base folder the one of its own.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void TryRemove_AfterTheProgramHasDeleted_LeavesNothingOfIt(bool isInMirror)
    {
        string mirror = Create("run-1");
        string folder = isInMirror ? mirror : _program;
        File.Delete(Path.Combine(folder, "data.txt"));
        File.Delete(Path.Combine(folder, "sub", "more.txt"));
        File.Move(Path.Combine(folder, "lib.dll"), Path.Combine(folder, "renamed.dll"));

        Assert.True(MirrorFolder.TryRemove(mirror));

        Assert.Equal(["app.dll", "app.pdb", "renamed.dll"], Directory.EnumerateFiles(_program, "*", s_all).Select(Path.GetFileName).Order());
    }

    [Fact]
    public void TryRemove_AfterADeletedFileWasBuiltAgain_KeepsTheNewFile()
    {
        string mirror = Create("run-1");
        File.Delete(Path.Combine(mirror, "lib.dll"));
        File.WriteAllText(Path.Combine(_program, "lib.dll"), "built again");

        Assert.True(MirrorFolder.TryRemove(mirror));

        Assert.Equal(["built again"], Read(_program, "lib.dll"));
    }

    /// <summary>A person may remove a mirror that is left, or a part of it. The program's own files must not go with it.</summary>
    [Fact]
    public void TryRemove_OfADamagedMirror_DeletesNothing()
    {
        string mirror = Create("run-1");
        foreach (string file in Directory.EnumerateFiles(mirror))
            File.Delete(file);

        string[] before = Describe();
        Assert.True(MirrorFolder.TryRemove(mirror));

        Assert.Equal(before, Describe());
    }

    /// <summary>A build during the run is newer than the mirror.</summary>
    [Fact]
    public void TryRemove_AfterTheProgramWasBuiltAgain_KeepsTheNewFiles()
    {
        string mirror = Create("run-1");
        File.Delete(Path.Combine(_program, "app.dll"));
        File.WriteAllText(Path.Combine(_program, "app.dll"), "built again");

        Assert.True(MirrorFolder.TryRemove(mirror));

        Assert.Equal(["built again"], Read(_program, "app.dll"));
    }

    /// <summary>A woven assembly refers to the tool, so it must never lie in the folder of the program.</summary>
    [Fact]
    public void TryRemove_AfterTheProgramWasCleanedOrIsOlder_MovesNoWovenAssembly()
    {
        string mirror = Create("run-1");
        File.Delete(Path.Combine(_program, "app.dll"));
        File.SetLastWriteTimeUtc(Path.Combine(_program, "app.pdb"), s_built.AddYears(-1));

        Assert.True(MirrorFolder.TryRemove(mirror));

        Assert.False(File.Exists(Path.Combine(_program, "app.dll")));
        Assert.Equal(["original symbols"], Read(_program, "app.pdb"));
    }

    /// <summary>A run that was killed while it made or removed the mirror. The program's folder may have been cleaned since then.</summary>
    [Fact]
    public void TryRemove_OfAMirrorThatIsNotWhole_MovesNothing()
    {
        string mirror = Create("run-1");
        File.Delete(Path.Combine(mirror, HookContract.MirrorFolder, "files"));
        File.Delete(Path.Combine(_program, "data.txt"));
        File.Delete(Path.Combine(mirror, "lib.dll"));

        Assert.True(MirrorFolder.TryRemove(mirror));

        Assert.False(Directory.Exists(mirror));
        Assert.Equal(["app.dll", "app.pdb", "lib.dll", "more.txt"], Directory.EnumerateFiles(_program, "*", s_all).Select(Path.GetFileName).Order());
    }

    /// <summary>Libraries of Linux come with links to their newest version.</summary>
    [Fact]
    public void TryRemove_OfAFolderWithLinks_LeavesThem()
    {
        File.CreateSymbolicLink(Path.Combine(_program, "link.txt"), "data.txt");
        File.CreateSymbolicLink(Path.Combine(_program, "broken.txt"), "missing.txt");
        Directory.CreateSymbolicLink(Path.Combine(_program, "folder"), "sub");
        string[] before = Links();
        string mirror = Create("run-1");
        Assert.Equal(["data", "more"], Read(mirror, "link.txt", "folder/more.txt"));

        Assert.True(MirrorFolder.TryRemove(mirror));

        Assert.Equal(before, Links());

        string[] Links()
            =>
            [
                .. new DirectoryInfo(_program).EnumerateFileSystemInfos().Where(static entry => entry.LinkTarget is not null)
                    .Select(static entry => $"{entry.Name} {entry.LinkTarget} {entry.LastWriteTimeUtc:O}").Order(StringComparer.Ordinal),
            ];
    }

    /// <summary>Links in the program's folder, and those in the mirror that stand for its folders.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void TryRemove_AfterTheProgramHasDeletedALink_LeavesNothingOfIt(bool isInMirror)
    {
        string[] before = Describe();
        File.CreateSymbolicLink(Path.Combine(_program, "link.txt"), "data.txt");
        File.CreateSymbolicLink(Path.Combine(_program, "broken.txt"), "missing.txt");
        string mirror = Create("run-1");
        foreach (string link in new[] { "link.txt", "broken.txt" })
            File.Delete(Path.Combine(isInMirror ? mirror : _program, link));

        Assert.True(MirrorFolder.TryRemove(mirror));

        Assert.DoesNotContain(new DirectoryInfo(_program).EnumerateFileSystemInfos(), static entry => entry.LinkTarget is not null);
        Assert.Equal(before, Describe());
    }

    /// <summary>A link of the mirror that took its place would lead to itself.</summary>
    [Fact]
    public void TryRemove_AfterTheProgramHasRenamedAFolder_LeavesNothingInItsPlace()
    {
        string mirror = Create("run-1");
        Directory.Move(Path.Combine(_program, "sub"), Path.Combine(_program, "renamed"));

        Assert.True(MirrorFolder.TryRemove(mirror));

        Assert.Equal(
            ["app.dll", "app.pdb", "data.txt", "lib.dll", "renamed"],
            new DirectoryInfo(_program).EnumerateFileSystemInfos().Select(static entry => entry.Name).Order(StringComparer.Ordinal));
        Assert.Equal(["more"], Read(_program, "renamed/more.txt"));
    }

    /// <summary>Windows removes no such file.</summary>
    [Fact]
    public void TryRemove_OfAFolderWithReadOnlyFiles_LeavesThem()
    {
        string[] files = [Path.Combine(_program, "data.txt"), Path.Combine(_program, "app.dll"), Path.Combine(_program, "sub", "more.txt")];
        Array.ForEach(files, static file => new FileInfo(file).IsReadOnly = true);
        string[] before = Describe();
        string mirror = Create("run-1");

        Assert.True(MirrorFolder.TryRemove(mirror));

        Assert.False(Directory.Exists(mirror));
        Assert.Equal(before, Describe());
        Assert.All(files, static file => Assert.True(new FileInfo(file).IsReadOnly));
        Array.ForEach(files, static file => new FileInfo(file).IsReadOnly = false);
    }

    /// <summary>Only the assembly and its symbols are woven.</summary>
    [Theory]
    [InlineData("app.log")]
    [InlineData("app.db")]
    [InlineData("app")]
    [InlineData("app.dll.bak")]
    public void TryRemove_AfterTheProgramHasWrittenAFileWithTheNameOfItsAssembly_MovesIt(string name)
    {
        string mirror = Create("run-1");
        File.WriteAllText(Path.Combine(mirror, name), "written");

        Assert.True(MirrorFolder.TryRemove(mirror));

        Assert.Equal(["written", "original"], Read(_program, name, "app.dll"));
    }

    /// <summary>Two processes of a run may have started from one folder by two paths: through a link, or in upper and lower case.</summary>
    [Fact]
    public void Create_OfAFolderByAnotherPath_LeavesTheFirstMirror()
    {
        string link = Path.Combine(_runs.FullName, "link");
        Directory.CreateSymbolicLink(link, _root.FullName);
        string first = Create("run-1");
        string description = Path.Combine(first, HookContract.MirrorFolder, HookContract.MirrorFile);
        using (File.Open(Path.Combine(RunFolder("run-1"), HookContract.RunFile), FileMode.Open, FileAccess.ReadWrite, FileShare.None))
        using (File.Open(description, FileMode.Open, FileAccess.Read, FileShare.Read))
        {
            string second = MirrorFolder.Create(Path.Combine(link, "app"), RunFolder("run-1"), Weave);

            Assert.Equal(["woven", "woven"], Read(first, "app.dll").Concat(Read(second, "app.dll")));
            Assert.True(MirrorFolder.TryRemove(second));
        }

        Assert.True(MirrorFolder.TryRemove(first));
        Assert.Equal(["original"], Read(_program, "app.dll"));
    }

    /// <summary>Names that only Windows forbids.</summary>
    [Fact]
    public void TryRemove_OfFilesWithAnyName_LeavesThem()
    {
        string[] names = OperatingSystem.IsWindows() ? ["ä ö.txt"] : ["ä ö.txt", "a\tb.txt", "x\ndata.txt\t1", "x\ndata.txt", " ", "*?[a].txt"];
        foreach (string name in names)
            Write(_program, name, name);

        string[] before = Describe();
        string mirror = Create("run-1");
        Assert.Equal(names, Read(mirror, names));
        File.Delete(Path.Combine(mirror, names[^1]));

        Assert.True(MirrorFolder.TryRemove(mirror));

        Assert.Equal(before.Where(file => !file.Contains(names[^1], StringComparison.Ordinal)), Describe());
    }

    [Fact]
    public void TryRemove_AfterTheProgramWasRemoved_RemovesTheMirror()
    {
        string mirror = Create("run-1");
        Directory.Delete(_program, recursive: true);

        Assert.True(MirrorFolder.TryRemove(mirror));

        Assert.False(Directory.Exists(mirror));
        Assert.False(Directory.Exists(_program));
    }

    [Fact]
    public void Create_WhereItFails_LeavesNothing()
    {
        Directory.CreateDirectory(RunFolder("run-1"));

        Assert.Throws<IOException>(() => MirrorFolder.Create(_program, RunFolder("run-1"), static (_, _) => throw new IOException("No space left.")));

        Assert.Equal([_program], Directory.EnumerateDirectories(_root.FullName));
    }

    [Fact]
    public void TryRemove_WhileAProcessRunsFromTheMirror_LeavesIt()
    {
        string mirror = Create("run-1");
        using (File.Open(Path.Combine(mirror, HookContract.MirrorFolder, HookContract.MirrorFile), FileMode.Open, FileAccess.Read, FileShare.Read))
            Assert.False(MirrorFolder.TryRemove(mirror));

        Assert.True(Directory.Exists(mirror));
        Assert.True(MirrorFolder.TryRemove(mirror));
    }

    [Fact]
    public void Create_AfterARunThatWasKilled_RemovesItsMirrorAndKeepsWhatItHasWritten()
    {
        string killed = Create("run-1");
        File.WriteAllText(Path.Combine(killed, "result.txt"), "result");

        Create("run-2");

        Assert.False(Directory.Exists(killed));
        Assert.Equal(["result"], Read(_program, "result.txt"));
    }

    [Fact]
    public void Create_BesideARunThatLasts_LeavesItsMirror()
    {
        string other = Create("run-1");
        using (File.Open(Path.Combine(RunFolder("run-1"), HookContract.RunFile), FileMode.Open, FileAccess.ReadWrite, FileShare.None))
            Create("run-2");

        Assert.True(Directory.Exists(other));
    }

    [Fact]
    public void Create_OfAProgramWithAGuard_TakesTheOneOfTheTool()
    {
        Write(_program, HookContract.GuardFile, "the program's");
        string mirror = Create("run-1", static (file, folder) =>
        {
            File.WriteAllText(Path.Combine(folder, Path.GetFileName(file)), "woven");
            return null;
        });

        Assert.True(new FileInfo(Path.Combine(mirror, HookContract.GuardFile)).Length > 1000);
        Assert.True(MirrorFolder.TryRemove(mirror));
        Assert.Equal(["the program's"], Read(_program, HookContract.GuardFile));
    }

    [Fact]
    public void Create_OfTheSdk_IsRefused()
    {
        Write(_program, "dotnet.dll", "the SDK");

        Assert.Contains("Microsoft.NET.Test.Sdk", Assert.Throws<IOException>(() => Create("run-1")).Message, StringComparison.Ordinal);
        Assert.Equal([_program], Directory.EnumerateDirectories(_root.FullName));
    }

    private string RunFolder(string name) => Path.Combine(_runs.FullName, name);

    private string Create(string run) => Create(run, Weave);

    private string Create(string run, Func<string, string, string?> weave)
    {
        Directory.CreateDirectory(RunFolder(run));
        File.WriteAllText(Path.Combine(RunFolder(run), HookContract.RunFile), "");
        return MirrorFolder.Create(_program, RunFolder(run), weave);
    }

    private static string? Weave(string file, string folder)
    {
        if (Path.GetFileName(file) != "app.dll")
            return "It is a library.";

        File.WriteAllText(Path.Combine(folder, "app.dll"), "woven");
        File.WriteAllText(Path.Combine(folder, "app.pdb"), "woven symbols");
        File.WriteAllText(Path.Combine(folder, "app" + SiteTable.Extension), "sites");
        return null;
    }

    private static void Write(string folder, string name, string text)
    {
        string file = Path.Combine(folder, name);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
        File.SetLastWriteTimeUtc(file, s_built);
    }

    private static IEnumerable<string> Read(string folder, params string[] names) => names.Select(name => File.ReadAllText(Path.Combine(folder, name)));

    private string[] Describe()
        =>
        [
            .. Directory.EnumerateFiles(_program, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal)
                .Select(static file => $"{file} {File.GetLastWriteTimeUtc(file):O} {File.ReadAllText(file)}"),
        ];
}

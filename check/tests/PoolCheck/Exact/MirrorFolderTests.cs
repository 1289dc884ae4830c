using System.Runtime.InteropServices;

namespace PooledGen.PoolCheck.Tests;

/// <summary>A mirror of a folder, with a weaver that writes a text.</summary>
public sealed class MirrorFolderTests : IDisposable
{
    private static readonly DateTime s_built = new(2024, 5, 6, 7, 8, 9, DateTimeKind.Utc);

    private static readonly EnumerationOptions s_all = new() { RecurseSubdirectories = true };

    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("poolcheck-tests-");
    private readonly DirectoryInfo _runs = Directory.CreateTempSubdirectory("poolcheck-tests-");
    private readonly string _program;
    private readonly List<string> _told = [];

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

        Assert.True(TryRemove(Create("run-1")));

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

        Assert.True(TryRemove(mirror));

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

        Assert.True(TryRemove(mirror));

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

        Assert.True(TryRemove(mirror));

        Assert.Equal(["app.dll", "app.pdb", "renamed.dll"], Directory.EnumerateFiles(_program, "*", s_all).Select(Path.GetFileName).Order());
    }

    [Fact]
    public void TryRemove_AfterADeletedFileWasBuiltAgain_KeepsTheNewFile()
    {
        string mirror = Create("run-1");
        File.Delete(Path.Combine(mirror, "lib.dll"));
        File.WriteAllText(Path.Combine(_program, "lib.dll"), "built again");

        Assert.True(TryRemove(mirror));

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
        Assert.True(TryRemove(mirror));

        Assert.Equal(before, Describe());
    }

    /// <summary>A build during the run is newer than the mirror.</summary>
    [Fact]
    public void TryRemove_AfterTheProgramWasBuiltAgain_KeepsTheNewFiles()
    {
        string mirror = Create("run-1");
        File.Delete(Path.Combine(_program, "app.dll"));
        File.WriteAllText(Path.Combine(_program, "app.dll"), "built again");

        Assert.True(TryRemove(mirror));

        Assert.Equal(["built again"], Read(_program, "app.dll"));
    }

    /// <summary>A woven assembly refers to the tool, so it must never lie in the folder of the program.</summary>
    [Fact]
    public void TryRemove_AfterTheProgramWasCleanedOrIsOlder_MovesNoWovenAssembly()
    {
        string mirror = Create("run-1");
        File.Delete(Path.Combine(_program, "app.dll"));
        File.SetLastWriteTimeUtc(Path.Combine(_program, "app.pdb"), s_built.AddYears(-1));

        Assert.True(TryRemove(mirror));

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

        Assert.True(TryRemove(mirror));

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

        Assert.True(TryRemove(mirror));

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

        Assert.True(TryRemove(mirror));

        Assert.DoesNotContain(new DirectoryInfo(_program).EnumerateFileSystemInfos(), static entry => entry.LinkTarget is not null);
        Assert.Equal(before, Describe());
    }

    /// <summary>A link of the mirror that took its place would lead to itself.</summary>
    [Fact]
    public void TryRemove_AfterTheProgramHasRenamedAFolder_LeavesNothingInItsPlace()
    {
        string mirror = Create("run-1");
        Directory.Move(Path.Combine(_program, "sub"), Path.Combine(_program, "renamed"));

        Assert.True(TryRemove(mirror));

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

        Assert.True(TryRemove(mirror));

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

        Assert.True(TryRemove(mirror));

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
            string second = MirrorFolder.Create(Path.Combine(link, "app"), RunFolder("run-1"), Weave, _told.Add);

            Assert.Equal(["woven", "woven"], Read(first, "app.dll").Concat(Read(second, "app.dll")));
            Assert.True(TryRemove(second));
        }

        Assert.True(TryRemove(first));
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

        Assert.True(TryRemove(mirror));

        Assert.Equal(before.Where(file => !file.Contains(names[^1], StringComparison.Ordinal)), Describe());
    }

    [Fact]
    public void TryRemove_AfterTheProgramWasRemoved_RemovesTheMirror()
    {
        string mirror = Create("run-1");
        Directory.Delete(_program, recursive: true);

        Assert.True(TryRemove(mirror));

        Assert.False(Directory.Exists(mirror));
        Assert.False(Directory.Exists(_program));
    }

    [Fact]
    public void Create_WhereItFails_LeavesNothing()
    {
        Directory.CreateDirectory(RunFolder("run-1"));

        Assert.Throws<IOException>(
            () => MirrorFolder.Create(_program, RunFolder("run-1"), static (_, _) => throw new IOException("No space left."), _told.Add));

        Assert.Equal([_program], Directory.EnumerateDirectories(_root.FullName));
    }

    [Fact]
    public void TryRemove_WhileAProcessRunsFromTheMirror_LeavesIt()
    {
        string mirror = Create("run-1");
        using (File.Open(Path.Combine(mirror, HookContract.MirrorFolder, HookContract.MirrorFile), FileMode.Open, FileAccess.Read, FileShare.Read))
            Assert.False(TryRemove(mirror));

        Assert.True(Directory.Exists(mirror));
        Assert.True(TryRemove(mirror));
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
        Assert.True(TryRemove(mirror));
        Assert.Equal(["the program's"], Read(_program, HookContract.GuardFile));
    }

    [Fact]
    public void Create_OfTheSdk_IsRefused()
    {
        Write(_program, "dotnet.dll", "the SDK");

        Assert.Contains("Microsoft.NET.Test.Sdk", Assert.Throws<IOException>(() => Create("run-1")).Message, StringComparison.Ordinal);
        Assert.Equal([_program], Directory.EnumerateDirectories(_root.FullName));
    }

    /// <summary>Copied with the times of the files or without them. The original goes on meanwhile, also with files that are older than the copy.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Create_InACopyOfAKilledRun_LeavesTheOriginalAloneAndTakesTheCopyOfWhatWasWritten(bool keepsTimes)
    {
        string mirror = Create("run-1");
        File.WriteAllText(Path.Combine(mirror, "result.txt"), "result");
        string copy = Path.Combine(_root.FullName, "copy", "app");
        CopyAll(_root.FullName, Path.Combine(_root.FullName, "copy"), keepsTimes);
        Write(_program, "data.txt", "a later version");
        Write(_program, "new.txt", "new");
        string[] before = Describe();

        string created = Create("run-2", copy);

        Assert.Equal(before, Describe());
        Assert.Equal([mirror], Mirrors(_root.FullName));
        Assert.Equal([created], Mirrors(Path.GetDirectoryName(copy)!));
        Assert.Equal(["result", "data", "original"], Read(copy, "result.txt", "data.txt", "app.dll"));
        Assert.False(File.Exists(Path.Combine(_program, "result.txt")));
        Assert.Contains(copy, Assert.Single(_told), StringComparison.Ordinal);
    }

    /// <summary>A file of the copy that is not the one of the mirror may be the newer one, and there is no telling.</summary>
    [Fact]
    public void Create_InACopyWhoseFileWasReplaced_KeepsBoth()
    {
        string mirror = Create("run-1");
        File.Delete(Path.Combine(_program, "data.txt"));
        Write(_program, "data.txt", "replaced");
        string copy = Path.Combine(_root.FullName, "copy", "app");
        CopyAll(_root.FullName, Path.Combine(_root.FullName, "copy"), keepsTimes: false);
        File.SetLastWriteTimeUtc(Path.Combine(copy, "data.txt"), s_built);

        Create("run-2", copy);

        Assert.Equal(["replaced"], Read(copy, "data.txt"));
        Assert.Equal("data", File.ReadAllText(Assert.Single(Directory.GetFiles(copy, "data.txt.poolcheck-*"))));
    }

    [Fact]
    public void Create_AfterAKilledRunWasMoved_MovesWhatWasWrittenToTheNewPlace()
    {
        string mirror = Create("run-1");
        File.WriteAllText(Path.Combine(mirror, "result.txt"), "result");
        File.Delete(Path.Combine(mirror, "data.txt"));
        File.WriteAllText(Path.Combine(mirror, "data.txt"), "replaced");
        string moved = Path.Combine(_runs.FullName, "moved");
        Directory.Move(_root.FullName, moved);
        string program = Path.Combine(moved, "app");

        string created = Create("run-2", program);

        Assert.Equal([created], Mirrors(moved));
        Assert.Equal(["result", "replaced", "original"], Read(program, "result.txt", "data.txt", "app.dll"));
        Assert.Single(_told);
        Directory.Move(moved, _root.FullName);
    }

    /// <summary>The folder of the program itself: then nothing says where what was written belongs to.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Create_AfterTheFolderOfAKilledRunWasRenamed_KeepsWhatWasWritten(bool hasWritten)
    {
        string mirror = Create("run-1");
        if (hasWritten)
            File.WriteAllText(Path.Combine(mirror, "result.txt"), "result");

        string renamed = Path.Combine(_root.FullName, "renamed");
        Directory.Move(_program, renamed);
        string created = Create("run-2", renamed);

        Assert.Equal(hasWritten ? new[] { mirror, created }.Order() : [created], Mirrors(_root.FullName));
        Assert.Contains(mirror, Assert.Single(_told), StringComparison.Ordinal);
        Directory.Move(renamed, _program);
        Create("run-3");

        Assert.False(Directory.Exists(mirror));
        Assert.Equal(hasWritten, File.Exists(Path.Combine(_program, "result.txt")));
    }

    /// <summary>Both are kept, whichever is newer.</summary>
    [Theory]
    [InlineData("data.txt", 1)]
    [InlineData("data.txt", -1)]
    [InlineData("result.txt", 1)]
    [InlineData("result.txt", -1)]
    public void TryRemove_WhereTheFolderHasChanged_OverwritesNothing(string name, int days)
    {
        string mirror = Create("run-1");
        File.Delete(Path.Combine(mirror, name));
        File.WriteAllText(Path.Combine(mirror, name), "of the program");
        File.Delete(Path.Combine(_program, name));
        Write(_program, name, "changed");
        File.SetLastWriteTimeUtc(Path.Combine(_program, name), DateTime.UtcNow.AddDays(days));

        Assert.True(TryRemove(mirror));

        Assert.Equal(["changed"], Read(_program, name));
        string kept = Assert.Single(Directory.GetFiles(_program, name + ".poolcheck-*"));
        Assert.Equal("of the program", File.ReadAllText(kept));
        Assert.Contains(kept, Assert.Single(_told), StringComparison.Ordinal);
    }

    /// <summary>Where a folder was, and links to folders.</summary>
    [Fact]
    public void TryRemove_AfterTheProgramHasMadeALinkOrAFolder_MovesThem()
    {
        string mirror = Create("run-1");
        Directory.CreateSymbolicLink(Path.Combine(mirror, "link"), "sub");
        Directory.CreateDirectory(Path.Combine(mirror, "empty"));
        Directory.CreateDirectory(Path.Combine(_program, "taken"));
        File.WriteAllText(Path.Combine(mirror, "taken"), "a file where there is a folder");

        Assert.True(TryRemove(mirror));

        Assert.Equal("sub", new DirectoryInfo(Path.Combine(_program, "link")).LinkTarget);
        Assert.True(Directory.Exists(Path.Combine(_program, "empty")));
        Assert.Equal("a file where there is a folder", File.ReadAllText(Assert.Single(Directory.GetFiles(_program, "taken.poolcheck-*"))));
    }

    /// <summary>Without the lock of the removal, one of them takes the files that another has removed for files that the program has deleted.</summary>
    [Fact]
    public async Task TryRemove_ByManyAtOnce_LosesNothing()
    {
        for (int i = 0; i < 200; i++)
            Write(_program, $"data-{i}.txt", $"{i}");

        string[] before = Describe();
        for (int round = 0; round < 20; round++)
        {
            string mirror = Create("run-1");
            File.WriteAllText(Path.Combine(mirror, "result.txt"), "result");
            using var barrier = new Barrier(4);
            await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Factory.StartNew(
                () =>
                {
                    barrier.SignalAndWait();
                    MirrorRemoval.TryRemove(mirror, isLeft: true, static _ => { });
                },
                TaskCreationOptions.LongRunning)));
            MirrorRemoval.TryRemove(mirror, isLeft: true, static _ => { });

            Assert.False(Directory.Exists(mirror));
            Assert.Equal(["result"], Read(_program, "result.txt"));
            File.Delete(Path.Combine(_program, "result.txt"));
            Assert.Equal(before, Describe());
        }
    }

    /// <summary>Killed between its first two files. A run that begins at this moment looks the same.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Create_BesideAMirrorThatHasNotBegun_RemovesItIfItIsOld(bool isOld)
    {
        string mirror = Path.Combine(_root.FullName, ".app.poolcheck-killed");
        Directory.CreateDirectory(Path.Combine(mirror, HookContract.MirrorFolder));
        if (isOld)
            Directory.SetLastWriteTimeUtc(mirror, DateTime.UtcNow.AddHours(-1));

        Create("run-2");

        Assert.Equal(!isOld, Directory.Exists(mirror));
    }

    /// <summary>In a folder that all accounts can write, its files would get into the program's folder.</summary>
    [Fact]
    [Trait("System", "Linux")]
    public void Create_BesideAMirrorOfAnotherAccount_LeavesIt()
    {
        string mirror = Create("run-1");
        File.WriteAllText(Path.Combine(mirror, "planted.dll"), "planted");

        // Only root can give a folder away.
        if (ChangeOwner(mirror, 65534, 65534) != 0)
            return;

        Create("run-2");

        Assert.True(Directory.Exists(mirror));
        Assert.False(File.Exists(Path.Combine(_program, "planted.dll")));
    }

    /// <summary>With so long a name no folder can be made beside it. The same happens where the account cannot write there.</summary>
    [Fact]
    public void Create_WhereNoFolderCanBeMadeBeside_MakesItAmongTheTemporaryFiles()
    {
        string program = Path.Combine(_root.FullName, new string('x', 250));
        Directory.Move(_program, program);
        string mirror = Create("run-1", program);
        File.WriteAllText(Path.Combine(mirror, "result.txt"), "result");
        Assert.Equal(["woven", "data", "more"], Read(mirror, "app.dll", "data.txt", "sub/more.txt"));
        Assert.Equal(Path.GetTempPath().TrimEnd(Path.DirectorySeparatorChar), Path.GetDirectoryName(mirror));
        if (!OperatingSystem.IsWindows())
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(mirror));

        // A run that was killed has left it.
        string next = Create("run-2", program);

        Assert.False(Directory.Exists(mirror));
        Assert.Equal(["result", "original"], Read(program, "result.txt", "app.dll"));
        Assert.True(TryRemove(next));
        Directory.Move(program, _program);
    }

    /// <summary>Those of another program below the folder stay as they are, because that program gets a mirror of its own.</summary>
    [Fact]
    public void Create_OfAFolderWithPlugins_HasThemWoven()
    {
        Write(_program, "plugins/one/app.dll", "plug-in");
        Write(_program, "plugins/one/app.runtimeconfig.json", "{}");
        Write(_program, "plugins/one/data.txt", "data of the plug-in");
        Write(_program, "de/app.resources.dll", "texts");
        Directory.CreateDirectory(Path.Combine(_program, "worker"));
        File.Copy(typeof(ExitCodes).Assembly.Location, Path.Combine(_program, "worker", "app.dll"));
        Write(_program, "worker/app.runtimeconfig.json", "{}");
        string[] before = Describe();

        string mirror = Create("run-1");

        Assert.Equal(["woven", "data of the plug-in", "texts"], Read(mirror, "plugins/one/app.dll", "plugins/one/data.txt", "de/app.resources.dll"));
        Assert.NotNull(new DirectoryInfo(Path.Combine(mirror, "worker")).LinkTarget);
        Assert.NotNull(new DirectoryInfo(Path.Combine(mirror, "sub")).LinkTarget);
        Write(mirror, "plugins/one/result.txt", "result");

        Assert.True(TryRemove(mirror));

        Assert.Equal(["result"], Read(_program, "plugins/one/result.txt"));
        File.Delete(Path.Combine(_program, "plugins", "one", "result.txt"));
        Assert.Equal(before, Describe());
    }

    private bool TryRemove(string mirror) => MirrorRemoval.TryRemove(mirror, isLeft: false, _told.Add);

    private string RunFolder(string name) => Path.Combine(_runs.FullName, name);

    private string Create(string run) => Create(run, _program, Weave);

    private string Create(string run, string program) => Create(run, program, Weave);

    private string Create(string run, Func<string, string, string?> weave) => Create(run, _program, weave);

    private string Create(string run, string program, Func<string, string, string?> weave)
    {
        Directory.CreateDirectory(RunFolder(run));
        File.WriteAllText(Path.Combine(RunFolder(run), HookContract.RunFile), "");
        return MirrorFolder.Create(program, RunFolder(run), weave, _told.Add);
    }

    private static IEnumerable<string> Mirrors(string folder) => Directory.GetDirectories(folder, ".*.poolcheck-*").Order();

    // As cp does it, with or without -p.
    private static void CopyAll(string source, string target, bool keepsTimes)
    {
        FileSystemInfo[] entries = new DirectoryInfo(source).GetFileSystemInfos();
        Directory.CreateDirectory(target);
        foreach (FileSystemInfo entry in entries)
        {
            string name = Path.Combine(target, entry.Name);
            if (entry.LinkTarget is { } link)
                File.CreateSymbolicLink(name, link);
            else if (entry is DirectoryInfo)
                CopyAll(entry.FullName, name, keepsTimes);
            else
                File.Copy(entry.FullName, name);

            if (!keepsTimes && entry is FileInfo { LinkTarget: null })
                File.SetLastWriteTimeUtc(name, DateTime.UtcNow);
        }
    }

    [DllImport("libc", EntryPoint = "chown")]
    private static extern int ChangeOwner(string path, uint user, uint group);

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

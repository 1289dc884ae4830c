using System.Diagnostics;

namespace PooledGen.Samples.Tests;

public class FileTablePathTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public FileTablePathTests() => _folder.Write("abc.txt", "abc");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task MissingPath_GivesOneLineAndExitCode1_AndTheRestGoesOn()
    {
        SampleRun run = await SampleRun.Start("FileTable", _folder.Root, "nowhere", "abc.txt");

        Assert.Equal(["FileTable: cannot read 'nowhere': No such file or folder."], SampleRun.Lines(run.Error));
        Assert.Equal("3", run.Row("abc.txt")[1]);
        Assert.Contains("Not readable: 1.", run.Output);
        Assert.Equal(1, run.ExitCode);
    }

    [Fact]
    public async Task UnreadableFile_GivesOneLineAndExitCode1_AndTheRestGoesOn()
    {
        // Locked, not forbidden: permissions do not stop an administrator.
        _folder.Write("locked.txt", "locked");
        using FileStream locked = new(_folder.PathOf("locked.txt"), FileMode.Open, FileAccess.ReadWrite, FileShare.None);

        SampleRun run = await SampleRun.Start("FileTable", _folder.Root);

        Assert.StartsWith("FileTable: cannot read './locked.txt': ", Assert.Single(SampleRun.Lines(run.Error)));
        Assert.Equal("3", run.Row("./abc.txt")[1]);
        Assert.Contains("Not readable: 1.", run.Output);
        Assert.Equal(1, run.ExitCode);
    }

    [Fact]
    public async Task LinkToItself_GivesOneLineAndExitCode1()
    {
        File.CreateSymbolicLink(_folder.PathOf("self"), "self");

        SampleRun run = await SampleRun.Start("FileTable", _folder.Root, "self");

        Assert.StartsWith("FileTable: cannot read 'self': ", Assert.Single(SampleRun.Lines(run.Error)));
        Assert.Equal(1, run.ExitCode);
    }

    [Fact]
    public async Task LinkToAParent_IsCountedAndNotFollowed()
    {
        _folder.Write("sub/inner.txt", "inner");
        Directory.CreateSymbolicLink(_folder.PathOf("sub/loop"), "..");

        SampleRun run = await SampleRun.Start("FileTable", _folder.Root);

        Assert.Equal("5", run.Row("./sub/inner.txt")[1]);
        Assert.Contains("Files: 2, ", run.Output);
        Assert.Contains("Skipped symbolic links: 1.", run.Output);
        Assert.Equal(0, run.ExitCode);
    }

    [Fact]
    public async Task NamedLink_IsFollowed()
    {
        File.CreateSymbolicLink(_folder.PathOf("link"), "abc.txt");

        SampleRun run = await SampleRun.Start("FileTable", _folder.Root, "link");

        Assert.Equal("3", run.Row("link")[1]);
    }

    [Fact]
    public async Task FolderOfAnotherProgram_IsCountedAndNotRead_UnlessNamed()
    {
        foreach (string name in new[] { ".git", "bin", "obj" })
            _folder.Write($"sub/{name}/file", "skipped");

        SampleRun below = await SampleRun.Start("FileTable", _folder.Root);
        SampleRun named = await SampleRun.Start("FileTable", _folder.Root, "sub/bin");

        Assert.Contains("Files: 1, ", below.Output);
        Assert.Contains("Skipped folders (.git, bin, obj): 3.", below.Output);
        Assert.Equal("7", named.Row("sub/bin/file")[1]);
    }

    [Fact]
    public async Task NoPath_MeansTheNearestFolderWithTheSolution()
    {
        _folder.Write("PooledGen.sln", "solution");
        _folder.Write("sub/deeper/file", "");

        SampleRun run = await SampleRun.Start("FileTable", _folder.PathOf("sub/deeper"));

        Assert.Equal("8", run.Row("../../PooledGen.sln")[1]);
        Assert.Contains("Files: 3, ", run.Output);
    }

    [Fact]
    public async Task Pipe_DoesNotHoldUpTheRun()
    {
        if (OperatingSystem.IsWindows())
            return; // no such entries in a folder there

        await ChildProcess.RunAsync(new ProcessStartInfo("mkfifo", [_folder.PathOf("pipe")]));

        SampleRun run = await SampleRun.Start("FileTable", _folder.Root);

        Assert.Equal("0", run.Row("./pipe")[1]);
        Assert.Equal("3", run.Row("./abc.txt")[1]);
    }

    [Fact]
    public async Task Help_ExplainsAndReadsNothing()
    {
        SampleRun run = await SampleRun.Start("FileTable", _folder.Root, "nowhere", "--help");

        Assert.StartsWith("FileTable [path ...]", run.Output);
        Assert.DoesNotContain("Files:", run.Output);
        Assert.Equal("", run.Error);
        Assert.Equal(0, run.ExitCode);
    }
}

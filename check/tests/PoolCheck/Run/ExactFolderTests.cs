using System.Security.Cryptography;

namespace PooledGen.PoolCheck.Tests;

/// <summary>What <c>run --exact</c> leaves of a program's folder: what was there before, and what the program has written.</summary>
public class ExactFolderTests
{
    [Fact]
    public async Task Run_OfTestsThatLookForFiles_PassesAsWithoutTheTool()
    {
        string assembly = Zoo.Program("Beside", "Zoo.Beside.dll");
        string folder = Path.GetDirectoryName(assembly)!;
        foreach (string old in Directory.EnumerateFiles(folder, "written-*"))
            File.Delete(old);

        string[] before = Describe(folder);
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", "test", assembly], options: ["--exact"]);

        Assert.Contains("Passed:     7,", run.Output, StringComparison.Ordinal);
        IEnumerable<string?> written = Directory.EnumerateFiles(folder, "written-*").Select(Path.GetFileName);
        Assert.Equal(["written-beside-assembly.txt", "written-beside-base.txt"], written.Order());
        Assert.Equal(before, Describe(folder));
        Assert.Equal([folder], Directory.EnumerateDirectories(Path.GetDirectoryName(folder)!));
        Assert.DoesNotContain(run.Remarks, static remark => remark.Contains("not woven", StringComparison.Ordinal));
    }

    /// <summary>Whatever becomes of a run, the program's folder stays as it was, and after the next run nothing lies beside it.</summary>
    [Theory]
    [InlineData("--fx-version", "99.0.0")]
    [InlineData("Zoo.Program.dll", "crash")]
    [InlineData("Zoo.Program.dll", "kill")]
    [InlineData("Zoo.Program.dll", "serve")]
    public async Task Run_ThatDoesNotEndInOrder_LeavesTheFolderAsItWas(string first, string second)
    {
        DirectoryInfo root = CopyOfZoo(out string folder, out string program);
        string temporary = root.CreateSubdirectory("temporary").FullName;
        string[] before = Describe(folder);
        string[] command = ["dotnet", .. first == "Zoo.Program.dll" ? [program, second] : new[] { first, second, program, "right" }];
        if (second == "serve")
            await PoolCheckRun.KillAsync(command, ["--exact"], temporary);
        else
            await PoolCheckRun.StartAsync(command, options: ["--exact"]);

        Assert.Equal(before, Describe(folder));
        PoolCheckRun next = await PoolCheckRun.StartAsync(["dotnet", program, "right"], options: ["--exact"], temporary: temporary);

        Assert.Equal(["checked"], next.States);
        Assert.Equal(before, Describe(folder));
        Assert.Equal([folder, temporary], Directory.GetDirectories(root.FullName).Order());
        Assert.Empty(Directory.GetDirectories(temporary, "*poolcheck-*"));
        root.Delete(recursive: true);
    }

    /// <summary>Neither of the tool, nor of the runtime that the second start has replaced. Its successor could not listen for diagnostic tools.</summary>
    [Fact]
    public async Task Run_ThatEndsInOrder_LeavesNothingAmongTheTemporaryFiles()
    {
        string temporary = Directory.CreateTempSubdirectory("poolcheck-tests-").FullName;
        PoolCheckRun run = await PoolCheckRun.StartAsync(
            ["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "right"], options: ["--exact"], temporary: temporary);

        Assert.Equal(["checked"], run.States);
        Assert.Empty(Directory.GetFileSystemEntries(temporary));
        Directory.Delete(temporary);
    }

    /// <summary>While it weaves, starts the program again, runs it and removes the mirror.</summary>
    [Fact]
    public async Task Run_ThatIsKilledAtAnyMoment_LeavesNothingAfterTheNextRun()
    {
        DirectoryInfo root = CopyOfZoo(out string folder, out string program);
        string temporary = root.CreateSubdirectory("temporary").FullName;
        string[] before = Describe(folder);
        for (int moment = 0; moment < 8; moment++)
        {
            await PoolCheckRun.KillAsync(["dotnet", program, "right"], ["--exact"], temporary, TimeSpan.FromMilliseconds(250 * moment));
            Assert.Equal(before, Describe(folder));
        }

        // A program that was being started while its tool was killed outlives it for a moment. Until it ends, its folder is not left.
        bool haveEnded = SpinWait.SpinUntil(
            () => Array.TrueForAll(Directory.GetDirectories(temporary, "poolcheck-*"), static left => new AgentFolder(left).Running().Count == 0),
            TimeSpan.FromMinutes(1));
        Assert.True(haveEnded);

        // What was killed before its first file is removed when it is old.
        foreach (string mirror in Directory.GetDirectories(root.FullName, ".*"))
            Directory.SetLastWriteTimeUtc(mirror, DateTime.UtcNow.AddHours(-1));

        PoolCheckRun next = await PoolCheckRun.StartAsync(["dotnet", program, "right"], options: ["--exact"], temporary: temporary);

        Assert.Equal(["checked"], next.States);
        Assert.Equal(before, Describe(folder));
        Assert.Equal([folder, temporary], Directory.GetDirectories(root.FullName).Order());
        Assert.All(Directory.GetDirectories(temporary, "*poolcheck-*"), static left => Assert.Empty(Directory.GetFiles(left)));
        root.Delete(recursive: true);
    }

    /// <summary>With so long a name no folder can be made beside it. The same happens where the account cannot write there.</summary>
    [Fact]
    public async Task Run_WhereNoFolderCanBeMadeBeside_ChecksTheProgramAndLeavesTheFolderAsItWas()
    {
        DirectoryInfo root = CopyOfZoo(out string folder, out _, new string('x', 240));
        string[] before = Describe(folder);
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Path.Combine(folder, "Zoo.Program.dll"), "right"], options: ["--exact"]);

        Assert.Equal(["checked"], run.States);
        Assert.Contains("dotnet-poolcheck-mirror-", run.Output, StringComparison.Ordinal);
        Assert.DoesNotContain(run.Remarks, static remark => remark.Contains("woven", StringComparison.Ordinal));
        Assert.Equal(before, Describe(folder));
        root.Delete(recursive: true);
    }

    private static DirectoryInfo CopyOfZoo(out string folder, out string program, string name = "app of ä")
    {
        DirectoryInfo root = Directory.CreateTempSubdirectory("poolcheck-tests-");
        folder = root.CreateSubdirectory(name).FullName;
        program = Path.Combine(folder, "Zoo.Program.dll");
        foreach (string file in Directory.EnumerateFiles(Path.GetDirectoryName(Zoo.Program("Zoo", "Zoo.Program.dll"))!))
            File.Copy(file, Path.Combine(folder, Path.GetFileName(file)));

        return root;
    }

    private static string[] Describe(string folder)
        =>
        [
            .. Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories).Where(static file => !file.Contains("written-", StringComparison.Ordinal))
                .Order().Select(static file => $"{file} {Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(file)))} {File.GetLastWriteTimeUtc(file):O}"),
        ];
}

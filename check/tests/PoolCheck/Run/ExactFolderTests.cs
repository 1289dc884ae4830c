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
        DirectoryInfo root = Directory.CreateTempSubdirectory("poolcheck-tests-");
        string folder = root.CreateSubdirectory("app of ä").FullName, program = Path.Combine(folder, "Zoo.Program.dll");
        foreach (string file in Directory.EnumerateFiles(Path.GetDirectoryName(Zoo.Program("Zoo", "Zoo.Program.dll"))!))
            File.Copy(file, Path.Combine(folder, Path.GetFileName(file)));

        string[] before = Describe(folder);
        string[] command = ["dotnet", .. first == "Zoo.Program.dll" ? [program, second] : new[] { first, second, program, "right" }];
        if (second == "serve")
            await PoolCheckRun.KillAsync(command, ["--exact"]);
        else
            await PoolCheckRun.StartAsync(command, options: ["--exact"]);

        Assert.Equal(before, Describe(folder));
        PoolCheckRun next = await PoolCheckRun.StartAsync(["dotnet", program, "right"], options: ["--exact"]);

        Assert.Equal(["checked"], next.States);
        Assert.Equal(before, Describe(folder));
        Assert.Equal([folder], Directory.EnumerateDirectories(root.FullName));
        root.Delete(recursive: true);
    }

    private static string[] Describe(string folder)
        =>
        [
            .. Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories).Where(static file => !file.Contains("written-", StringComparison.Ordinal))
                .Order().Select(static file => $"{file} {Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(file)))} {File.GetLastWriteTimeUtc(file):O}"),
        ];
}

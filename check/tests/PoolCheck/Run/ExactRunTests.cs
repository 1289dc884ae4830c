using System.Text.Json;
using System.Text.RegularExpressions;

namespace PooledGen.PoolCheck.Tests;

/// <summary>
/// <c>run --exact</c> over programs that nobody changed for it: each planted use is found at its line, and nothing else. The programs run as without the tool.
/// </summary>
public class ExactRunTests
{
    private static readonly string s_uses = Zoo.Program("Uses", "Zoo.Uses.dll");

    [Fact]
    public async Task Run_OfAProgramWithUses_FindsEachAtItsLine()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", s_uses, "wrong"], options: ["--exact"]);

        string[] lines = await File.ReadAllLinesAsync(Path.Combine(Zoo.Folder, "Uses", "Uses.cs"));
        Assert.Equal(UsesIn(lines, "Uses.cs"), run.Uses);
        Assert.Equal(100, run.ExitCode);
        Assert.DoesNotContain(run.Remarks, static remark => remark.Contains("not woven", StringComparison.Ordinal));
    }

    /// <summary>The method "Dead" returns nearly all of these arrays, so the mistake is there.</summary>
    [Fact]
    public async Task Run_OfUsesThatShareAReturn_FindsOneMistakeAtTheReturn()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", s_uses, "wrong"], options: ["--exact"]);

        using JsonDocument document = JsonDocument.Parse(run.Json);
        string[] places =
        [
            .. document.RootElement.GetProperty("findings").EnumerateArray().Select(static finding => finding.GetProperty("place").GetString()!),
        ];
        Assert.Single(places, static place => place.Contains("Zoo.Uses.Dead", StringComparison.Ordinal));
        Assert.InRange(places.Length, 2, run.Uses.Length / 4);
    }

    /// <summary>The loops take up the stacks of the first uses, and some of the later ones have stacks, too.</summary>
    [Fact]
    public async Task Run_OfALineThatFourMethodsCall_HasTheStackOfEach()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", s_uses, "wrong"], options: ["--exact"]);

        using JsonDocument document = JsonDocument.Parse(run.Json);
        JsonElement[] uses =
        [
            .. PoolCheckRun.UsesIn(document).Where(static use => use.GetProperty("message").GetString()!.Contains("element 14 ", StringComparison.Ordinal)),
        ];
        Assert.Equal(6002, uses.Sum(static use => use.GetProperty("count").GetInt32()));
        Assert.Equal(
            ["CallInALongerLoop", "CallInALoop", "CallOnce", "CallOnceMore"],
            uses.Select(static variant => Regex.Match(variant.GetProperty("used").ToString(), "CallIn[A-Za-z]+|CallOnce[A-Za-z]*").Value).Order());
    }

    /// <summary>The arrays have what they would have without the check, also those that are rented again.</summary>
    [Fact]
    public async Task Run_OfRightUses_FindsNothingAndGivesTheSameResult()
    {
        PoolCheckRun plain = await PoolCheckRun.StartAsync(["dotnet", s_uses], options: ["--poison", "false"]);
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", s_uses], options: ["--exact"]);

        Assert.Equal((0, 0), (plain.ExitCode, run.ExitCode));
        Assert.Matches("right: [1-9][0-9]+", run.Output);
        Assert.Equal(Result(plain), Result(run));
        Assert.Empty(run.Findings);

        static string Result(PoolCheckRun run) => Regex.Match(run.Output, "right: [0-9]+").Value;
    }

    /// <summary>
    /// A use of each kind of pool, and a double return of which one call is not woven. What the pools give and refuse is what they do without the check.
    /// </summary>
    [Fact]
    public async Task Run_OfOtherPools_FindsTheUsesAndLeavesTheRentersAlone()
    {
        PoolCheckRun plain = await PoolCheckRun.StartAsync(["dotnet", s_uses, "created"], options: ["--poison", "false"]);
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", s_uses, "created"], options: ["--exact"]);

        string[] lines = await File.ReadAllLinesAsync(Path.Combine(Zoo.Folder, "Uses", "CreatedPools.cs"));
        Assert.Equal(UsesIn(lines, "CreatedPools.cs"), run.Uses);
        Assert.Equal(["double-return"], run.Findings.Except(run.Findings.Where(IsUse)).Select(static finding => finding.Split(' ')[0]));
        Assert.Contains("kept: 64", run.Output, StringComparison.Ordinal);
        Assert.Contains("cleared: 64", run.Output, StringComparison.Ordinal);
        Assert.Contains("refused", run.Output, StringComparison.Ordinal);
        Assert.Contains("kept: 64", plain.Output, StringComparison.Ordinal);

        static bool IsUse(string finding) => finding.StartsWith("use-after-return", StringComparison.Ordinal);
    }

    /// <summary>Nothing is called clean that was not watched: which returns those were, and to which pools.</summary>
    [Fact]
    public async Task Run_WhereArraysAreNotWatched_CountsThemAndNamesTheirPools()
    {
        PoolCheckRun plain = await PoolCheckRun.StartAsync(["dotnet", s_uses, "created"]);
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", s_uses, "created"], options: ["--exact"]);

        Assert.Contains(run.Remarks, static remark => Regex.IsMatch(remark, "^Arrays of .*Zoo.CreatedPools.OwnPool.* without a quarantine"));
        Assert.Contains(
            run.Remarks, static remark => Regex.IsMatch(remark, "^1 returned array of Zoo.CreatedPools.HandingPool was not watched: .*HandingPool.Take"));
        Assert.Contains(run.Remarks, static remark => Regex.IsMatch(remark, " after 1 return to pools of ArrayPool.Create, in Zoo.CreatedPools"));
        Assert.InRange(UnwatchedIn(run), 2, 100);
        Assert.Contains(plain.Remarks, static remark => Regex.IsMatch(remark, "^Arrays of .*Zoo.CreatedPools.OwnPool.* were not watched: "));
        Assert.InRange(UnwatchedIn(plain), 100, 10_000);

        static int UnwatchedIn(PoolCheckRun run)
        {
            using JsonDocument report = JsonDocument.Parse(run.Json);
            return report.RootElement.GetProperty("processes")[0].GetProperty("unwatchedReturns").GetInt32();
        }
    }

    [Fact]
    public async Task Run_OfAStormOverPoolsOfAllKinds_FindsNothing()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", s_uses, "created storm"], options: ["--exact"]);

        Assert.Empty(run.Findings);
        Assert.Matches("storm: [1-9][0-9]{3,} rents, 0 stolen", run.Output);
        Assert.Equal(0, run.ExitCode);
    }

    [Fact]
    public async Task Run_OfAnAssemblyThatIsExcluded_SaysSo()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", s_uses, "wrong"], options: ["--exact", "--exclude", "Zoo.Uses"]);

        Assert.Empty(run.Findings);
        Assert.Contains("Zoo.Uses is not woven, so uses of returned arrays are not seen there. It was excluded.", run.Remarks);
    }

    /// <summary>A person knows the program's folder, and not the mirror, which is gone.</summary>
    [Fact]
    public async Task Run_OfAProgramThatLoadsAnAssemblyFromElsewhere_SaysThatItIsNotWovenAndWhereItLies()
    {
        string folder = CopyOfUses(), plugin = Path.Combine(Path.GetDirectoryName(folder)!, "Zoo.Uses.dll");
        File.Copy(s_uses, plugin);
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Path.Combine(folder, "Zoo.Uses.dll"), "load", "assembly", plugin], options: ["--exact"]);
        Directory.Delete(Path.GetDirectoryName(folder)!, recursive: true);

        Assert.Empty(run.Uses);
        Assert.Contains(
            run.Remarks, remark => remark.StartsWith("Zoo.Uses is not woven", StringComparison.Ordinal) && remark.Contains(plugin, StringComparison.Ordinal));
    }

    /// <summary>All but that of an array of the plug-in's own type: the program has a type of the same name.</summary>
    [Theory]
    [InlineData("base")]
    [InlineData("assembly")]
    public async Task Run_OfAProgramThatLoadsAPlugin_FindsItsUses(string by)
    {
        string folder = CopyOfUses();
        string plugins = Directory.CreateDirectory(Path.Combine(folder, "plugins", "one")).FullName;
        foreach (string extension in new[] { ".dll", ".pdb", ".deps.json", ".runtimeconfig.json" })
            File.Copy(Path.ChangeExtension(s_uses, extension), Path.Combine(plugins, "Plugin" + extension));

        // Settings of a program would make it one.
        File.Delete(Path.Combine(plugins, "Plugin.runtimeconfig.json"));
        PoolCheckRun run = await PoolCheckRun.StartAsync(
            ["dotnet", Path.Combine(folder, "Zoo.Uses.dll"), "load", by, Path.Combine("plugins", "one", "Plugin.dll")], options: ["--exact"]);
        Directory.Delete(Path.GetDirectoryName(folder)!, recursive: true);

        // One less than in a program: arrays of a type of the plug-in are not watched where the program has a type of the same name.
        Assert.Equal(14, run.Uses.Length);
        Assert.DoesNotContain(run.Uses, static use => use.EndsWith(" used", StringComparison.Ordinal));
        Assert.DoesNotContain(run.Remarks, static remark => remark.Contains("not woven", StringComparison.Ordinal));
    }

    /// <summary>Its folder is a link in the mirror of the first one.</summary>
    [Fact]
    public async Task Run_OfAProgramThatStartsAnotherOneBelowIt_FindsTheUsesOfThatAndLeavesNothing()
    {
        string folder = CopyOfUses(), worker = Path.Combine(folder, "worker");
        CopyUses(worker);
        string[] before = Directory.GetFileSystemEntries(folder, "*", SearchOption.AllDirectories);
        PoolCheckRun run = await PoolCheckRun.StartAsync(
            ["dotnet", Path.Combine(folder, "Zoo.Uses.dll"), "start", Path.Combine("worker", "Zoo.Uses.dll"), "wrong"], options: ["--exact"]);

        Assert.Equal(before.Order(), Directory.GetFileSystemEntries(folder, "*", SearchOption.AllDirectories).Order());
        Directory.Delete(Path.GetDirectoryName(folder)!, recursive: true);
        Assert.Equal(["checked", "checked"], run.States);
        Assert.Equal(15, run.Uses.Length);
    }

    [Fact]
    public async Task Run_WhereNoProcessHasTheExcludedAssembly_SaysSo()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", s_uses], options: ["--exact", "--exclude", "Zoo.Usse"]);

        using JsonDocument report = JsonDocument.Parse(run.Json);
        Assert.Equal(
            ["--exclude: no process that was checked has loaded an assembly \"Zoo.Usse\"."],
            report.RootElement.GetProperty("remarks").EnumerateArray().Select(static remark => remark.GetString()));
        Assert.Equal(0, run.ExitCode);
    }

    /// <summary>Its assemblies are woven, too, and the host must find what they call.</summary>
    [Fact]
    public async Task Run_OfAProgramThatStartsItselfWithoutTheHook_LetsTheChildRun()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", s_uses, "child"], options: ["--exact"]);

        Assert.Contains("child: 0", run.Output, StringComparison.Ordinal);
        Assert.Equal(["checked"], run.States);
        Assert.Equal(0, run.ExitCode);
    }

    /// <summary>A finding that cannot be shown with its stacks must not keep the later ones from the report.</summary>
    [Fact]
    public async Task Run_WhereStacksCannotBeRead_HasAllFindings()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", s_uses, "broken table"], options: ["--exact"]);

        using JsonDocument document = JsonDocument.Parse(run.Json);
        IEnumerable<string?> rules = document.RootElement.GetProperty("findings").EnumerateArray().Select(static each => each.GetProperty("rule").GetString());
        Assert.Equal(["double-return", "use-after-return"], rules.Distinct());
        Assert.Contains(run.Remarks, static remark => remark.StartsWith("Stacks of some findings could not be read.", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Run_OfAnExecutable_FindsTheUses()
    {
        string executable = Path.ChangeExtension(s_uses, OperatingSystem.IsWindows() ? ".exe" : null);
        PoolCheckRun run = await PoolCheckRun.StartAsync([executable, "wrong"], options: ["--exact"]);

        Assert.Equal(15, run.Uses.Length);
    }

    /// <summary>The host then takes all assemblies of the folder. Their files may have other names than the assemblies.</summary>
    [Theory]
    [InlineData("Zoo.Uses")]
    [InlineData("zoo.uses")]
    public async Task Run_OfAFolderWithoutAListOfAssemblies_FindsTheUses(string name)
    {
        string folder = CopyOfUses(name);

        File.Delete(Path.Combine(folder, name + ".deps.json"));
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Path.Combine(folder, name + ".dll"), "wrong"], options: ["--exact"]);
        Directory.Delete(Path.GetDirectoryName(folder)!, recursive: true);

        // Of a place that is not found the report does not say whether it reads or writes.
        Assert.Equal(15, run.Uses.Length);
        Assert.DoesNotContain(run.Uses, static use => use.EndsWith(" used", StringComparison.Ordinal));
        Assert.DoesNotContain(run.Remarks, static remark => remark.Contains("not woven", StringComparison.Ordinal));
    }

    private static IEnumerable<string> UsesIn(string[] lines, string file)
        => lines.Select(static (line, index) => (line, index)).Where(static each => each.line.Contains("// used: ", StringComparison.Ordinal))
            .Select(each => $"use-after-return {file}:{each.index + 1}: {each.line.Split("// used: ")[1]}").Order(StringComparer.Ordinal);

    private static string CopyOfUses(string name = "Zoo.Uses")
    {
        string folder = Path.Combine(Directory.CreateTempSubdirectory("poolcheck-tests-").FullName, "app");
        CopyUses(folder, name);
        return folder;
    }

    private static void CopyUses(string folder, string name = "Zoo.Uses")
    {
        Directory.CreateDirectory(folder);
        foreach (string file in Directory.EnumerateFiles(Path.GetDirectoryName(s_uses)!))
            File.Copy(file, Path.Combine(folder, Path.GetFileName(file).Replace("Zoo.Uses", name, StringComparison.Ordinal)));
    }
}

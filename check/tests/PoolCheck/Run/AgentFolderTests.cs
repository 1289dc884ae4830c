using System.Reflection;
using System.Text.Json;
using static PooledGen.PoolCheck.Tests.Sample;

namespace PooledGen.PoolCheck.Tests;

/// <summary>The files of the checked processes, and what the tool makes of them.</summary>
public sealed class AgentFolderTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("poolcheck-tests-");

    private AgentFolder Folder => new(_folder.FullName);

    public void Dispose() => _folder.Delete(recursive: true);

    // An id is free again when its process has ended.
    [Fact]
    public void Read_OfTwoProcessesWithOneId_HasBoth()
    {
        Write("4711-100", new OpenArrays(10, [NotReturned(Parse, Test)], [], [], []));
        Write("4711-200", new OpenArrays(20, [], [], [], []));

        IReadOnlyList<ProcessReport> reports = Folder.Read("app");

        Assert.Equal([(4711, 10L, 1), (4711, 20L, 0)], reports.Select(static report => (report.Id, report.Rents, report.Findings.Count)));
    }

    [Fact]
    public void Read_OfAnOpenArray_HasTheRentsOfItsPlace()
    {
        Write("4711-100", new OpenArrays(10, [NotReturned(Parse, Test)], [new PlaceRents(Parse, Test, 5)], [], []));

        PlaceRents place = Assert.Single(Folder.Read("app").Single().Places);

        Assert.Equal((Parse, Test, 5L), (place.Nearest, place.Caller, place.Rents));
    }

    /// <summary>A loop that uses an array after its return is not many mistakes.</summary>
    [Fact]
    public void Progress_OfTwoProcesses_AddsUpTheStacksWithMistakes()
    {
        Write("4711-100", new OpenArrays(1000, [NotReturned(Parse, Test)], [], [], []) { Counts = [int.MaxValue, int.MaxValue] }, ReturnedTwice(Parse));
        Write("4712-100", new OpenArrays(234, [], [], [], []) { Counts = [1] });

        Assert.Equal("1,234 rents were seen in 2 processes, 3 stacks with a mistake found so far.", Folder.Progress());
    }

    /// <summary>A program that empties the folder for temporary files takes the run's folder away, too.</summary>
    [Fact]
    public void Read_OfAFolderThatTheProgramHasRemoved_SaysThatNothingHasReported()
    {
        var folder = new AgentFolder(Path.Combine(_folder.FullName, "removed"));

        ProcessReport report = Assert.Single(folder.Read("app"));

        Assert.Equal(CheckState.NotChecked, report.State);
        Assert.Empty(folder.Running());
        Assert.Null(folder.Progress());
    }

    /// <summary>The thread of a signal asks for the processes, where an exception would end the tool.</summary>
    [Fact]
    [Trait("System", "Unix")] // its links
    public void Read_OfAFolderThatCannotBeRead_SaysThatNothingHasReported()
    {
        string link = Path.Combine(_folder.FullName, "link");
        Directory.CreateSymbolicLink(link, link);
        var folder = new AgentFolder(link);

        ProcessReport report = Assert.Single(folder.Read("app"));

        Assert.Equal(CheckState.NotChecked, report.State);
        Assert.Empty(folder.Running());
        Assert.Null(folder.Progress());
    }

    [Fact]
    public void Progress_BeforeAProcessHasWritten_IsUnknown() => Assert.Null(Folder.Progress());

    /// <summary>A mistake in a loop has one line, and its number is in the file that is replaced.</summary>
    [Fact]
    public void Read_OfAMistakeThatHappenedOften_HasItsNumber()
    {
        Write("4711-100", new OpenArrays(10, [], [], [], []) { Counts = [1, 700] }, ReturnedTwice(Parse), ReturnedTwice(Grow), ReturnedTwice(Test));

        Assert.Equal([1, 700, 1], Folder.Read("app").Single().Findings.Select(static finding => finding.Count));
    }

    [Fact]
    public void Read_OfAProcessThatCannotBeChecked_NamesItOnce()
    {
        Write("4711-100", new OpenArrays(0, [], [], [], []));
        WriteText("4711-100.skipped", "Its event sources are off.\0app --text a\nb");

        ProcessReport report = Assert.Single(Folder.Read("app"));

        Assert.Equal((CheckState.NotChecked, "Its event sources are off.", "app --text a\nb"), (report.State, report.Reason, report.Name));
    }

    [Fact]
    public void Read_OfAProcessWhoseCheckDidNotBegin_SaysWhy()
    {
        WriteText("4711-100.failed", "No space left on device\0app");

        Assert.Equal((CheckState.Failed, "No space left on device"), Folder.Read("app").Select(static report => (report.State, report.Reason)).Single());
    }

    /// <summary>The members of the kind: what a disk without room, a killed process and a hostile program leave.</summary>
    [Theory]
    [InlineData(".skipped", "", CheckState.Failed)]
    [InlineData(".skipped", "no command", CheckState.Failed)]
    [InlineData(".failed", "", CheckState.Failed)]
    [InlineData(".jsonl", "", CheckState.Failed)]
    [InlineData(".jsonl", "{\"isEnd\":true}\n", CheckState.CutOff)]
    [InlineData(".jsonl", "null\n[]\n{\"isEnd\":tr", CheckState.CutOff)]
    [InlineData(".jsonl", "{\"finding\":{}}\n{\"isEnd\":true}\n", CheckState.CutOff)]
    [InlineData(".jsonl", "{\"finding\":{\"kind\":\"Overrun\",\"whatHappened\":\"x\",\"pool\":\"x\"}}\n", CheckState.CutOff)]
    internal void Read_OfAFileThatIsNotWhole_NamesTheProcessAndReadsTheOthers(string kind, string text, CheckState expected)
    {
        Write("4711-100", new OpenArrays(10, [NotReturned(Parse, Test)], [], [], []));
        WriteText("4712-100" + kind, text);

        IReadOnlyList<ProcessReport> reports = Folder.Read("app");

        Assert.Single(reports[0].Findings);
        Assert.Equal((4712, expected, true), (reports[1].Id, reports[1].State, reports[1].Reason!.Length > 0));
    }

    [Theory]
    [InlineData("")]
    [InlineData("{")]
    [InlineData("null")]
    [InlineData("{}")]
    [InlineData("{\"rents\":1,\"notReturned\":[],\"places\":[")]
    public void Read_OfOpenArraysThatAreNotWhole_KeepsTheMistakes(string text)
    {
        Write("4711-100", new OpenArrays(10, [], [], [], []), ReturnedTwice(Parse));
        WriteText("4711-100.open.json", text);

        ProcessReport report = Assert.Single(Folder.Read("app"));

        Assert.Single(report.Findings);
        Assert.Equal(CheckState.CutOff, report.State);
        Assert.StartsWith("What it had rented cannot be read. 4711-100.open.json is ", report.Reason);
    }

    [Theory]
    [InlineData("1-1")]
    [InlineData("a name")]
    [InlineData("99999999999-5")]
    [InlineData("4-99999999999999999999")]
    public void Read_OfAFolderInPlaceOfAFile_NamesIt(string name)
    {
        foreach (string kind in new[] { ".jsonl", ".open.json", ".announced" })
            Directory.CreateDirectory(Path.Combine(_folder.FullName, name + kind));

        Assert.Equal(CheckState.Failed, Assert.Single(Folder.Read("app")).State);
    }

    // It would be read until the memory is full.
    [Fact]
    public void Read_OfALinkToADevice_DoesNotFollowIt()
    {
        File.CreateSymbolicLink(Path.Combine(_folder.FullName, "4711-100.jsonl"), OperatingSystem.IsWindows() ? "NUL" : "/dev/zero");

        Assert.Equal(CheckState.Failed, Assert.Single(Folder.Read("app")).State);
    }

    [Fact]
    public void Read_OfAProcessThatCouldNotWrite_SaysWhy()
    {
        Write("4711-100", new OpenArrays(0, [], [], [], []));
        File.AppendAllText(
            Path.Combine(_folder.FullName, "4711-100.jsonl"),
            JsonSerializer.Serialize(new AgentLine { Failure = "No space left on device." }, AgentJson.Default.AgentLine) + "\n");

        Assert.Equal("Its findings could not be written to the end. No space left on device.", Folder.Read("app").Single().Reason);
    }

    /// <summary>Code that returns in a "finally" has arrays in use when it is interrupted. A leak has few back, more than threads, or old ones.</summary>
    [Theory]
    [InlineData("one of ninety", 1, 90, true, true, true)]
    [InlineData("one for each thread", 4, 90, true, true, true)]
    [InlineData("more than threads", 5, 90, true, true, false)]
    [InlineData("few came back", 1, 9, true, true, false)]
    [InlineData("an old one", 1, 90, false, true, false)]
    [InlineData("Main has returned", 1, 90, true, false, false)]
    public void Read_OfAnInterruptedProcess_AccusesNoCodeThatWasAtWork(string name, int count, int rents, bool isYoung, bool isInterrupted, bool isInUse)
    {
        Finding lost = NotReturned(Parse) with { Count = count, IsYoung = isYoung };
        OpenArrays open = new(100, [lost], [new PlaceRents(Parse, Parse, rents)], [], []) { Threads = 4, IsInterrupted = isInterrupted };
        Write("4711-100", open);
        End("4711-100");

        Assert.True(Folder.Read("app").Single().Findings.Single().IsInUse == isInUse, name);
    }

    [Fact]
    public void Read_OfAnInterruptedTestRun_KeepsItsFindings()
    {
        Finding lost = NotReturned(Parse) with { IsYoung = true };
        Write("4711-100", new OpenArrays(100, [lost], [new PlaceRents(Parse, Parse, 90)], ["Net.Tests.dll"], []) { Threads = 4, IsInterrupted = true });
        End("4711-100");

        Assert.False(Folder.Read("app").Single().Findings.Single().IsInUse);
    }

    [Fact]
    public void Read_OfFrames_WritesTheirMethodsAsAPersonWould()
    {
        Frame lambda = Parse with { Method = "Net.Parser.<>c__DisplayClass82_0.<<Parse>g__Next|0>d.MoveNext()" };
        var call = new Call(7, [lambda]);
        Write("4711-100", new OpenArrays(10, [AllCalls(call)], [new PlaceRents(lambda, lambda, 5)], [], []));

        ProcessReport report = Folder.Read("app").Single();

        Assert.Equal("Net.Parser.Parse.Next()", report.Places.Single().Nearest.Method);
        Assert.All(CallsOf(report.Findings.Single()), static call => Assert.Equal("Net.Parser.Parse.Next()", call!.Frames[0].Method));
    }

    /// <summary>A report shows the first frame of a call.</summary>
    [Fact]
    public void Read_OfCallsWithoutFrames_LeavesThemOut()
    {
        Write("4711-100", new OpenArrays(10, [AllCalls(new Call(7, []))], [], [], []));

        Assert.All(CallsOf(Folder.Read("app").Single().Findings.Single()), Assert.Null);
    }

    /// <summary>The counts are in the order in which the mistakes were written.</summary>
    [Fact]
    public void Read_OfALineThatCannotBeRead_GivesItsCountToNoOther()
    {
        Write("4711-100", new OpenArrays(10, [], [], [], []) { Counts = [5, 700] }, ReturnedTwice(Parse), ReturnedTwice(Grow));
        string file = Path.Combine(_folder.FullName, "4711-100.jsonl");
        string[] lines = File.ReadAllLines(file);
        File.WriteAllLines(file, [lines[0], "{", lines[2]]);

        Assert.Equal(700, Folder.Read("app").Single().Findings.Single().Count);
    }

    private static Finding AllCalls(Call call)
        => NotReturned() with { Rented = call, RentedBefore = call, Returned = call, Again = call, Used = call };

    private static IEnumerable<Call?> CallsOf(Finding finding)
    {
        PropertyInfo[] calls = [.. typeof(Finding).GetProperties().Where(static property => property.CanWrite && property.PropertyType == typeof(Call))];
        Assert.Equal(5, calls.Length);
        return calls.Select(call => (Call?)call.GetValue(finding));
    }

    private void WriteText(string name, string text) => File.WriteAllText(Path.Combine(_folder.FullName, name), text);

    private void End(string name)
        => File.AppendAllText(
            Path.Combine(_folder.FullName, name + HookContract.Findings),
            JsonSerializer.Serialize(new AgentLine { IsEnd = true }, AgentJson.Default.AgentLine) + "\n");

    private void Write(string name, OpenArrays open, params Finding[] findings)
    {
        string path = Path.Combine(_folder.FullName, name);
        AgentLine begin = new() { Start = new ProcessStart(4711, "app", "10.0.0") };
        AgentLine[] lines = [begin, .. findings.Select(static finding => new AgentLine { Finding = finding })];
        File.WriteAllLines(path + HookContract.Findings, lines.Select(static line => JsonSerializer.Serialize(line, AgentJson.Default.AgentLine)));
        File.WriteAllText(path + HookContract.Open, JsonSerializer.Serialize(open, AgentJson.Default.OpenArrays));
    }
}

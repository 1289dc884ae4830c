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

    [Fact]
    public void Progress_OfTwoProcesses_AddsThemUp()
    {
        Write("4711-100", new OpenArrays(1000, [NotReturned(Parse, Test)], [], [], []), ReturnedTwice(Parse) with { Count = 2 });
        Write("4712-100", new OpenArrays(234, [], [], [], []));

        Assert.Equal("1,234 rents of 2 processes were seen, 2 mistakes found so far.", Folder.Progress());
    }

    [Fact]
    public void Progress_BeforeAProcessHasWritten_IsUnknown() => Assert.Null(Folder.Progress());

    private void Write(string name, OpenArrays open, params Finding[] findings)
    {
        string path = Path.Combine(_folder.FullName, name);
        AgentLine begin = new() { Start = new ProcessStart(4711, "app", "10.0.0") };
        AgentLine[] lines = [begin, .. findings.Select(static finding => new AgentLine { Finding = finding })];
        File.WriteAllLines(path + HookContract.Findings, lines.Select(static line => JsonSerializer.Serialize(line, AgentJson.Default.AgentLine)));
        File.WriteAllText(path + HookContract.Open, JsonSerializer.Serialize(open, AgentJson.Default.OpenArrays));
    }
}

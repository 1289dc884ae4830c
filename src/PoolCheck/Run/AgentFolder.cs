using System.Text.Json;
using static System.FormattableString;

namespace PooledGen.PoolCheck;

/// <summary>The files that the hook and the agents of one run have written.</summary>
/// <param name="folder">The folder of the run.</param>
internal sealed class AgentFolder(string folder)
{
    // What such a process had rented may have been in use.
    private const string CutOff = " It was out when the process was cut off, so it may have been in use.";

    /// <summary>Reads what happened in each process.</summary>
    /// <param name="command">The program that was run.</param>
    public IReadOnlyList<ProcessReport> Read(string command)
    {
        List<ProcessReport> reports = [];
        HashSet<string> checkedAssemblies = new(StringComparer.OrdinalIgnoreCase);
        foreach (string file in Files(HookContract.Findings))
            reports.Add(ReadProcess(file, checkedAssemblies));

        foreach (string file in Files(HookContract.NotChecked))
        {
            string[] lines = File.ReadAllLines(file);
            reports.Add(NotChecked(lines[0], lines[1]));
        }

        foreach (string assembly in Files(HookContract.Announced).SelectMany(File.ReadAllLines).Distinct(StringComparer.OrdinalIgnoreCase))
        {
            if (!checkedAssemblies.Contains(assembly))
                reports.Add(NotChecked(assembly, ProgramFile.WhyNotChecked(assembly) ?? "No process that was checked has loaded it."));
        }

        if (reports.Count == 0)
            reports.Add(NotChecked(command, ProgramFile.WhyNotChecked(command) ?? "No .NET process has reported, besides those of the SDK."));

        return reports;
    }

    /// <summary>How far the run is: the processes that are checked, their rents, and the mistakes so far. Null before the first of them has written.</summary>
    public string? Progress()
    {
        OpenArrays[] processes = [.. Files(HookContract.Open).Select(ReadOpen).OfType<OpenArrays>()];
        if (processes.Length == 0)
            return null;

        int mistakes = Files(HookContract.Findings).SelectMany(ReadLines).Sum(static line => line.Finding?.Count ?? 0);
        string number = processes.Length == 1 ? "1 process" : Invariant($"{processes.Length:#,0} processes");
        string found = mistakes == 1 ? "1 mistake" : Invariant($"{mistakes:#,0} mistakes");
        return Invariant($"{processes.Sum(static process => process.Rents):#,0} rents of {number} were seen, {found} found so far.");
    }

    private static ProcessReport NotChecked(string name, string reason) => new(0, name, CheckState.NotChecked, reason, 0, [], []);

    private static ProcessReport ReadProcess(string file, HashSet<string> checkedAssemblies)
    {
        // The last line of a process that was killed may be half a line.
        List<AgentLine> lines = ReadLines(file);
        string openFile = Path.ChangeExtension(file, null) + HookContract.Open;
        OpenArrays? open = File.Exists(openFile) ? ReadOpen(openFile) : null;
        checkedAssemblies.UnionWith(open?.Assemblies ?? []);

        int id = HookContract.ProcessIdOf(file);
        string command = lines.Find(static line => line.Start is not null)?.Start?.Command ?? $"process {id}";

        // A test host's command line says nothing to a person.
        string name = open?.Assemblies is { Count: > 0 } tests ? string.Join(", ", tests.Select(Path.GetFileName)) : command;
        bool isComplete = lines.Exists(static line => line.IsEnd);
        return new ProcessReport(
            id,
            name,
            isComplete ? CheckState.Checked : CheckState.CutOff,
            isComplete ? null : "The process was killed, crashed or is still running, so what happened in its last two seconds is missing.",
            open?.Rents ?? 0,
            [
                .. lines.Select(static line => line.Finding).OfType<Finding>(),
                .. (open?.NotReturned ?? []).Select(finding => isComplete ? finding : finding with { WhatHappened = finding.WhatHappened + CutOff }),
            ],
            open?.Remarks ?? [])
        {
            Places = open?.Places ?? [],
        };
    }

    private static OpenArrays? ReadOpen(string file) => JsonSerializer.Deserialize(File.ReadAllText(file), AgentJson.Default.OpenArrays);

    // The process may still be writing.
    private static List<AgentLine> ReadLines(string file)
    {
        using var reader = new StreamReader(new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete));
        List<AgentLine> lines = [];
        while (reader.ReadLine() is { } line)
        {
            if (TryRead(line) is { } read)
                lines.Add(read);
        }

        return lines;
    }

    private static AgentLine? TryRead(string line)
    {
        try
        {
            return JsonSerializer.Deserialize(line, AgentJson.Default.AgentLine);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private IEnumerable<string> Files(string kind)
        => Directory.EnumerateFiles(folder, "*" + kind).Where(file => file.EndsWith(kind, StringComparison.Ordinal)).Order(StringComparer.Ordinal);
}

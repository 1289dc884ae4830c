using System.Diagnostics;
using System.Text.Json;

namespace PooledGen.PoolCheck;

/// <summary>
/// The files that the hook and the agents of one run have written. They may be half-written, and a checked program can write there, too: what cannot be read
/// is named, and ends neither the run nor the report on the other processes.
/// </summary>
/// <param name="folder">The folder of the run.</param>
internal sealed class AgentFolder(string folder)
{
    // What such a process had rented may have been in use.
    private const string CutOff = " It was out when the process was cut off, so it may have been in use.";

    private const string KeptAPlugin = "A plug-in that rented stays loaded until the check ends, so a program that waits until it is unloaded fails.";

    // Below this, the findings of a process may not have found room.
    private const int MinFreeBytes = 1 << 16;

    // Right code has its other arrays back: at least nine of ten.
    private const int RentsForOneInUse = 10;

    /// <summary>Reads what happened in each process.</summary>
    /// <param name="command">The program that was run.</param>
    public IReadOnlyList<ProcessReport> Read(string command)
    {
        List<ProcessReport> reports = [];
        HashSet<string> checkedAssemblies = new(StringComparer.OrdinalIgnoreCase);
        string[] notChecked = [.. Files(HookContract.NotChecked)], failed = [.. Files(HookContract.Failed)];

        // A check that could not begin may have begun its file.
        HashSet<string> withReason = [.. notChecked.Concat(failed).Select(Path.GetFileNameWithoutExtension).OfType<string>()];
        foreach (string file in Files(HookContract.Findings).Where(file => !withReason.Contains(Path.GetFileNameWithoutExtension(file))))
            reports.Add(ReadProcess(file, checkedAssemblies));

        reports.AddRange(notChecked.Select(static file => ReadReason(file, CheckState.NotChecked)));
        reports.AddRange(failed.Select(static file => ReadReason(file, CheckState.Failed)));
        IEnumerable<string> announced = Files(HookContract.Announced)
            .SelectMany(static file => TryRead(file, File.ReadAllText, out _)?.Split(HookContract.Separator) ?? []);
        foreach (string assembly in announced.Distinct(StringComparer.OrdinalIgnoreCase))
        {
            if (!checkedAssemblies.Contains(assembly))
                reports.Add(NotChecked(assembly, ProgramFile.WhyNotChecked(assembly) ?? "No process that was checked has loaded it."));
        }

        if (reports.Count == 0)
            reports.Add(NotChecked(command, ProgramFile.WhyNotChecked(command) ?? ProgramFile.NothingReported));

        return reports;
    }

    /// <summary>
    /// How far the run is: the processes that are checked, their rents, and at how many different stacks they made mistakes. Null before the first of them has
    /// written.
    /// </summary>
    public string? Progress()
    {
        OpenArrays[] processes = [.. Files(HookContract.Open).Select(static file => TryRead(file, ReadOpen, out _)).OfType<OpenArrays>()];
        if (processes.Length == 0)
            return null;

        string rents = Plural.Subject(processes.Sum(static process => process.Rents), "rent");
        string stacks = Plural.Of(processes.Sum(static process => process.Counts.Count), "stack");
        return $"{rents} seen in {Plural.Of(processes.Length, "process")}, {stacks} with a mistake found so far.";
    }

    /// <summary>The processes whose check has begun and that are alive. The caller disposes them.</summary>
    public IReadOnlyList<Process> Running() => [.. Files(HookContract.Findings).Select(FindProcess).OfType<Process>()];

    /// <summary>A process that was not checked.</summary>
    public static ProcessReport NotChecked(string name, string reason) => new(0, name, CheckState.NotChecked, reason, 0, [], []);

    // The system may have given the id to a process that began later.
    private static Process? FindProcess(string file)
    {
        (int id, DateTime time) = HookContract.ProcessOf(file);
        try
        {
            var process = Process.GetProcessById(id);
            if (id != 0 && process.StartTime.ToUniversalTime() < time.AddSeconds(1))
                return process;

            process.Dispose();
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException or System.ComponentModel.Win32Exception)
        {
            // It has ended.
        }

        return null;
    }

    private static ProcessReport ReadReason(string file, CheckState state)
    {
        int id = HookContract.ProcessOf(file).Id;
        return TryRead(file, File.ReadAllText, out string? problem)?.Split(HookContract.Separator) is [{ Length: > 0 } reason, { Length: > 0 } command]
            ? new ProcessReport(id, command, state, reason, 0, [], [])
            : new ProcessReport(id, "process", CheckState.Failed, $"It was not checked, and the reason cannot be read. {problem}".TrimEnd(), 0, [], []);
    }

    private static ProcessReport ReadProcess(string file, HashSet<string> checkedAssemblies)
    {
        int id = HookContract.ProcessOf(file).Id;
        if (TryRead(file, ReadLines, out string? problem) is not { } lines)
            return new ProcessReport(id, "process", CheckState.Failed, $"Its findings cannot be read. {problem}", 0, [], []);

        string openFile = Path.ChangeExtension(file, null) + HookContract.Open;
        OpenArrays? open = TryRead(openFile, ReadOpen, out problem);
        checkedAssemblies.UnionWith(open?.Assemblies ?? []);
        string command = lines.Find(static line => line?.Start is not null)?.Start?.Command ?? "process";

        // A test host's command line says nothing to a person.
        string name = open?.Assemblies is { Count: > 0 } tests ? string.Join(", ", tests.Select(Path.GetFileName)) : command;
        bool hasEnded = lines.Exists(static line => line?.IsEnd == true);

        // The first line says what was started, and the mistakes follow, in the order of their counts. One that cannot be read has a count, too.
        Finding[] found =
        [
            .. lines.Skip(1)
                .Select((line, index) => line?.Finding is { } finding
                    ? finding with { Count = Math.Max(open?.Counts.ElementAtOrDefault(index) ?? 0, finding.Count) }
                    : null)
                .OfType<Finding>(),
        ];

        // The last line of a process that was killed may be half a line.
        int unreadable = lines.Count(static line => line is null);
        string? failure = lines.Find(static line => line?.Failure is not null)?.Failure;
        string? reason = failure is not null ? $"Its findings could not be written to the end. {failure}"
            : open is null ? $"What it had rented cannot be read. {problem}"
            : hasEnded && unreadable > 0 ? $"{unreadable} of {Plural.Of(lines.Count, "line")} that it wrote cannot be read."
            : hasEnded ? null
            : HasNoRoom(file) ? $"There is no room left in {Path.GetDirectoryName(file)}, so its findings may not have been written."
            : "The process was killed, crashed or is still running, so what happened in its last two seconds is missing.";
        return new ProcessReport(
            id,
            name,
            reason is null ? CheckState.Checked : CheckState.CutOff,
            reason,
            open?.Rents ?? 0,
            [.. found, .. OpenFindings(open, hasEnded)],
            open is null ? [] : open.KeptAPlugin ? [.. open.Remarks, KeptAPlugin] : open.Remarks)
        {
            Places = open?.Places ?? [],
            Loaded = open?.Loaded ?? [],
            IsNotExact = open?.IsNotExact == true,
            KeptAPlugin = open?.KeptAPlugin == true,
            UnwatchedReturns = open?.UnwatchedReturns ?? 0,
        };
    }

    // Right code that is interrupted has arrays in use: a few young ones, of places that have returned nearly all others. Tests are not interrupted.
    private static IEnumerable<Finding> OpenFindings(OpenArrays? open, bool hasEnded)
    {
        if (open is null)
            return [];

        IEnumerable<Finding> all = hasEnded
            ? open.NotReturned
            : open.NotReturned.Select(static finding => finding with { WhatHappened = finding.WhatHappened + CutOff });
        if ((hasEnded && !open.IsInterrupted) || open.Assemblies.Count > 0)
            return all;

        ILookup<Place, long> rents = open.Places.ToLookup(static place => new Place(place), static place => place.Rents);
        return all.GroupBy(static finding => new Place(finding)).SelectMany(place =>
        {
            long count = place.Sum(static finding => finding.Count);
            bool isInUse = place.All(static finding => finding.IsYoung) && count <= open.Threads && count * RentsForOneInUse <= rents[place.Key].Sum();
            return place.Select(finding => finding with { IsInUse = isInUse });
        });
    }

    private static bool HasNoRoom(string file)
    {
        try
        {
            return new DriveInfo(file).AvailableFreeSpace < MinFreeBytes;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return false;
        }
    }

    // Neither a link, which may lead to a device without an end, nor a pipe, which has no length and would block.
    private static T? TryRead<T>(string file, Func<string, T?> read, out string? problem)
        where T : class
    {
        try
        {
            bool isFile = new FileInfo(file) is { LinkTarget: null, Length: > 0 };
            T? value = isFile ? read(file) : null;
            problem = value is not null ? null : isFile ? $"{Path.GetFileName(file)} is not complete." : $"{Path.GetFileName(file)} is empty.";
            return value;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            problem = e is JsonException ? $"{Path.GetFileName(file)} is not complete." : e.Message;
            return null;
        }
    }

    private static OpenArrays? ReadOpen(string file)
        => JsonSerializer.Deserialize(ReadShared(file), AgentJson.Default.OpenArrays) is
        {
            NotReturned: not null, Places: not null, Assemblies: not null, Remarks: not null, Counts: not null, Loaded: not null,
        } open
            ? open with
            {
                NotReturned = [.. open.NotReturned.Select(Whole).OfType<Finding>()],
                Places = [.. open.Places.Select(Whole).OfType<PlaceRents>()],
            }
            : null;

    // Null for a line that is not an agent's.
    private static List<AgentLine?> ReadLines(string file)
        => [.. ReadShared(file).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(ReadLine)];

    // The process may still be writing.
    private static string ReadShared(string file)
    {
        using var reader = new StreamReader(new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete));
        return reader.ReadToEnd();
    }

    private static AgentLine? ReadLine(string line)
    {
        try
        {
            return JsonSerializer.Deserialize(line, AgentJson.Default.AgentLine) is not { } read ? null
                : read.Finding is null ? read
                : Whole(read.Finding) is { } finding ? read with { Finding = finding }
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    // JSON may leave out what a type says is there. Null if something is missing.
    private static Finding? Whole(Finding? finding)
        => finding is { WhatHappened.Length: > 0, Pool: not null } && ArrayMisuse.IndexOf(finding.Kind) >= 0
            ? finding with
            {
                Rented = Whole(finding.Rented),
                RentedBefore = Whole(finding.RentedBefore),
                Returned = Whole(finding.Returned),
                Again = Whole(finding.Again),
                Used = Whole(finding.Used),
            }
            : null;

    private static PlaceRents? Whole(PlaceRents? place)
        => Whole(place?.Nearest) is { } nearest && Whole(place!.Caller) is { } caller ? place with { Nearest = nearest, Caller = caller } : null;

    private static Call? Whole(Call? call)
        => call?.Frames?.Select(Whole).OfType<Frame>().ToArray() is { Length: > 0 } frames ? call with { Frames = frames } : null;

    private static Frame? Whole(Frame? frame)
        => frame is { Type: not null, Method: not null, Assembly: not null } ? frame with { Method = MethodName.Readable(frame.Method) } : null;

    // A program may remove the folder, or its rights. The thread of a signal asks, too, where an exception would end the tool.
    private IEnumerable<string> Files(string kind)
    {
        try
        {
            return Directory.GetFileSystemEntries(folder, "*" + kind)
                .Where(file => file.EndsWith(kind, StringComparison.Ordinal)).Order(StringComparer.Ordinal);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}

using System.Globalization;
using System.Text;

namespace PooledGen.PoolCheck;

/// <summary>The report for a person.</summary>
internal sealed class TextReport
{
    private const int MaxFrames = 8;
    private const int MaxCallers = 10;
    private const int MaxUseLines = 10;
    private const int MaxName = 160;

    private readonly StringBuilder _text = new();
    private readonly bool _isColored;

    private TextReport(bool isColored) => _isColored = isColored;

    /// <param name="report">The report.</param>
    /// <param name="isColored">Whether the output shows colours.</param>
    public static string Write(CheckReport report, bool isColored)
    {
        var text = new TextReport(isColored);
        text.AddGroups(report);
        text.AddAdvice(report);
        text.AddNotes(report);
        foreach (ProcessReport process in report.Processes.Where(static process => process.Callers.Count > 0))
            text.AddCallers(process);

        text.AddProcesses(report);
        text.AddSummary(report);
        return text._text.ToString();
    }

    private void AddGroups(CheckReport report)
    {
        ILookup<bool, FindingGroup> fresh = report.Groups.Where(static group => !group.IsKnown).ToLookup(static group => group.IsOfATest);
        if (fresh[true].Any() && fresh[false].Any())
            Line("In the code under test:").Append('\n');

        foreach (FindingGroup group in fresh[false])
            AddGroup(group);

        if (fresh[true].Any())
            Line("In tests. Arrays that they did not return themselves fail the run with --fail-on all only:").Append('\n');

        foreach (FindingGroup group in fresh[true])
            AddGroup(group);
    }

    private void AddGroup(FindingGroup group)
    {
        string title = group.Misuse.Title;
        string heading = group.Share is null ? title : $"{title}, {group.Share}";
        Line(_isColored ? $"\e[1;31m{heading}\e[0m" : heading);

        Line($"  {group.First.WhatHappened}");
        Line($"  {group.Misuse.WhatToDo}");
        foreach ((string what, Call call) in group.Calls)
        {
            AddCall(what, call);
            if (call == group.First.Used)
                AddOtherUses(group);
        }

        if (group.First.WrongCall is null)
            Line("  no stack was taken");

        _text.Append('\n');
    }

    // The first use has its stack.
    private void AddOtherUses(FindingGroup group)
    {
        if (group.UseLines.Count < 2)
            return;

        Frame? shown = Frame.PlaceIn(group.First.Used!.Frames).Nearest;
        (Frame Line, long Count)[] others = [.. group.UseLines.Where(use => (use.Line.Method, use.Line.Line) != (shown?.Method, shown?.Line))];
        Line("  used, too");
        foreach ((Frame line, long count) in others.Take(MaxUseLines))
            Line($"    at {Describe(line)}, {Plural.Of(count, "time")}");

        if (others.Length > MaxUseLines)
            Line($"    at {Plural.Of(others.Length - MaxUseLines, "more line")}, {Plural.Of(others.Skip(MaxUseLines).Sum(static use => use.Count), "time")}");
    }

    private void AddCall(string what, Call? call)
    {
        if (call is null)
            return;

        Line(string.Create(CultureInfo.InvariantCulture, $"  {what}, thread {call.Thread}"));
        Frame[] own = [.. call.Own];
        Frame[] shown = own.Length == 0 ? [call.Frames[0]] : [.. own.Take(MaxFrames)];
        foreach (Frame frame in shown)
            Line("    at " + Describe(frame));

        int others = call.Frames.Count - own.Length, more = Math.Max(own.Length - MaxFrames, 0);
        if (more > 0)
            Line($"    and {Plural.Of(more, "frame")} more");

        if (own.Length > 0 && others > 0)
            Line($"    and {Plural.Of(others, "frame")} of .NET");
    }

    private void AddAdvice(CheckReport report)
    {
        if (!report.Groups.Any(static each => !each.IsKnown && each.Place.Kind == ArrayPoolMisuseKind.WriteAfterReturn))
            return;

        Line("The commonest cause of a late write is an await that was cancelled while its operation goes on. Probes find such places:");
        Line("https://github.com/pooledgen/pooledgen/blob/main/docs/probes.md").Append('\n');
    }

    private void AddNotes(CheckReport report)
    {
        if (report.Notes.Count == 0)
            return;

        Line("Not returned and not judged, because other code keeps them, no stack was taken, or they were in use when the process was interrupted:");
        foreach (Note note in report.Notes.OrderByDescending(static note => note.Count).Take(MaxCallers))
            Line($"  {note.Count} {(note.Method is null ? "without a stack" : $"rented by {note.Method}{(note.IsInUse ? ", in use" : "")}")}");

        if (report.Notes.Count > MaxCallers)
            Line($"  and {report.Notes.Skip(MaxCallers).Sum(static note => note.Count)} at {Plural.Of(report.Notes.Count - MaxCallers, "other place")}");

        _text.Append('\n');
    }

    private void AddCallers(ProcessReport process)
    {
        double seconds = Math.Max(process.Watched.TotalSeconds, 0.001);
        Line($"The places of {Shorten(process.Name)} that rent most, per second:");
        Line("       rents   allocated    too long     dropped");
        foreach (CallerCounts caller in process.Callers.Take(MaxCallers))
        {
            Line(string.Join(
                "",
                Rate(caller.Rents / seconds), Rate(caller.Allocations / seconds), Rate(caller.TooLong / seconds), Rate(caller.Drops / seconds),
                "  ", Describe(caller.Nearest)));
            if (caller.Own is { } own && own != caller.Nearest)
                Line(new string(' ', 50) + "for " + Describe(own));
        }

        if (process.Callers.Count > MaxCallers)
            Line($"  and {Plural.Of(process.Callers.Count - MaxCallers, "other place")}");

        _text.Append('\n');

        static string Rate(double value) => value.ToString(value is > 0 and < 10 ? "#,0.0" : "#,0", CultureInfo.InvariantCulture).PadLeft(12);
    }

    // Says what was checked, and what was not. It calls nothing clean.
    private void AddProcesses(CheckReport report)
    {
        foreach (ProcessReport process in report.Processes)
        {
            string name = process.Id == 0 ? Shorten(process.Name) : string.Create(CultureInfo.InvariantCulture, $"{Shorten(process.Name)} ({process.Id})");
            string rents = Plural.Subject(process.Rents, "rent") + " seen";
            Line(process.State switch
            {
                CheckState.Checked => $"Checked: {name}; {rents}.",
                CheckState.CutOff => $"Cut off: {name}; {rents}. {process.Reason}",
                _ => $"Not checked: {name}. {process.Reason}",
            });
            foreach (string remark in process.Remarks)
                Line("  " + remark);
        }
    }

    // A command line may have thousands of characters, and lines.
    private static string Shorten(string name)
    {
        string line = string.Concat(name.Select(static c => char.IsControl(c) ? ' ' : c));
        return line.Length <= MaxName ? line : $"{line[..MaxName]}…";
    }

    private void AddSummary(CheckReport report)
    {
        foreach (string remark in report.Remarks)
            Line(remark);

        FindingGroup[] fresh = [.. report.Groups.Where(static group => !group.IsKnown)];
        FindingGroup[] ofTests = [.. fresh.Where(static group => group.IsOfATest)];
        string findings = fresh.Length == 0 ? "No finding in what was checked"
            : ofTests.Length == 0 ? Summarize(fresh, "")
            : ofTests.Length == fresh.Length ? Summarize(ofTests, " in tests")
            : $"{Summarize(fresh.Except(ofTests), " in the code under test")}, and {Summarize(ofTests, " in tests")}";
        int known = report.Groups.Count - fresh.Length;
        string ofTheBaseline = known == 0 ? "" : $", and {Plural.Of(known, "mistake")} of the baseline";
        Line(report.IsAnythingChecked ? $"{findings}{ofTheBaseline}{Unwatched(report)}." : "Nothing was checked.");
    }

    // For example "3 mistakes: 2 arrays returned twice, 455,555 uses after the return". The counts of different kinds cannot be added.
    private static string Summarize(IEnumerable<FindingGroup> mistakes, string where)
    {
        IEnumerable<string> kinds =
            from mistake in mistakes
            group mistake by mistake.Place.Kind into kind
            let count = kind.Sum(static mistake => mistake.Count)
            select kind.Key == ArrayPoolMisuseKind.UseAfterReturn
                ? $"{Plural.Of(count, "use")} after the return"
                : $"{Plural.Of(count, "array")} {ArrayMisuse.Of(kind.Key).Title.ToLowerInvariant()}";
        return $"{Plural.Of(mistakes.Count(), "mistake")}{where}: {string.Join(", ", kinds)}";
    }

    private static string Unwatched(CheckReport report)
        => report.Processes.Sum(static process => process.UnwatchedReturns) is > 0 and long returns
            ? $"; {Plural.Subject(returns, "returned array")} not watched"
            : "";

    private StringBuilder Line(string text) => _text.Append(text).Append('\n');

    private static string Describe(Frame frame)
    {
        if (frame.File is null)
            return $"{frame.Method}, {frame.Assembly}";

        string place = $"{frame.Method} in {SourcePath.Relative(frame.File)}";
        return frame.FinallyLines is { } lines
            ? $"{place}, in a finally, line {string.Join(" or ", lines)}"
            : string.Create(CultureInfo.InvariantCulture, $"{place}:{frame.Line}");
    }
}

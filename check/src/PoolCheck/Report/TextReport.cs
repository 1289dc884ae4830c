using System.Globalization;
using System.Text;

namespace PooledGen.PoolCheck;

/// <summary>The report for a person.</summary>
internal sealed class TextReport
{
    private const int MaxFrames = 8;
    private const int MaxCallers = 10;
    private const int MaxVariants = 4;
    private const int MaxName = 160;

    private readonly StringBuilder _text = new();
    private readonly bool _isColored;

    private TextReport(bool isColored) => _isColored = isColored;

    /// <param name="report">The report.</param>
    /// <param name="isColored">Whether the output shows colours.</param>
    public static string Write(CheckReport report, bool isColored)
    {
        var text = new TextReport(isColored);
        text.AddGroups("", report.Groups.Where(static group => !group.IsKnown && !group.IsOfATest));
        text.AddGroups("Arrays that tests did not return themselves. They fail the run with --fail-on all only.",
            report.Groups.Where(static group => !group.IsKnown && group.IsOfATest));
        text.AddAdvice(report);
        text.AddNotes(report);
        foreach (ProcessReport process in report.Processes.Where(static process => process.Callers.Count > 0))
            text.AddCallers(process);

        text.AddProcesses(report);
        text.AddSummary(report);
        return text._text.ToString();
    }

    private void AddGroups(string heading, IEnumerable<FindingGroup> groups)
    {
        FindingGroup[] all = [.. groups];
        if (all.Length > 0 && heading.Length > 0)
            Line(heading).Append('\n');

        foreach (FindingGroup group in all)
            AddGroup(group);
    }

    private void AddGroup(FindingGroup group)
    {
        Finding finding = group.First;
        string title = group.Misuse.Title;
        string heading = group.Share is null ? title : $"{title}, {group.Share}";
        Line(_isColored ? $"\e[1;31m{heading}\e[0m" : heading);

        Line($"  {finding.WhatHappened}");
        Line($"  {group.Misuse.WhatToDo}");
        AddCall(group.Variants.Count > 1 ? Times("used", finding) : "used", finding.Used);
        AddCall("rented", finding.Rented);
        AddCall("returned", finding.Returned);
        AddCall("returned again", finding.Kind == ArrayPoolMisuseKind.ReturnedTwice ? finding.Again : null);
        AddCall("returned to the other pool", finding.Kind == ArrayPoolMisuseKind.ReturnedToAnotherPool ? finding.Again : null);
        AddCall("returned", finding.Kind is ArrayPoolMisuseKind.ReturnedWithoutRent or ArrayPoolMisuseKind.WriteAfterReturn ? finding.Again : null);
        AddCall("rented before", finding.RentedBefore);
        if (group.Place.Call is null)
            Line("  no stack was taken");

        foreach (Finding variant in group.Variants.Take(MaxVariants).Skip(1))
            AddCall(Times("used by another path", variant), variant.Used);

        if (group.Variants.Count > MaxVariants)
        {
            long others = group.Variants.Skip(MaxVariants).Sum(static variant => variant.Count);
            Line($"  used by {Plural.Of(group.Variants.Count - MaxVariants, "more path")}, {Plural.Of(others, "time")}");
        }

        _text.Append('\n');
    }

    private static string Times(string what, Finding variant) => $"{what}, {Plural.Of(variant.Count, "time")}";

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
        if (!report.Groups.Any(static each => !each.IsKnown && each.Place.Kind is ArrayPoolMisuseKind.WriteAfterReturn or ArrayPoolMisuseKind.UseAfterReturn))
            return;

        Line("The commonest cause of a late write is an await that was cancelled while its operation goes on. Three tests find such places:");
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

        int known = report.Groups.Count(static group => group.IsKnown);
        FindingGroup[] fresh = [.. report.Groups.Where(static group => !group.IsKnown)];
        long arrays = fresh.Sum(static group => group.Count);
        string findings = arrays == 0
            ? "No finding in what was checked"
            : $"{Plural.Of(arrays, "finding")} at {Plural.Of(fresh.Length, "place")}";
        Line(!report.IsAnythingChecked
            ? "Nothing was checked."
            : known == 0 ? $"{findings}{Unwatched(report)}." : $"{findings}, and {Plural.Of(known, "place")} of the baseline{Unwatched(report)}.");
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

using System.Globalization;

namespace PooledGen.PoolCheck;

/// <summary>The commands by which a workflow of GitHub shows findings beside the lines of a pull request.</summary>
internal static class GitHubAnnotations
{
    public static string Write(CheckReport report)
        => string.Concat(report.Groups.Where(static group => !group.IsKnown).Select(LineOf))
            + string.Concat(report.Processes.Where(static process => process.Reason is not null)
                .Select(static process => $"::warning title=dotnet-poolcheck::{Message($"{process.Name}: {process.Reason}")}\n"))
            + string.Concat(report.Remarks.Select(static remark => $"::warning title=dotnet-poolcheck::{Message(remark)}\n"))
            + string.Concat(report.Processes.SelectMany(static process => process.Remarks.Select(remark
                => $"::notice title=dotnet-poolcheck::{Message($"{process.Name}: {remark}")}\n")));

    private static string LineOf(FindingGroup group)
    {
        string title = $"title={Property(group.Misuse.Title)}";
        string place = group.Place.Nearest is { File: { } file, Line: > 0 and int line }
            ? string.Create(CultureInfo.InvariantCulture, $"file={Property(SourcePath.Relative(file))},line={line},{title}")
            : title;
        string uses = group.UseLines switch
        {
            [] => "",
            [var use] => $" Used by {Shown(use.Line)}.",
            [var use, ..] => $" Used by {Shown(use.Line)} and at {Plural.Of(group.UseLines.Count - 1, "more line")}.",
        };
        string[] callers = [.. group.Callers.Select(static caller => caller.Method).Distinct()];
        string caller = callers.Length == 0 ? "" : $" Called from {string.Join(" and from ", callers)}.";
        return $"::{(group.IsLostByATest ? "warning" : "error")} {place}::{Message(group.MessageWithShare + uses + caller)}\n";
    }

    private static string Shown(Frame frame)
        => frame.File is null ? frame.Method : string.Create(CultureInfo.InvariantCulture, $"{frame.Method}, {SourcePath.Relative(frame.File)}:{frame.Line}");

    // The runner decodes these, and a property ends at a colon or a comma.
    private static string Message(string text) => text.Replace("%", "%25").Replace("\r", "%0D").Replace("\n", "%0A");

    private static string Property(string text) => Message(text).Replace(":", "%3A").Replace(",", "%2C");
}

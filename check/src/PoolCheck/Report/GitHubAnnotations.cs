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
        string[] callers = [.. group.Callers.Select(static caller => caller.Method).Distinct()];
        string caller = callers.Length == 0 ? "" : $" Called from {string.Join(" and from ", callers)}.";
        return $"::{(group.IsOfATest ? "warning" : "error")} {place}::{Message(group.MessageWithShare + caller)}\n";
    }

    // The runner decodes these, and a property ends at a colon or a comma.
    private static string Message(string text) => text.Replace("%", "%25").Replace("\r", "%0D").Replace("\n", "%0A");

    private static string Property(string text) => Message(text).Replace(":", "%3A").Replace(",", "%2C");
}

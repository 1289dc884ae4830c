using System.Reflection;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;

namespace PooledGen.PoolCheck;

/// <summary>The report for code scanning: SARIF 2.1.0.</summary>
internal static class SarifReport
{
    private const string Root = "%SRCROOT%";
    private const string Page = "https://github.com/pooledgen/pooledgen/blob/main/docs/checking-array-pools.md#read-the-report";

    public static string Write(CheckReport report)
    {
        var sarif = new JsonObject
        {
            ["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json",
            ["version"] = "2.1.0",
            ["runs"] = new JsonArray(new JsonObject
            {
                ["tool"] = new JsonObject
                {
                    ["driver"] = new JsonObject
                    {
                        ["name"] = "dotnet-poolcheck",
                        ["semanticVersion"] = typeof(SarifReport).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion,
                        ["informationUri"] = "https://github.com/pooledgen/pooledgen",
                        ["rules"] = new JsonArray([.. ArrayMisuse.All.Select(DescriptionOf)]),
                    },
                },
                ["invocations"] = new JsonArray(new JsonObject
                {
                    ["executionSuccessful"] = report.IsAnythingChecked,
                    ["toolExecutionNotifications"] = new JsonArray([.. NotificationsOf(report)]),
                }),
                ["originalUriBaseIds"] = new JsonObject
                {
                    [Root] = new JsonObject { ["uri"] = SourcePath.ToUri(SourcePath.Root.TrimEnd('/', '\\') + "/") },
                },
                ["results"] = new JsonArray([.. report.Groups.Select(ResultOf)]),
            }),
        };

        return sarif.ToJsonString(JsonFormat.Readable) + "\n";
    }

    private static JsonObject DescriptionOf(ArrayMisuse misuse) => new()
    {
        ["id"] = IdOf(misuse),
        ["name"] = string.Concat(misuse.Id.Split('-').Select(static word => char.ToUpperInvariant(word[0]) + word[1..])),
        ["shortDescription"] = Text($"Array of an ArrayPool: {misuse.Title.ToLowerInvariant()}"),
        ["help"] = Text(misuse.WhatToDo),
        ["helpUri"] = Page,
        ["defaultConfiguration"] = new JsonObject { ["level"] = "error" },
        ["properties"] = new JsonObject { ["tags"] = new JsonArray("correctness", $"external/cwe/cwe-{misuse.Cwe}") },
    };

    private static string IdOf(ArrayMisuse misuse) => $"poolcheck/{misuse.Id}";

    private static IEnumerable<JsonObject> NotificationsOf(CheckReport report)
        =>
        [
            .. from process in report.Processes
               where process.State != CheckState.Checked
               select Notification("warning", $"{process.Name}: {process.Reason}"),
            .. report.Remarks.Select(static remark => Notification("warning", remark)),
            .. from process in report.Processes
               from remark in process.Remarks
               select Notification("note", $"{process.Name}: {remark}"),
        ];

    private static JsonObject Notification(string level, string text) => new() { ["level"] = level, ["message"] = Text(text) };

    private static JsonObject ResultOf(FindingGroup group)
    {
        (Place place, Finding finding) = (group.Place, group.First);
        var result = new JsonObject
        {
            ["ruleId"] = IdOf(group.Misuse),
            ["ruleIndex"] = ArrayMisuse.IndexOf(place.Kind),
            ["level"] = group.IsLostByATest ? "note" : "error",
            ["message"] = Text(group.MessageWithShare),
            ["baselineState"] = group.IsKnown ? "unchanged" : "new",
            ["occurrenceCount"] = group.Count,
            ["partialFingerprints"] = new JsonObject { ["poolcheckPlace/v1"] = Fingerprint(place.Key) },
        };

        // Only lines in files of the repository can be shown.
        if (LocationOf(place.Nearest) is { } location)
            result["locations"] = new JsonArray(location);

        JsonObject?[] related =
        [
            .. group.UseLines.Select(static (use, index) => LocationOf(use.Line, index == 0 ? "the use" : "another use")),
            .. group.Callers.Select(static (caller, index) => LocationOf(caller, index == 0 ? "the caller" : "another caller")),
            finding.Rented == finding.WrongCall ? null : LocationOf(finding.Rented?.Frames[0], "the rent"),
            finding.Returned == finding.WrongCall ? null : LocationOf(finding.Returned?.Frames[0], "the first return"),
        ];
        if (Array.Exists(related, static location => location is not null))
            result["relatedLocations"] = new JsonArray([.. related.OfType<JsonObject>().Select(WithId)]);

        JsonObject[] stacks =
        [
            .. group.Calls.Select(static call => StackOf(call.Call, call.What)),
            .. group.Variants.Skip(1).Select(static variant => variant.Used).OfType<Call>().Select(static used => StackOf(used, "used by another path")),
        ];
        if (stacks.Length > 0)
            result["stacks"] = new JsonArray([.. stacks]);

        return result;
    }

    private static JsonObject WithId(JsonObject location, int index)
    {
        location["id"] = index + 1;
        return location;
    }

    private static JsonObject StackOf(Call call, string message) => new()
    {
        ["message"] = Text(message),
        ["frames"] = new JsonArray(
            [.. call.Frames.Select(frame => new JsonObject { ["module"] = frame.Assembly, ["location"] = LocationOf(frame) ?? MethodOf(frame) })]),
    };

    private static JsonObject? LocationOf(Frame? frame, string? message = null)
    {
        if (frame?.File is null || frame.Line == 0)
            return null;

        string path = SourcePath.Relative(frame.File);
        var artifact = new JsonObject { ["uri"] = SourcePath.ToUri(path) };
        if (SourcePath.IsRelative(path))
            artifact["uriBaseId"] = Root;

        JsonObject location = MethodOf(frame);
        location["physicalLocation"] = new JsonObject
        {
            ["artifactLocation"] = artifact,
            ["region"] = new JsonObject { ["startLine"] = frame.Line },
        };
        if (message is not null)
            location["message"] = Text(message);

        return location;
    }

    private static JsonObject MethodOf(Frame frame) => new()
    {
        ["logicalLocations"] = new JsonArray(new JsonObject { ["fullyQualifiedName"] = frame.Method, ["kind"] = "function" }),
    };

    private static JsonObject Text(string text) => new() { ["text"] = text };

    private static string Fingerprint(string key) => Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(key)))[..32].ToLowerInvariant();
}

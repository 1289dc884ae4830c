using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace PooledGen.PoolCheck.Tests;

/// <summary>A finished run of the tool, with a report as JSON.</summary>
internal sealed record PoolCheckRun(int ExitCode, string Output, string Json)
{
    /// <summary>The findings: rule, file and line of the nearest frame.</summary>
    public string[] Findings => Read(static _ => true);

    /// <summary>The uses of returned arrays, each line once: what <see cref="Findings"/> has of the use, and what was used.</summary>
    public string[] Uses
    {
        get
        {
            using JsonDocument document = Parse();
            return
            [
                .. UsesIn(document)
                    .Select(static use => $"use-after-return {LineOf(use.GetProperty("used"))}: {UsedIn(use.GetProperty("message").GetString()!)}")
                    .Distinct().Order(StringComparer.Ordinal),
            ];
        }
    }

    /// <summary>The uses in a report as JSON, one for each stack.</summary>
    public static IEnumerable<JsonElement> UsesIn(JsonDocument report)
        => from finding in report.RootElement.GetProperty("findings").EnumerateArray()
           where finding.GetProperty("rule").GetString() == "use-after-return"
           from use in finding.TryGetProperty("variants", out JsonElement variants) ? [.. variants.EnumerateArray()] : new[] { finding }
           select use;

    /// <summary>What the check could not see.</summary>
    public string[] Remarks
    {
        get
        {
            using JsonDocument document = Parse();
            return
            [
                .. document.RootElement.GetProperty("processes").EnumerateArray()
                    .Where(static process => process.TryGetProperty("remarks", out _))
                    .SelectMany(static process => process.GetProperty("remarks").EnumerateArray()).Select(static remark => remark.GetString()!),
            ];
        }
    }

    public string[] FindingsOfTests => Read(static finding => finding.GetProperty("isOfATest").GetBoolean());

    public string[] States
    {
        get
        {
            using JsonDocument document = Parse();
            return [.. document.RootElement.GetProperty("processes").EnumerateArray().Select(static process => process.GetProperty("state").GetString()!)];
        }
    }

    /// <summary>How many arrays the line "lost" has not returned, and how many it has rented.</summary>
    public (int Lost, int Rented) LostAndRented
    {
        get
        {
            using JsonDocument document = Parse();
            JsonElement lost = document.RootElement.GetProperty("findings").EnumerateArray()
                .Single(static finding => finding.GetProperty("rule").GetString() == "not-returned");
            return (lost.GetProperty("count").GetInt32(), lost.GetProperty("rents").GetInt32());
        }
    }

    /// <param name="command">The command.</param>
    /// <param name="signal">The signal that the tool gets when the command has written "works as"; null for none.</param>
    /// <param name="options">Options of the tool.</param>
    /// <param name="temporary">The folder for temporary files.</param>
    public static async Task<PoolCheckRun> StartAsync(string[] command, string? signal = null, string[]? options = null, string? temporary = null)
    {
        string report = Path.GetTempFileName();
        using Process process = Start(command, report, options, temporary);
        string begin = "";
        if (signal is not null)
        {
            while (!begin.Contains("works as", StringComparison.Ordinal) && await process.LineAsync() is { } line)
                begin += line + "\n";

            await process.SignalAsync(signal);
        }

        ProcessEnd end = await process.EndAsync();
        return new PoolCheckRun(end.ExitCode, begin + end.Output + end.Errors, await File.ReadAllTextAsync(report));
    }

    /// <summary>Kills the tool when the command has written "works as", and then the process that has written it.</summary>
    /// <remarks>The folder for temporary files is another one: what the tool leaves there, the next one removes and tells.</remarks>
    public static async Task KillAsync(string[] command, string[] options, string temporary)
    {
        using Process process = Start(command, Path.GetTempFileName(), options, temporary);
        string? line;
        do
            line = await process.LineAsync();
        while (line?.StartsWith("works as ", StringComparison.Ordinal) == false);

        Assert.NotNull(line); // the tool has ended before its command has begun
        using var program = Process.GetProcessById(int.Parse(line.Split(' ')[2], CultureInfo.InvariantCulture));
        process.Kill();
        process.Until(() => process.HasExited, "ended");
        program.Kill();
        process.Until(() => program.HasExited, "let its program be killed");
    }

    /// <summary>Kills the tool with all that it has started, wherever it is, or lets it end.</summary>
    public static async Task KillAsync(string[] command, string[] options, string temporary, TimeSpan after)
    {
        using Process process = Start(command, Path.GetTempFileName(), options, temporary);
        await Task.WhenAny(process.WaitForExitAsync(), Task.Delay(after));
        process.Kill(entireProcessTree: true);
        await process.EndAsync();
    }

    private static Process Start(string[] command, string report, string[]? options, string? temporary)
    {
        string tool = Path.Combine(AppContext.BaseDirectory, "dotnet-poolcheck.dll");
        var start = new ProcessStartInfo("dotnet", [tool, "run", "--format", "json", "--output", report, .. options ?? [], "--", .. command])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };

        if (temporary is not null)
            start.Environment[OperatingSystem.IsWindows() ? "TMP" : "TMPDIR"] = temporary;

        // The surrounding `dotnet test` speaks to its own children through these.
        foreach (string name in start.Environment.Keys.Where(static name => name.StartsWith("MSBUILD", StringComparison.Ordinal)).ToList())
            start.Environment.Remove(name);

        return ChildProcess.Start(start);
    }

    // What the tool has written says why there is no report.
    private JsonDocument Parse()
    {
        Assert.False(Json.Length == 0, $"The tool has ended with {ExitCode} and without a report. It has written: {Output}");
        return JsonDocument.Parse(Json);
    }

    private string[] Read(Func<JsonElement, bool> filter)
    {
        using JsonDocument document = Parse();
        return [.. document.RootElement.GetProperty("findings").EnumerateArray().Where(filter).Select(NameOf).Order(StringComparer.Ordinal)];
    }

    private static string NameOf(JsonElement finding)
    {
        // A late write has no stack; the return is what is known of it, or the rent where a busy machine left out the stack of the return.
        string rule = finding.GetProperty("rule").GetString()!;
        JsonElement call = rule switch
        {
            "not-returned" => finding.GetProperty("rented"),
            "write-after-return" or "use-after-return" when finding.TryGetProperty("returned", out JsonElement returned) => returned,
            "write-after-return" or "use-after-return" => finding.GetProperty("rented"),
            _ => finding.GetProperty("again"),
        };
        return $"{rule} {LineOf(call)}";
    }

    private static string LineOf(JsonElement call)
    {
        JsonElement nearest = call.GetProperty("frames")[0];
        return $"{Path.GetFileName(nearest.GetProperty("file").GetString())}:{nearest.GetProperty("line")}";
    }

    // "... was returned, and element 5 was read later. Do not ..."
    private static string UsedIn(string message)
    {
        string use = message.Split(" was returned, and ")[1].Split(" later. ")[0];
        return use.Split(" given to ")[^1];
    }
}

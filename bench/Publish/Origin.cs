using System.Text.Json;

namespace PooledGen.Bench.Publish;

/// <summary>Says where a result comes from.</summary>
internal static class Origin
{
    // Results that were recorded together have one line.
    private static readonly string[] s_performancePage =
        ["quick-net10.0-x64", "pools-net10.0-x64", "latency", "retained", "idle-threads", "memory-limit", "first-rental", "aot-size"];

    public static string OfPerformancePage() => $"\n{string.Concat(s_performancePage
        .GroupBy(static name => Of(Results.Named(name)), static name => $"`{name}`")
        .Select(static origin => $"- {string.Join(", ", origin)}: {origin.Key}\n"))}";

    public static string Of(JsonElement result)
    {
        JsonElement machine = result.GetProperty("machine");
        string Fact(string name) => machine.GetProperty(name).GetString()!;
        return $"{Fact("processor")}, {machine.GetProperty("cores")} cores, {Fact("architecture")}, {Fact("operatingSystem")}, {Fact("runtime")}, "
            + $"{Fact("collector")} GC, {Fact("date")}, commit {Commit(result)}";
    }

    // Twelve digits name a commit of any repository of this size.
    private static string Commit(JsonElement result)
    {
        string commit = result.GetProperty("commit").GetString()!;
        string name = commit[..Math.Min(12, commit.Length)];
        return commit.EndsWith("-dirty", StringComparison.Ordinal) ? $"{name} with changes" : name;
    }
}

using System.Globalization;
using System.Text.Json;

namespace PooledGen.Bench.Publish;

/// <summary>Figures of a contender as text. Decimals, because 1.005 is a little less as a double.</summary>
internal static class Figure
{
    public static IReadOnlyList<string> Columns { get; } = ["ns/op", "middle half", "x baseline", "x slot", "x Stack", "B/op"];

    /// <summary>The cell of a column.</summary>
    /// <exception cref="UnpublishableException">There is no such column.</exception>
    public static string Cell(JsonElement contender, string column) => column switch
    {
        "ns/op" => Text(Time(contender, "median"), "0.0"),
        "middle half" => $"{Text(Time(contender, "lowerQuartile"), "0.0")}-{Text(Time(contender, "upperQuartile"), "0.0")}",
        "x baseline" => Ratio(contender, "baseline"),
        "x slot" => Ratio(contender, "threadStaticSlot"),
        "x Stack" => Ratio(contender, "threadStaticStack"),
        "B/op" => Text(contender.GetProperty("allocatedBytes").GetDecimal(), "0"),
        _ => throw new UnpublishableException($"No result has the column '{column}'."),
    };

    public static decimal Median(JsonElement contender) => Time(contender, "median");

    /// <summary>A number in the format that a column asks for; empty where there is none.</summary>
    public static string Text(JsonElement value, string format) => value.ValueKind == JsonValueKind.Null ? "" : Text(value.GetDecimal(), format);

    public static string Text(decimal value, string format) => value.ToString(format, CultureInfo.InvariantCulture);

    private static decimal Time(JsonElement contender, string name) => contender.GetProperty("nanoseconds").GetProperty(name).GetDecimal();

    private static string Ratio(JsonElement contender, string name)
        => contender.GetProperty("ratios").TryGetProperty(name, out JsonElement ratio) ? Text(ratio, "0.00") : "";
}

using System.Globalization;
using PooledGen.Bench.Harness;

namespace PooledGen.Bench.Reports;

/// <summary>A contender's row, as text: the same in every kind of table.</summary>
internal static class Cells
{
    public static IReadOnlyList<string> Heads { get; } = ["ns/op", "middle half", "x baseline", "x slot", "x Stack", "B/op"];

    public static IReadOnlyList<string> Of(ContenderResult contender) =>
    [
        Text(contender.Nanoseconds.Median, "0.0"),
        $"{Text(contender.Nanoseconds.LowerQuartile, "0.0")}-{Text(contender.Nanoseconds.UpperQuartile, "0.0")}",
        Text(contender.Ratios.Baseline, "0.00"),
        Text(contender.Ratios.ThreadStaticSlot, "0.00"),
        Text(contender.Ratios.ThreadStaticStack, "0.00"),
        Text(contender.AllocatedBytes, "0"),
    ];

    private static string Text(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? "";
}

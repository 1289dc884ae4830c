using System.Text.Json;
using System.Text.RegularExpressions;

namespace PooledGen.Bench.Publish;

/// <summary>The sentences with a figure. Publishing fails where a page no longer has one, so that no figure stays behind unnoticed.</summary>
internal static class Sentences
{
    private const string Shared = "ArrayPool.Shared, try/finally";

    private static (string Page, string Text, Func<string>[] Figures)[] All { get; } =
    [
        (
            "README.md",
            "One rental takes {0} ns, with a thread-static slot by hand {1} ns, with `ArrayPool.Shared` {2} ns.",
            [
                static () => Time("one rental", "PooledGen, using"),
                static () => Time("one rental", "thread-static slot, try/finally"),
                static () => Time("one rental", Shared),
            ]),
        (
            "docs/performance.md",
            "At p99 and p99.9 it takes {0} and {1} ns, with `ArrayPool.Shared` {2} and {3} ns",
            [
                static () => Latency("PooledGen", "p99, ns"),
                static () => Latency("PooledGen", "p99.9, ns"),
                static () => Latency("ArrayPool.Shared", "p99, ns"),
                static () => Latency("ArrayPool.Shared", "p99.9, ns"),
            ]),
        ("docs/performance.md", "`new` of 1 KB takes {0} ns here.", [static () => Time("one rental", "new")]),
        (
            "docs/performance.md",
            "two nested rentals take {0} times as long as one.",
            [static () => Word(Median("two nested", Shared) / Median("one rental", Shared))]),
        (
            "docs/performance.md",
            "`stackalloc` by hand takes {0} of the time.",
            [static () => Figure.Text(Median("stack first", "new") / Median("stack first", "PooledGen, using"), "0.00")]),
        (
            "docs/performance.md",
            "`StringBuilder`'s. It allocates {0}.",
            [static () => Word(Bytes("PooledGen, Writer, interpolated") / Bytes("StringBuilder, interpolated"))]),
    ];

    public static string Renew(string path, string page)
    {
        foreach ((_, string text, Func<string>[] figures) in All.Where(sentence => sentence.Page == path))
        {
            string pattern = Regex.Replace(Regex.Escape(text), @"\\\{\d}", "[^ ]+(?: third)?");
            if (!Regex.IsMatch(page, pattern))
                throw new UnpublishableException($"{path} has no sentence '{text}'.");

            page = Regex.Replace(page, pattern, _ => string.Format(null, text, [.. figures.Select(static figure => figure())]));
        }

        return page;
    }

    private static string Time(string scenario, string contender) => Figure.Cell(Results.Contenders(scenario)[contender], "ns/op");

    private static decimal Median(string scenario, string contender) => Figure.Median(Results.Contenders(scenario)[contender]);

    private static string Latency(string row, string column)
    {
        JsonElement result = Results.Named("latency");
        int index = result.GetProperty("columns").EnumerateArray().TakeWhile(one => one.GetProperty("name").GetString() != column).Count();
        JsonElement values = result.GetProperty("rows").EnumerateArray().Single(one => one.GetProperty("name").GetString() == row).GetProperty("values");
        return Figure.Text(values[index], "0");
    }

    private static decimal Bytes(string contender) => Results.Contenders("text writer")[contender].GetProperty("allocatedBytes").GetDecimal();

    // A ratio in words, for text that says no more than that.
    private static string Word(decimal ratio) => ratio switch
    {
        > 0.28m and < 0.38m => "a third",
        > 4.5m and <= 5.5m => "five",
        > 5.5m and <= 6.5m => "six",
        > 6.5m and <= 7.5m => "seven",
        > 7.5m and <= 8.5m => "eight",
        _ => Figure.Text(ratio, "0.00"),
    };
}

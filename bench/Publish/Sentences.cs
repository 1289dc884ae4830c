using System.Text.Json;
using System.Text.RegularExpressions;

namespace PooledGen.Bench.Publish;

/// <summary>The sentences with a figure. Publishing fails where a page no longer has one, so that no figure stays behind unnoticed.</summary>
internal static class Sentences
{
    private const string Shared = "ArrayPool.Shared, try/finally";

    // Rows and a column of the first rental.
    private const string Ours = "PooledGen";
    private const string SharedOfBytes = "`ArrayPool<byte>.Shared`";
    private const string Methods = "Methods, it returns";

    // Rows that two pages have.
    private const string ResidentMemory = "| Resident memory after it | {0} MB | {1} MB |";
    private const string EachArray = "| Each array | {0} bytes more | |";

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
        (
            "README.md",
            "| First rental of a process | {0} ms | {1} ms |",
            [static () => FirstRental(Ours, "ms", "0.0"), static () => FirstRental(SharedOfBytes, "ms", "0.0")]),
        (
            "README.md",
            ResidentMemory,
            [static () => FirstRental(Ours, "Resident memory, MB", "0.0"), static () => FirstRental(SharedOfBytes, "Resident memory, MB", "0.0")]),
        ("README.md", EachArray, [BytesOfANode]),
        (
            "docs/performance.md",
            "| First rental | {0} methods, {1} ms | {2} method, {3} ms |",
            [
                static () => FirstRental(Ours, Methods, "0"),
                static () => FirstRental(Ours, "ms", "0.0"),
                static () => FirstRental(SharedOfBytes, Methods, "0"),
                static () => FirstRental(SharedOfBytes, "ms", "0.0"),
            ]),
        (
            "docs/performance.md",
            "| A further element type, a struct | {0} methods, {1} ms | {2} methods, {3} ms |",
            [
                static () => FirstRental("of a further element type, a struct of your own", Methods, "0"),
                static () => FirstRental("of a further element type, a struct of your own", "ms", "0.0"),
                static () => FirstRental("`ArrayPool<T>.Shared`, of a struct of your own", Methods, "0"),
                static () => FirstRental("`ArrayPool<T>.Shared`, of a struct of your own", "ms", "0.0"),
            ]),
        (
            "docs/performance.md",
            "| First rental, with ReadyToRun | {0} methods, {1} ms | |",
            [
                static () => FirstRental("compiled ahead of time (ReadyToRun), which the package is not", Methods, "0"),
                static () => FirstRental("compiled ahead of time (ReadyToRun), which the package is not", "ms", "0.0"),
            ]),
        (
            "docs/performance.md",
            ResidentMemory,
            [static () => FirstRental(Ours, "Resident memory, MB", "0.0"), static () => FirstRental(SharedOfBytes, "Resident memory, MB", "0.0")]),
        ("docs/performance.md", EachArray, [BytesOfANode]),
        (
            "docs/performance.md",
            "| A program of NativeAOT | {0} MB more | |",
            [static () => Figure.Text(Value("aot-size", "1", "Larger than without, KB") / 1024, "0.0")]),
        ("docs/performance.md", "| Largest heap | {0} MB | {1} MB |", [static () => LargestHeap(0), static () => LargestHeap(1)]),
        ("docs/performance.md", "| Out of memory | no | after {0} s |", [SecondsUntilTheEnd]),
        (
            "docs/performance.md",
            "| Allocated in {0} s | {1} MB | {2} MB |",
            [
                SecondsUntilTheEnd,
                static () => Figure.Text(UntilTheEnd[^1].GetProperty("values")[2], "0"),
                static () => Figure.Text(UntilTheEnd[^1].GetProperty("values")[3], "0"),
            ]),
        ("docs/performance.md", "a batch needs {0} MB,", [HeapOfOneType]),
        ("docs/performance.md", "`ArrayPool.Shared` stays at {0} MB and allocates nothing more.", [HeapOfOneType]),
        (
            "docs/performance.md",
            "PooledGen lets go of these {0} MB between {1} and {2} seconds, `ArrayPool.Shared` between {3} and {4}",
            [
                static () => Figure.Text(Value("idle-threads", "0", "PooledGen, buffers, MB"), "0"),
                static () => LastSecondWithBuffers(0),
                static () => FirstSecondWithout(0),
                static () => LastSecondWithBuffers(1),
                static () => FirstSecondWithout(1),
            ]),
        ("docs/performance.md", "`new` of 1 KB takes {0} ns here.", [static () => Time("one rental", "new")]),
        (
            "docs/performance.md",
            "two nested rentals take {0} times as long as one.",
            [static () => Word(Median("two nested", Shared) / Median("one rental", Shared))]),
        (
            "docs/budgets.md",
            "takes {0} times as long as one without.",
            [
                static () => Figure.Text(
                    Median("owner within a budget", "PooledGen, Owner, a budget") / Median("owner within a budget", "PooledGen, Owner"), "0.0"),
            ]),
        (
            "docs/performance.md",
            "`stackalloc` by hand takes {0} of the time.",
            [static () => Figure.Text(Median("stack first", "new") / Median("stack first", "PooledGen, using"), "0.00")]),
        (
            "docs/performance.md",
            "`StringBuilder`'s. It allocates {0}.",
            [static () => Word(Bytes("PooledGen, Writer, interpolated") / Bytes("StringBuilder, interpolated"))]),
    ];

    /// <summary>The sentences of a page, with their figures.</summary>
    public static IEnumerable<string> Of(string path)
        => All.Where(sentence => sentence.Page == path).Select(static sentence => Say(sentence.Text, sentence.Figures));

    public static string Renew(string path, string page)
    {
        foreach ((_, string text, Func<string>[] figures) in All.Where(sentence => sentence.Page == path))
        {
            string pattern = Regex.Replace(Regex.Escape(text), @"\\\{\d}", @"\S+(?: third)?");
            if (!Regex.IsMatch(page, pattern))
                throw new UnpublishableException($"{path} has no sentence '{text}'.");

            page = Regex.Replace(page, pattern, _ => Say(text, figures));
        }

        return page;
    }

    private static string Say(string text, Func<string>[] figures) => string.Format(null, text, [.. figures.Select(static figure => figure())]);

    private static string Time(string scenario, string contender) => Figure.Cell(Results.Contenders(scenario)[contender], "ns/op");

    private static decimal Median(string scenario, string contender) => Figure.Median(Results.Contenders(scenario)[contender]);

    private static string Latency(string row, string column) => Figure.Text(Value("latency", row, column), "0");

    private static string FirstRental(string row, string column, string format) => Figure.Text(Value("first-rental", row, column), format);

    // A cell of a table with columns of its own.
    private static decimal Value(string file, string row, string column)
    {
        JsonElement result = Results.Named(file);
        int index = result.GetProperty("columns").EnumerateArray().TakeWhile(one => one.GetProperty("name").GetString() != column).Count();
        JsonElement values = Rows(file).Single(one => one.GetProperty("name").GetString() == row).GetProperty("values");
        return values[index].GetDecimal();
    }

    private static JsonElement[] Rows(string file) => [.. Results.Named(file).GetProperty("rows").EnumerateArray()];

    // What a rental without a return allocates, beside an array alone.
    private static string BytesOfANode()
    {
        IReadOnlyDictionary<string, JsonElement> contenders = Results.Contenders("no return, 16 tasks");
        decimal Allocated(string name) => contenders[name].GetProperty("allocatedBytes").GetDecimal();
        return Figure.Text(Allocated("PooledGen, using") - Allocated(Shared), "0");
    }

    // The rows of the seconds that both processes have reached.
    private static JsonElement[] UntilTheEnd
        => [.. Rows("memory-limit").TakeWhile(static row => row.GetProperty("values")[1].ValueKind != JsonValueKind.Null)];

    private static string SecondsUntilTheEnd() => Figure.Text(UntilTheEnd.Length, "0");

    private static string HeapOfOneType() => Figure.Text(UntilTheEnd[0].GetProperty("values")[1], "0");

    private static string LargestHeap(int column) => Figure.Text(
        Rows("memory-limit").Select(row => row.GetProperty("values")[column]).Where(static value => value.ValueKind != JsonValueKind.Null)
            .Max(static value => value.GetDecimal()),
        "0");

    private static string LastSecondWithBuffers(int column)
        => Rows("idle-threads").Last(row => row.GetProperty("values")[column].GetDecimal() > 0).GetProperty("name").GetString()!;

    private static string FirstSecondWithout(int column)
        => Rows("idle-threads").Skip(1).First(row => row.GetProperty("values")[column].GetDecimal() == 0).GetProperty("name").GetString()!;

    private static decimal Bytes(string contender) => Results.Contenders("text writer")[contender].GetProperty("allocatedBytes").GetDecimal();

    // A ratio in words, for text that says no more than that.
    private static string Word(decimal ratio) => ratio switch
    {
        > 0.28m and < 0.38m => "a third",
        > 3.5m and <= 4.5m => "four",
        > 4.5m and <= 5.5m => "five",
        > 5.5m and <= 6.5m => "six",
        > 6.5m and <= 7.5m => "seven",
        > 7.5m and <= 8.5m => "eight",
        _ => Figure.Text(ratio, "0.00"),
    };
}

using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Bench.AnalyzerCost;
using PooledGen.Bench.Reporting;
using PooledGen.Testing;

// AnalyzerCost [lines] [rounds] [--json]: what the rules cost a project of so many lines, and one method of up to 5,000 statements.
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
string[] numbers = [.. args.Where(static argument => argument != "--json")];
int lines = numbers.Length > 0 ? int.Parse(numbers[0], CultureInfo.InvariantCulture) : 200_000;
int rounds = numbers.Length > 1 ? int.Parse(numbers[1], CultureInfo.InvariantCulture) : 5;

ResultTable.Of(
    $"{Measurement.RuleCount} rules, medians of {rounds} interleaved rounds",
    "Code",
    [new("Compile, ms", "#,0"), new("Rules, ms", "#,0"), new("Rules / compile, %", "0.0"), new("Slowest rule, ms", "#,0"), new("Findings", "#,0")],
    [
        Measure($"{lines:n0} lines", OrdinaryCode.Files(lines)),
        .. new[] { 1250, 2500, 5000 }.Select(statements => Measure(
            $"a method of {statements:n0} statements", [LongMethod.Source(statements), OrdinaryCode.Buffers])),
    ]).Write(Console.Out, asJson: args.Contains("--json"));

ResultRow Measure(string name, IReadOnlyList<string> sources)
{
    var measurement = new Measurement(Compile(sources));
    measurement.Compile();
    int findings = measurement.RunRules().Findings;

    var compile = new List<TimeSpan>();
    var rules = new List<TimeSpan>();
    var slowest = new List<TimeSpan>();
    for (int round = 0; round < rounds; round++)
    {
        compile.Add(measurement.Compile());
        ImmutableArray<TimeSpan> times = measurement.RunRules().Times;
        rules.Add(times.Aggregate((sum, time) => sum + time));
        slowest.Add(times.Max());
    }

    return new ResultRow(
        name,
        [
            Median(compile).TotalMilliseconds, Median(rules).TotalMilliseconds, Median(rules) / Median(compile) * 100,
            Median(slowest).TotalMilliseconds, findings,
        ]);
}

// With what the generator adds: that is no work of the rules.
static CSharpCompilation Compile(IReadOnlyList<string> sources)
    => new Consumer(sources[0]) { OtherSources = [.. sources.Skip(1)] }.Generate().Compilation;

static TimeSpan Median(List<TimeSpan> times) => times.Order().ElementAt(times.Count / 2);

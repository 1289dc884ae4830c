using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Bench.AnalyzerCost;
using PooledGen.Testing;

// AnalyzerCost [lines] [rounds]: what the rules cost a project of so many lines, and one method of 5,000 statements.
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
int lines = args.Length > 0 ? int.Parse(args[0], CultureInfo.InvariantCulture) : 200_000;
int rounds = args.Length > 1 ? int.Parse(args[1], CultureInfo.InvariantCulture) : 5;

Console.WriteLine($"{Measurement.RuleCount} rules, {Environment.ProcessorCount} cores, median of {rounds} interleaved rounds");
Console.WriteLine();
Console.WriteLine("| Code | Compile | Rules | Rules / compile | Slowest rule | Findings |");
Console.WriteLine("|---|---|---|---|---|---|");

Report($"{lines:n0} lines", OrdinaryCode.Files(lines));
foreach (int statements in new[] { 1250, 2500, 5000 })
    Report($"a method of {statements:n0} statements", [LongMethod.Source(statements), OrdinaryCode.Buffers]);

void Report(string name, IReadOnlyList<string> sources)
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

    Console.WriteLine(
        $"| {name} | {Median(compile).TotalMilliseconds:n0} ms | {Median(rules).TotalMilliseconds:n0} ms | {Median(rules) / Median(compile):p1} "
        + $"| {Median(slowest).TotalMilliseconds:n0} ms | {findings} |");
}

// With what the generator adds: that is no work of the rules.
static CSharpCompilation Compile(IReadOnlyList<string> sources)
    => new Consumer(sources[0]) { OtherSources = [.. sources.Skip(1)] }.Generate().Compilation;

static TimeSpan Median(List<TimeSpan> times) => times.Order().ElementAt(times.Count / 2);

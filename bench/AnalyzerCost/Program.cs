using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Bench.AnalyzerCost;
using PooledGen.Testing;

// AnalyzerCost [lines] [rounds]: what the rules cost a project of so many lines, and one method of 5,000 statements.
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
int lines = args.Length > 0 ? int.Parse(args[0], CultureInfo.InvariantCulture) : 200_000;
int rounds = args.Length > 1 ? int.Parse(args[1], CultureInfo.InvariantCulture) : 5;

Console.WriteLine($"{Measurement.RuleCount} rules, {Environment.ProcessorCount} cores, median of {rounds} interleaved rounds");
Console.WriteLine();
Console.WriteLine("| Code | Compile | Rules | Rules / compile | Processor: rules / compile | Slowest rule | Findings |");
Console.WriteLine("|---|---|---|---|---|---|---|");

Report($"{lines:n0} lines", OrdinaryCode.Files(lines));
foreach (int statements in new[] { 1250, 2500, 5000 })
    Report($"a method of {statements:n0} statements", [LongMethod.Source(statements), OrdinaryCode.Buffers]);

void Report(string name, IReadOnlyList<string> sources)
{
    var measurement = new Measurement(Compile(sources));
    int findings = measurement.Findings;
    measurement.Compile();

    var compile = new List<Duration>();
    var idle = new List<Duration>();
    var rules = new List<Duration>();
    var slowest = new List<TimeSpan>();
    for (int round = 0; round < rounds; round++)
    {
        compile.Add(measurement.Compile());
        idle.Add(measurement.RunIdle());
        rules.Add(measurement.RunRules());
        slowest.Add(measurement.SlowestRule());
    }

    TimeSpan wall = Median(rules, duration => duration.Wall) - Median(idle, duration => duration.Wall);
    TimeSpan processor = Median(rules, duration => duration.Processor) - Median(idle, duration => duration.Processor);
    TimeSpan compileWall = Median(compile, duration => duration.Wall);
    Console.WriteLine(
        $"| {name} | {compileWall.TotalMilliseconds:n0} ms | {wall.TotalMilliseconds:n0} ms | {wall / compileWall:p1} "
        + $"| {processor / Median(compile, duration => duration.Processor):p1} | {Median(slowest, time => time).TotalMilliseconds:n0} ms | {findings} |");
}

// With what the generator adds: that is no work of the rules.
static CSharpCompilation Compile(IReadOnlyList<string> sources)
    => new Consumer(sources[0]) { OtherSources = [.. sources.Skip(1)] }.Generate().Compilation;

static TimeSpan Median<T>(List<T> rounds, Func<T, TimeSpan> of) => rounds.Select(of).Order().ElementAt(rounds.Count / 2);

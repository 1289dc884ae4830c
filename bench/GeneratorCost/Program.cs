using System.Globalization;
using PooledGen.Bench.GeneratorCost;
using PooledGen.Bench.Reporting;

// GeneratorCost [rounds] [--json]: what one run of the generator takes, for projects with 1, 100 and 1,000 annotated types.
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
string[] numbers = [.. args.Where(static argument => argument != "--json")];
int rounds = numbers.Length > 0 ? int.Parse(numbers[0], CultureInfo.InvariantCulture) : 11;

// As in a compiler that has run for a while: the JIT has optimised what runs here.
for (int pass = 0; pass < 5; pass++)
{
    _ = new AnnotatedProject(types: 100).Measure(rounds: 20).Count();
    Thread.Sleep(200);
}

ResultTable.Of(
    $"medians of {rounds} rounds",
    "Annotated types",
    [new("First run, ms", "#,0.0"), new("After an edit elsewhere, ms", "#,0.00"), new("After an edit of one type, ms", "#,0.00")],
    [.. new[] { 1, 100, 1000 }.Select(types => new ResultRow($"{types:n0}", [.. new AnnotatedProject(types).Measure(rounds)]))])
    .Write(Console.Out, asJson: args.Contains("--json"));

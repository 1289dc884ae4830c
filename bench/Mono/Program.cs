using System.Globalization;
using PooledGen.Bench.Mono;

// A row a line, with tabs between the figures: what bench/Publish makes a table of. Argument: the number of rounds.
int rounds = args.Length > 0 ? int.Parse(args[0], CultureInfo.InvariantCulture) : 31;
Print("one of 16 bytes", Rentals.OfOne(16));
Print("one of 1 KB", Rentals.OfOne(1024));
Print("one of 16 KB", Rentals.OfOne(16 * 1024));
Print("two of 1 KB, nested", Rentals.OfTwo(1024));

void Print(string name, Action[] ways)
{
    double[] nanoseconds = Turns.Measure(ways, rounds);
    IEnumerable<double> figures = [.. nanoseconds, nanoseconds[0] / nanoseconds[Rentals.ArrayPoolShared]];
    Console.WriteLine($"{name}\t{string.Join("\t", figures.Select(static figure => figure.ToString("0.000", CultureInfo.InvariantCulture)))}");
}

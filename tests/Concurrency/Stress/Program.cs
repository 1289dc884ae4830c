using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using PooledGen;
using PooledGen.Stress;

if (args.Length > 2 || !args.All(static arg => int.TryParse(arg, NumberStyles.None, CultureInfo.InvariantCulture, out _)))
{
    Console.Error.WriteLine("usage: PooledGen.Stress [rentals] [seed]");
    return 2;
}

int rentals = args.Length > 0 ? int.Parse(args[0], CultureInfo.InvariantCulture) : 10_000_000;
int seed = args.Length > 1 ? int.Parse(args[1], CultureInfo.InvariantCulture) : Environment.TickCount & int.MaxValue;
Console.WriteLine($"{RuntimeInformation.FrameworkDescription}, {Environment.ProcessorCount} cores, seed {seed}");

var clock = Stopwatch.StartNew();
var storm = new Storm(rentals, seed);
storm.Run();
Console.WriteLine($"{clock.Elapsed.TotalSeconds:0} s, {storm.Threads} threads, {storm.Checks} checks, {storm.Findings} findings of the checked mode");

long rented = 0, lost = 0;
bool isBalanced = true;
foreach (StormPool pool in StormPools.All)
{
    PoolStatistics statistics = pool.AtRest();
    rented += statistics.Rents;
    lost += Math.Abs(pool.LostIn(statistics));
    isBalanced &= pool.IsBalanced(statistics) && pool.KeepsNothingAfterTrim();
    Console.WriteLine($"  {pool.Pool.Name}: {statistics.Rents} rentals, {statistics.Trimmed} trimmed, {statistics.Evicted} evicted, "
        + $"{statistics.Oversize} oversize, {pool.Leaks} leaks and {pool.SecondDisposes} second disposes on purpose, {statistics.MisuseCount} counted");
}

Console.WriteLine($"  {storm.Budget}; {storm.Budget.Parent}");
isBalanced &= storm.Budget is { InUseBytes: 0, Parent.InUseBytes: 0 };

// The line that tests/scripts/storms.sh adds up.
Console.WriteLine($"storm: {rented} rentals, {storm.DoubleHolders} double holders, {lost} lost");
return storm.DoubleHolders == 0 && lost == 0 && isBalanced ? 0 : 1;

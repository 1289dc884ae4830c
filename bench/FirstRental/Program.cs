using System.Buffers;
using System.Diagnostics;
using System.Globalization;
using PooledGen.Bench.FirstRental;

// FirstRental [further|shared|shared-struct] [--values]: what the first rental of a process costs, of a pool of ours, of a further element type of ours after
// it, of ArrayPool<byte>.Shared, or of ArrayPool<T>.Shared for a struct of the program's own. Each run is one measurement.
// bench/first-rental.sh makes a table of several runs: it reads the values as one line.
// No number is formatted before the last figure is there: formatting needs a culture, and the culture's library is one of the figures.
const int MillisecondsLater = 90;
string rental = args is [not "--values", ..] ? args[0] : "";
if (rental == "further")
{
    PacketBuffer.Rent(1500).Dispose();
    Thread.Sleep(500); // until the background threads have compiled theirs
}

ProcessState.Now(); // compiles what measures
Stopwatch.GetTimestamp();

ProcessState before = ProcessState.Now();
long start = Stopwatch.GetTimestamp();

// No delegate: its method would be compiled, and counted.
if (rental == "further")
    PointBuffer.Rent(1500).Dispose();
else if (rental == "shared")
    ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(1500));
else if (rental == "shared-struct")
    ArrayPool<Point>.Shared.Return(ArrayPool<Point>.Shared.Rent(1500));
else
    PacketBuffer.Rent(1500).Dispose();

long end = Stopwatch.GetTimestamp();
ProcessState returned = ProcessState.Now();
Thread.Sleep(MillisecondsLater);
ProcessState later = ProcessState.Now();

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
if (args is [.., "--values"])
{
    Console.WriteLine(
        $"{returned.Methods - before.Methods}\t{Stopwatch.GetElapsedTime(start, end).TotalMilliseconds:0.000}\t{later.Methods - before.Methods}"
        + $"\t{(later.ResidentBytes - before.ResidentBytes) / 1e6:0.000}\t{(later.HasIcu ? 1 : 0)}");
    return;
}

Console.WriteLine("| Until | Methods | ms | of it compiling | Resident memory | ICU loaded |");
Console.WriteLine("|---|---|---|---|---|---|");
Console.WriteLine(
    $"| it returns | {returned.Methods - before.Methods} | {Stopwatch.GetElapsedTime(start, end).TotalMilliseconds:n1} "
    + $"| {(returned.CompilationTime - before.CompilationTime).TotalMilliseconds:n1} | {Kilobytes(returned)} KB | {returned.HasIcu} |");
Console.WriteLine($"| {MillisecondsLater} ms later | {later.Methods - before.Methods} | | | {Kilobytes(later)} KB | {later.HasIcu} |");

long Kilobytes(ProcessState state) => (state.ResidentBytes - before.ResidentBytes) / 1024;

[PooledGen.PooledBuffer<byte>(MaxLength = 64 * 1024)]
internal partial struct PacketBuffer;

internal readonly record struct Point(double X, double Y);

[PooledGen.PooledBuffer<Point>(MaxLength = 64 * 1024)]
internal partial struct PointBuffer;

using System.Diagnostics;
using System.Globalization;
using PooledGen.Bench.FirstRental;

// FirstRental [shared] [--values]: what the first rental of a process costs, of a pool of ours or of ArrayPool.Shared. Each run is one measurement.
// bench/first-rental.sh makes a table of several runs: it reads the values as one line.
// No number is formatted before the last figure is there: formatting needs a culture, and the culture's library is one of the figures.
const int MillisecondsLater = 90;
bool isShared = args is ["shared", ..];
ProcessState.Now(); // compiles what measures
Stopwatch.GetTimestamp();

ProcessState before = ProcessState.Now();
long start = Stopwatch.GetTimestamp();
if (isShared)
    System.Buffers.ArrayPool<byte>.Shared.Return(System.Buffers.ArrayPool<byte>.Shared.Rent(1500));
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

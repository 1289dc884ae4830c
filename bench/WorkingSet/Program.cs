using System.Globalization;
using PooledGen.Bench.WorkingSet;
using PooledGen.Interop.Tests.Migrations.TextBuilding;

// WorkingSet SHAPE POOL: the peak of resident memory of one process, in kilobytes, as the system counts it; Linux only. bench/working-set.sh runs all.
// The process that does nothing tells what belongs to neither pool.
Func<Task>? work = args switch
{
    ["nothing"] => static () => Task.CompletedTask,
    ["reader", "ArrayPool"] => static () => SocketReader.Run<ArrayPoolBlocks>(),
    ["reader", "PooledGen"] => static () => SocketReader.Run<PooledBlocks>(),
    ["serializer", "ArrayPool"] => static () => Serializer.Run<ArrayPoolGrowingBuffer>(),
    ["serializer", "PooledGen"] => static () => Serializer.Run<PooledGrowingBuffer>(),
    ["builder", "ArrayPool"] => static () => TextBuilding.Run<ArrayPoolTextBuilder>(),
    ["builder", "PooledGen"] => static () => TextBuilding.Run<PooledTextBuilder>(),
    _ => null,
};

if (work is null)
{
    Console.Error.WriteLine("usage: WorkingSet nothing | WorkingSet reader|serializer|builder ArrayPool|PooledGen");
    return 1;
}

await work();
Console.WriteLine(PeakKilobytes());
return 0;

// "VmHWM:     27136 kB"
static int PeakKilobytes()
{
    string line = File.ReadLines("/proc/self/status").First(static line => line.StartsWith("VmHWM:", StringComparison.Ordinal));
    return int.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture);
}

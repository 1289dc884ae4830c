using PooledGen.Bench.Reporting;
using PooledGen.Bench.Tables.LargeObjects;
using PooledGen.Bench.Tables.Latency;
using PooledGen.Bench.Tables.MemoryWays;
using PooledGen.Bench.Tables.Retained;
using PooledGen.Bench.Tables.Server;
using PooledGen.Bench.Tables.WorkingSet;

// Tables latency|large|memory|retained|working-set|server|server-memory [--json]: one table.
// Tables burst PooledGen|Shared: a process of the table "retained". Tables peak [NAME ArrayPool|PooledGen]: a process of the table "working-set".
// Tables values PooledGen|ArrayPool: a process of the table "server-memory".
Func<ResultTable>? measure = args switch
{
    ["latency", ..] => LatencyTable.Measure,
    ["large", ..] => LargeObjectTable.Measure,
    ["memory", ..] => MemoryWayTable.Measure,
    ["retained", ..] => RetainedTable.Measure,
    ["working-set", ..] => WorkingSetTable.Measure,
    ["server", ..] => static () => ServerTable.Measure().GetAwaiter().GetResult(),
    ["server-memory", ..] => ServerMemoryTable.Measure,
    _ => null,
};

if (measure is not null)
{
    measure().Write(Console.Out, asJson: args.Contains("--json"));
    return 0;
}

switch (args)
{
    case ["burst", "PooledGen"]:
        BurstProcess.Run<PooledBurst>();
        return 0;
    case ["burst", "Shared"]:
        BurstProcess.Run<SharedBurst>();
        return 0;
    case ["peak", .. var work]:
        await PeakProcess.Run(work);
        return 0;
    case ["values", var pool]:
        await ServerMemoryTable.Run(pool);
        return 0;
    default:
        Console.Error.WriteLine("usage: Tables latency|large|memory|retained|working-set|server|server-memory [--json]");
        return 1;
}

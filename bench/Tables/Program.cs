using PooledGen.Bench.Reporting;
using PooledGen.Bench.Tables.LargeObjects;
using PooledGen.Bench.Tables.Latency;
using PooledGen.Bench.Tables.MemoryLimit;
using PooledGen.Bench.Tables.MemoryWays;
using PooledGen.Bench.Tables.Retained;
using PooledGen.Bench.Tables.Server;
using PooledGen.Bench.Tables.WorkingSet;

// Tables latency|large|memory|memory-limit|retained|idle-threads|working-set|server|server-memory [--json]: one table.
// Tables burst PooledGen|Shared retained|idle-threads: a process of the table of that name. Tables limited PooledGen|Shared: one of "memory-limit".
// Tables peak [NAME ArrayPool|PooledGen]: a process of the table "working-set".
// Tables values PooledGen|ArrayPool: a process of the table "server-memory".
Func<ResultTable>? measure = args switch
{
    ["latency", ..] => LatencyTable.Measure,
    ["large", ..] => LargeObjectTable.Measure,
    ["memory", ..] => MemoryWayTable.Measure,
    ["memory-limit", ..] => MemoryLimitTable.Measure,
    ["retained", ..] => static () => RetainedTable.Measure(Burst.OfBuffers),
    ["idle-threads", ..] => static () => RetainedTable.Measure(Burst.OfThreads),
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
    case ["burst", "PooledGen", var burst]:
        BurstProcess.Run<PooledRenting>(Burst.Named(burst));
        return 0;
    case ["burst", "Shared", var burst]:
        BurstProcess.Run<SharedRenting>(Burst.Named(burst));
        return 0;
    case ["limited", "PooledGen"]:
        LimitedProcess.Run<PooledBatches>();
        return 0;
    case ["limited", "Shared"]:
        LimitedProcess.Run<SharedBatches>();
        return 0;
    case ["peak", .. var work]:
        await PeakProcess.Run(work);
        return 0;
    case ["values", var pool]:
        await ServerMemoryTable.Run(pool);
        return 0;
    default:
        Console.Error.WriteLine("usage: Tables latency|large|memory|memory-limit|retained|idle-threads|working-set|server|server-memory [--json]");
        return 1;
}

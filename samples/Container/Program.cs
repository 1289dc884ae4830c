using System.Diagnostics;
using System.Globalization;
using Container;

const long limit = 280_000_000;
return args switch
{
    ["work", string pool, string seconds] when Work.Pools.ContainsKey(pool) && IsNumber(seconds) => RunWork(pool, int.Parse(seconds)),
    [string seconds] when IsNumber(seconds) => await CompareAsync(int.Parse(seconds)),
    [] => await CompareAsync(seconds: 5),
    _ => Refuse(),
};

static bool IsNumber(string argument) => int.TryParse(argument, NumberStyles.None, CultureInfo.InvariantCulture, out _);

static int Refuse()
{
    Console.Error.WriteLine("Container: the only argument is the seconds for which one element type is used.");
    return 2;
}

static int RunWork(string pool, int seconds)
{
    Work.Run(Work.Pools[pool], seconds);
    return 0;
}

// Side by side, each in a group of its own: both sleep most of the time.
static async Task<int> CompareAsync(int seconds)
{
    MemoryGroup[] groups = [.. Work.Pools.Keys.Select(static pool => MemoryGroup.Create(pool, limit))];
    try
    {
        Console.WriteLine($"In {groups[0].Kind}: 40 arrays of 1 MB, ten times a second, as byte, char, int, long, float and double, for {seconds} s each");
        Process[] processes = [.. groups.Zip(Work.Pools.Keys, (group, pool) => group.Start("work", pool, $"{seconds}"))];
        foreach ((Process process, string pool) in processes.Zip(Work.Pools.Keys))
        {
            string end = await process.StandardOutput.ReadToEndAsync();
            await process.WaitForExitAsync();
            Console.WriteLine($"{pool}: {(end.Length > 0 ? end.Trim() : "killed by the system")}");
            process.Dispose();
        }
    }
    finally
    {
        foreach (MemoryGroup group in groups)
            group.Dispose();
    }

    return 0;
}

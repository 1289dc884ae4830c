using System.Globalization;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>The figures of docs/memory.md are what the runtime's own arithmetic gives, and what its objects take.</summary>
public class MemoryPageTests
{
    private const int MinLength = 16, MaxBuffersPerThread = 8;

    [Fact]
    public void TheTableOfMostRetainedBytes_IsRight()
    {
        string[][] rows = [.. File.ReadLines(PagePath()).Where(static line => line.StartsWith("| ", StringComparison.Ordinal))
            .Select(static line => line.Trim('|').Split('|', StringSplitOptions.TrimEntries))
            .SkipWhile(static cells => cells[0] != "`MaxLength`")
            .Skip(1)
            .TakeWhile(static cells => char.IsDigit(cells[0][0]))];

        Assert.Equal(4, rows.Length);
        Assert.All(rows, static cells => Assert.Equal(ExpectedCells(int.Parse(cells[0], NumberStyles.AllowThousands, CultureInfo.InvariantCulture)), cells));
    }

    [Fact]
    public void ThePage_SaysWhatThePoolsOwnObjectsTake()
    {
        var pool = new TestPool(new IdleTrimmer(TimerSource.System, TimeSpan.Zero, long.MaxValue));
        PooledNode rented = pool.Rent(16);
        long node = BytesOf(() => new PooledNode(rented.Array, block: null, rented.Home, sizeClass: 0));
        long stack = BytesOf(() => new ThreadStack(pool.Pool, MaxBuffersPerThread, ThreadToken.None));
        pool.Return(rented);

        Assert.Equal(64, node); // one cache line: nothing rare belongs into a node
        Assert.Contains(
            $"{node} bytes a buffer, {stack} a thread and class, and {Unsafe.SizeOf<BatchSlot>()} for each batch",
            File.ReadAllText(PagePath()));
    }

    private static long BytesOf(Func<object> make)
    {
        make();
        long before = GC.GetAllocatedBytesForCurrentThread();
        make();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static string[] ExpectedCells(int maxLength)
    {
        var classes = new SizeClasses(MinLength, maxLength);
        long thread = 0, core = 0;
        for (int sizeClass = 0; sizeClass < classes.Count; sizeClass++)
        {
            long bytes = classes.Length(sizeClass);
            int depth = Depths.OnThread(bytes, MaxBuffersPerThread);
            thread += depth * bytes;
            core += Depths.OnCore(depth) * bytes;
        }

        long[] figures = [maxLength, thread, .. new[] { 1, 16, 64 }.Select(cores => cores * (thread + core))];
        return [.. figures.Select(static figure => figure.ToString("N0", CultureInfo.InvariantCulture))];
    }

    private static string PagePath([CallerFilePath] string here = "")
        => Path.Combine(Path.GetDirectoryName(here)!, "..", "..", "..", "..", "docs", "memory.md");
}

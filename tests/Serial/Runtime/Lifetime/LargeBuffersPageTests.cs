using System.Globalization;
using System.Runtime.CompilerServices;

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>The figures of docs/large-buffers.md are those of the runtime's own size classes, and its recipe does what the page says.</summary>
public partial class LargeBuffersPageTests
{
    private const int Shortest = 128 * 1024, Longest = 64 * 1024 * 1024;

    // As on the page.
    [PooledBuffer<byte>(MaxLength = 755 * 1024, SizeClassesPerDoubling = 4, MaxRetainedBytes = 8 * 755 * 1024)]
    private partial struct FrameBuffer
    {
        public static void Preallocate(int buffers)
        {
            var rented = new PooledOwner<byte>[buffers];
            for (int i = 0; i < buffers; i++)
            {
                rented[i] = RentOwner(Pool.MaxLength);
                rented[i].Span.Clear();
            }

            foreach (PooledOwner<byte> owner in rented)
                owner.Dispose();
        }
    }

    [Fact]
    public void TheTableOfRounding_IsThatOfTheSizeClasses()
    {
        string[][] rows = [.. Rows("requested")];

        Assert.NotEmpty(rows);
        Assert.All(rows, static cells => Assert.Equal([cells[0], .. PerDoubling.Select(perDoubling => Rounding(Number(cells[0]), perDoubling))], cells));
        Assert.Contains($" | {string.Join(" | ", PerDoubling.Select(AverageWaste))} |\n", File.ReadAllText(PagePath()), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(755 * 1024)]
    [InlineData((1024 * 1024) + 1)]
    [InlineData(3_110_400)]
    [InlineData(12_441_600)]
    [InlineData(50_000_000)]
    public void Rounding_WhereTheLargestFrameIsMaxLength_WastesAtMostFivePercent(int frame)
    {
        Assert.All(PerDoubling, perDoubling =>
        {
            var classes = new SizeClasses(minLength: 16, frame, perDoubling);
            Assert.Equal(frame, classes.Length(classes.Of(frame)));
            for (int length = (int)Math.Ceiling(frame / 1.05); length <= frame; length += 997)
                Assert.InRange(classes.Length(classes.Of(length)), length, 1.05 * length);
        });
    }

    [Fact]
    public void Recipe_RoundsLittleAndAllocatesBeforeTheFirstFrame()
    {
        FrameBuffer.Preallocate(6);
        long misses = FrameBuffer.Pool.GetStatistics().Misses;

        TestPool.OnAnotherThread(static () =>
        {
            PooledOwner<byte>[] frames = [.. Enumerable.Range(0, 5).Select(static _ => FrameBuffer.RentOwner(750_000))];
            Assert.All(frames, static frame => Assert.Equal(773_120, frame.Capacity));
            foreach (PooledOwner<byte> frame in frames)
                frame.Dispose();
        });
        using (var here = FrameBuffer.Rent(750_000))
            Assert.Equal(773_120, here.Capacity);

        PoolStatistics after = FrameBuffer.Pool.GetStatistics();
        Assert.Equal((6L, misses, 0L), (misses, after.Misses, after.Evicted));
    }

    private static int[] PerDoubling => [1, 2, 4];

    private static string Rounding(int requested, int perDoubling)
    {
        var classes = new SizeClasses(minLength: 16, Longest, perDoubling);
        int length = classes.Length(classes.Of(requested));
        return $"{Text(length)} ({Percent((length - requested) / (double)requested)})";
    }

    private static string AverageWaste(int perDoubling)
    {
        var classes = new SizeClasses(minLength: 16, Longest, perDoubling);
        double waste = 0;
        for (int length = Shortest + 1; length <= Longest; length++)
            waste += (classes.Length(classes.Of(length)) - length) / (double)length;

        return Percent(waste / (Longest - Shortest));
    }

    // The rows of the table whose first heading is this one, as far as they begin with a number.
    private static IEnumerable<string[]> Rows(string heading) => File.ReadLines(PagePath())
        .Where(static line => line.StartsWith("| ", StringComparison.Ordinal))
        .Select(static line => line.Trim('|').Split('|', StringSplitOptions.TrimEntries))
        .SkipWhile(cells => cells[0] != heading)
        .Skip(1)
        .TakeWhile(static cells => char.IsDigit(cells[0][0]));

    private static int Number(string text) => int.Parse(text, NumberStyles.AllowThousands, CultureInfo.InvariantCulture);

    private static string Text(long number) => number.ToString("N0", CultureInfo.InvariantCulture);

    private static string Percent(double share) => $"{Math.Round(100 * share):0} %";

    private static string PagePath([CallerFilePath] string here = "")
        => Path.Combine(Path.GetDirectoryName(here)!, "..", "..", "..", "..", "docs", "large-buffers.md");
}

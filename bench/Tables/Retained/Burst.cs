namespace PooledGen.Bench.Tables.Retained;

/// <summary>A burst of rentals: each thread rents all lengths inside of each other, and all threads hold theirs at the same time.</summary>
/// <param name="Name">The argument of the program that measures it.</param>
/// <param name="Threads">How many threads have it.</param>
/// <param name="Lengths">The lengths of one thread, in bytes.</param>
/// <param name="Summary">The burst in words, for the result.</param>
internal sealed record Burst(string Name, int Threads, int[] Lengths, string Summary)
{
    private const int BuffersOfLength = 8;

    /// <summary>Many buffers of few threads.</summary>
    public static Burst OfBuffers { get; } = new(
        "retained",
        16,
        [.. Enumerable.Range(0, BuffersOfLength).SelectMany(static _ => Enumerable.Range(10, 7).Select(static i => 1 << i))],
        "one burst of 16 threads, each with 56 buffers of 1 KB to 64 KB at a time");

    /// <summary>One large buffer of each of many threads, which are idle afterwards: such as those that a thread pool has added under load.</summary>
    public static Burst OfThreads { get; } = new("idle-threads", 200, [1 << 20], "200 threads, each with one buffer of 1 MB, all at the same time");

    /// <summary>The burst of that name.</summary>
    public static Burst Named(string name) => new[] { OfBuffers, OfThreads }.Single(burst => burst.Name == name);
}

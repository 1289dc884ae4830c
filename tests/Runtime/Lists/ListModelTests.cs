namespace PooledGen.Runtime.Tests.Lists;

/// <summary>Random operations on a list do what they do to a <see cref="List{T}"/>, exceptions included.</summary>
public sealed partial class ListModelTests
{
    private const int Rounds = 100;
    private const int Operations = 80;

    [PooledBuffer<int>(MinLength = 16, MaxLength = 1000)]
    private partial struct Ints;

    [PooledBuffer<string>(MinLength = 16, MaxLength = 1000)]
    private partial struct Strings;

    public static TheoryData<int> Seeds => [1, 20261123, 77_777];

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Ints_BehaveAsAList(int seed)
    {
        Run(Ints.Pool, seed, static random => random.Next(50));
        Assert.True(Ints.Pool.Statistics.Oversize > 0, "no round was long enough");
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public void References_BehaveAsAListAndAreForgotten(int seed)
    {
        Run(Strings.Pool, seed, static random => $"{random.Next(50)}");
        for (int length = 16; length <= 1000; length *= 2)
        {
            using var buffer = Strings.Rent(length);
            foreach (string? element in buffer)
                Assert.True(element is null, $"seed {seed}: the free buffer of {length} holds on to something");
        }
    }

    /// <summary>Runs the same random operations on a list over a pool and on a <see cref="List{T}"/>.</summary>
    internal static void Run<T>(BufferPool<T> pool, int seed, Func<Random, T> next)
    {
        var random = new Random(seed);
        using var list = new PooledList<T>(pool);
        List<T> model = [];
        for (int round = 0; round < Rounds; round++)
        {
            for (int operation = 0; operation < Operations; operation++)
            {
                int step = random.Next();
                string? expected = Try(() => new Steps<T>(new Random(step), next).Do(model));
                string? actual = Try(() => new Steps<T>(new Random(step), next).Do(list));

                Assert.True(expected == actual, $"seed {seed}, round {round}, operation {operation}: {actual} and not {expected}");
                Assert.True(model.SequenceEqual(list), $"seed {seed}, round {round}, operation {operation}");
                Assert.Equal(model.Count, list.AsSpan().Length);
            }

            if (random.Next(4) == 0)
            {
                using PooledOwner<T> owner = list.Detach();
                Assert.Equal(model, owner.ToArray());
                model.Clear();
            }
            else if (model.Count > 1500)
            {
                list.Clear();
                model.Clear();
            }
        }

        Assert.Equal(0, pool.Statistics.Misuse);
    }

    private static string? Try(Func<object?> operation)
    {
        try
        {
            return operation()?.ToString();
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException)
        {
            return exception.GetType().Name;
        }
    }
}

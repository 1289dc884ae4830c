using PooledGen.Bench.Scenarios;
using PooledGen.Bench.Scenarios.Pools;

namespace PooledGen.Bench.Harness;

/// <summary>A task and everyone who competes in it.</summary>
/// <param name="Name">What tables, result files and the filter call it.</param>
/// <param name="Empty">What every operation costs that does nothing: the measurements are net of it.</param>
/// <param name="Contenders">In the order in which they are shown.</param>
internal sealed record Scenario(string Name, Contender Empty, IReadOnlyList<Contender> Contenders)
{
    public static IReadOnlyList<Scenario> All { get; } =
    [
        From("one rental", new OneRental()),
        From("one rental, with a call", new OneRentalWithCall()),
        From("constant length", new ConstantLength()),
        From("random lengths", new RandomLengths()),
        From("array that stays", new ArrayThatStays()),
        From("two nested", new TwoNested()),
        From("eight nested", new EightNested()),
        From("wrong order", new WrongOrder()),
        From("reference elements", new ReferenceElements()),
        From("stack first", new StackFirst()),
        From("two nested, 16 threads", new TwoNestedInTasks()),
        From("owner", new OwnedRental()),
        From("owner within a budget", new BudgetedOwner()),
        From("owner within a budget, 16 tasks", new BudgetedOwnerTasks()),
        From("hand-over", new HandOver()),
        From("hand-over, channel", new HandOverByChannel()),
        From("hand-over, async", new HandOverAsync()),
        From("as ArrayPool, one", new ArrayPoolAdapter()),
        From("as ArrayPool, two nested", new ArrayPoolAdapterNested()),
        From("as ArrayPool, two pools in turns", new ArrayPoolAdapterInTurns()),
        From("as ArrayPool, two nested in 16 tasks", new ArrayPoolAdapterTasks()),
        From("own ArrayPool, one", new ArrayPoolOfOnesOwn()),
        From("own ArrayPool, two nested", new ArrayPoolOfOnesOwnNested()),
        From("own ArrayPool, two nested in 16 tasks", new ArrayPoolOfOnesOwnTasks()),
        From("as MemoryPool", new MemoryPoolAdapter()),
        From("writer, 10 KB", new WriterOfTenKilobytes()),
        From("text writer", new TextWriting()),
        From("stream, 10 KB", new StreamOfTenKilobytes()),
        From("Base64 decode", new Base64Decode()),
        From("pipe, 16 KB", new PipeOfBlocks()),
    ];

    /// <summary>Every pool that people write, against each other: a group of its own, because it takes as long as half of the others.</summary>
    public static IReadOnlyList<Scenario> Pools { get; } =
    [
        From("one array, 16 tasks", new PoolsWithOneArray()),
        From("two arrays, 16 tasks", new PoolsWithTwoArrays()),
        From("no return, 16 tasks", new PoolsWithoutReturn()),
    ];

    private static Scenario From(string name, object scenario)
    {
        // In the order of the source, and what several scenarios share first.
        List<Contender> contenders =
        [
            .. scenario.GetType().GetMethods()
                .OrderBy(method => method.DeclaringType == scenario.GetType())
                .Select(method => Contender.From(scenario, method))
                .OfType<Contender>(),
        ];
        Contender empty = contenders.Find(static contender => contender.Name == Names.Empty) ?? Contender.Empty;
        contenders.Remove(empty);
        return new Scenario(name, empty, contenders);
    }
}

using System.Reflection;
using PooledGen.Bench.Scenarios;

namespace PooledGen.Bench.Harness;

/// <summary>A task and everyone who competes in it.</summary>
/// <param name="Name">What tables, result files and the filter call it.</param>
/// <param name="Empty">What every operation costs that does nothing: the measurements are net of it.</param>
/// <param name="Contenders">In the order in which they are shown.</param>
internal sealed record Scenario(string Name, Contender Empty, IReadOnlyList<Contender> Contenders)
{
    public static IReadOnlyList<Scenario> All { get; } =
    [
        From("one rental", typeof(OneRental)),
        From("constant length", typeof(ConstantLength)),
        From("two nested", typeof(TwoNested)),
        From("eight nested", typeof(EightNested)),
        From("wrong order", typeof(WrongOrder)),
        From("reference elements", typeof(ReferenceElements)),
        From("stack first", typeof(StackFirst)),
        From("TwoArrays", typeof(TwoArrays)),
    ];

    private static Scenario From(string name, Type type)
    {
        // The compiler keeps the order of the source.
        List<Contender> contenders = [.. type.GetMethods(BindingFlags.Public | BindingFlags.Static).Select(Contender.From).OfType<Contender>()];
        Contender empty = contenders.Find(static contender => contender.Name == Names.Empty) ?? Contender.EmptyCall;
        contenders.Remove(empty);
        return new Scenario(name, empty, contenders);
    }
}

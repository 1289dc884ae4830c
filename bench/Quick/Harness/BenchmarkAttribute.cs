namespace PooledGen.Bench;

/// <summary>Marks a contender. Named like BenchmarkDotNet's, which takes its place when that project compiles the same scenarios.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class BenchmarkAttribute : Attribute
{
    public required string Description { get; init; }

    /// <summary>What the scenario's ratios refer to.</summary>
    public bool Baseline { get; init; }

    public int OperationsPerInvoke { get; init; } = 1;
}

/// <summary>What a contender is called with.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class ArgumentsAttribute(int value) : Attribute
{
    public int Value => value;
}

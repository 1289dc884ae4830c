namespace PooledGen.Bench.Harness;

/// <summary>How long to measure.</summary>
/// <param name="Rounds">In each, every contender of a scenario is measured once.</param>
/// <param name="BatchNanoseconds">About how long one of these measurements takes: short against a scheduler's time slice.</param>
internal sealed record Plan(int Rounds, double BatchNanoseconds)
{
    public static Plan Full { get; } = new(Rounds: 201, BatchNanoseconds: 1_000_000);

    /// <summary>Shows that everything works; its figures mean little.</summary>
    public static Plan Smoke { get; } = new(Rounds: 7, BatchNanoseconds: 50_000);
}

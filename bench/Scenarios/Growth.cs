namespace PooledGen.Bench.Scenarios;

/// <summary>What everything that grows is filled with.</summary>
internal static class Growth
{
    public const int TenKilobytes = 10_000;
    public const int Step = 100;
}

using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;

namespace PooledGen.Bench;

/// <summary>The defaults, and the allocations.</summary>
internal sealed class Config : ManualConfig
{
    public Config()
    {
        Add(DefaultConfig.Instance);
        AddDiagnoser(MemoryDiagnoser.Default);
    }
}

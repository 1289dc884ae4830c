namespace PooledGen.Runtime.Tests.Diagnostics;

/// <summary>Listeners and collectors see the whole process: such tests run one after the other, and beside no others.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public class ProcessWide
{
    public const string Name = "Process-wide";
}

namespace PooledGen.Runtime.Tests;

/// <summary>Tests that a garbage collection of another test would disturb: they run after all others, one at a time.</summary>
[CollectionDefinition(nameof(OneAtATime), DisableParallelization = true)]
public class OneAtATime;

extern alias rules;
using PooledGen.Generator.Analyzers;
using BodyCheckpoints = rules::PooledGen.Generator.Analyzers.Checkpoints;

namespace PooledGen.Testing;

/// <summary>The checkpoints that the rules pass, of all threads of the process.</summary>
public static class RuleCheckpoints
{
    /// <summary>Calls the action at each checkpoint; null ends that.</summary>
    public static void Observe(Action? observer) => Checkpoints.Observer = BodyCheckpoints.Observer = observer;
}

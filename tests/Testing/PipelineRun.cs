using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace PooledGen.Testing;

/// <summary>What one run of the generator did in each of its steps.</summary>
public sealed record PipelineRun(GeneratorDriver Driver)
{
    private GeneratorRunResult Result { get; } = Driver.GetRunResult().Results.Single();

    /// <summary>One entry for each model that a named step of the pipeline yields.</summary>
    public IEnumerable<IncrementalStepRunReason> Models => ReasonsOf(Buffers.Concat(GenericBuffers));

    /// <summary>One entry for each emitted file.</summary>
    public IEnumerable<IncrementalStepRunReason> Files => ReasonsOf(Result.TrackedOutputSteps.SelectMany(step => step.Value));

    /// <summary>Whether nothing was computed that a run before had not computed already, and something was asked for.</summary>
    public bool IsCached
        => Models.Any() && Models.Concat(Files).All(reason => reason is IncrementalStepRunReason.Cached or IncrementalStepRunReason.Unchanged);

    /// <summary>Every value that a named step holds between two runs.</summary>
    public IEnumerable<object> HeldValues => Buffers.Concat(GenericBuffers).SelectMany(step => step.Outputs).Select(output => output.Value);

    private ImmutableArray<IncrementalGeneratorRunStep> Buffers => Step(Generator.TrackingNames.Buffers);

    private ImmutableArray<IncrementalGeneratorRunStep> GenericBuffers => Step(Generator.TrackingNames.GenericBuffers);

    /// <summary>Runs the same generator again, on another state of the project.</summary>
    public PipelineRun Next(Compilation compilation) => new(Driver.RunGenerators(compilation));

    private static IEnumerable<IncrementalStepRunReason> ReasonsOf(IEnumerable<IncrementalGeneratorRunStep> steps)
        => steps.SelectMany(step => step.Outputs).Select(output => output.Reason);

    // A step that had nothing to do is not there.
    private ImmutableArray<IncrementalGeneratorRunStep> Step(string name)
        => Result.TrackedSteps.TryGetValue(name, out ImmutableArray<IncrementalGeneratorRunStep> steps) ? steps : [];
}

namespace PooledGen.Diagnostics;

/// <summary>One finding of a <see cref="PoolProbe"/>. Immutable.</summary>
public sealed class PoolProbeFinding
{
    private readonly string _text;

    internal PoolProbeFinding(ProbeRun? run, string text, string cause)
    {
        Where = run?.Where;
        _text = text;
        Cause = cause;
    }

    /// <summary>
    /// How and where the run was disturbed, for <see cref="PoolProbeOptions.Only"/>; null for an undisturbed run, and for what belongs to no run.
    /// </summary>
    public PoolProbePlace? Where { get; }

    /// <summary>What happened to an array; null if it is not an array of the framework's pools.</summary>
    public ArrayPoolMisuse? Misuse { get; internal init; }

    /// <summary>
    /// The exception that the run ended by, and should not: a <see cref="TimeoutException"/> if it did not end in time; null for other findings.
    /// </summary>
    public Exception? Exception { get; internal init; }

    /// <summary>Findings for which it is equal have one cause.</summary>
    internal string Cause { get; }

    /// <summary>What happened, in which run, how to repeat it, and the stacks.</summary>
    /// <returns>Several lines.</returns>
    public override string ToString() => _text;
}

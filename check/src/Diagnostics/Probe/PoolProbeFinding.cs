namespace PooledGen.Diagnostics;

/// <summary>One finding of a <see cref="PoolProbe"/>. Immutable.</summary>
public sealed class PoolProbeFinding
{
    private readonly string _text;

    internal PoolProbeFinding(ProbeRun? run, string text, string cause)
    {
        Mode = run?.Mode;
        Place = run?.Place ?? 0;
        _text = text;
        Cause = cause;
    }

    /// <summary>How the run was disturbed; null for an undisturbed run, and for what belongs to no run.</summary>
    public PoolProbeMode? Mode { get; }

    /// <summary>
    /// Where: the number of the event, from 1, or of the bytes that came before, from 0. With <see cref="Mode"/> it is <see cref="PoolProbeOptions.Only"/>.
    /// </summary>
    public int Place { get; }

    /// <summary>What happened to an array; null if it is no array of the framework's pools.</summary>
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

namespace PooledGen.Diagnostics;

/// <summary>What the runs of a <see cref="PoolProbe"/> did. Immutable.</summary>
public sealed class PoolProbeResult
{
    internal PoolProbeResult(string caller, IReadOnlyList<PoolProbeFinding> findings) => (Caller, Findings) = (caller, findings);

    /// <summary>What the findings call the operation: the name of the method that called the probe.</summary>
    internal string Caller { get; }

    /// <summary>
    /// How many rents and returns the operation caused in the second run, which nothing disturbed either; 0 with <see cref="PoolProbeOptions.Only"/>. The first
    /// run has more, if it initialises what later ones find.
    /// </summary>
    internal int Events { get; init; }

    /// <summary>How many runs there were, with the two that nothing disturbed.</summary>
    public int Runs { get; internal init; }

    /// <summary>How many runs completed.</summary>
    public int Completed { get; internal init; }

    /// <summary>
    /// How many runs ended by an exception that is a right answer: an <see cref="OperationCanceledException"/> of a run that was cancelled, or any exception
    /// of a run whose stream or input was disturbed.
    /// </summary>
    public int Stopped { get; internal init; }

    /// <summary>
    /// How many runs ended before they came to their place, so that nothing disturbed them. It is a finding if most of them did. Runs of
    /// <see cref="PoolProbeMode.CancelAfter"/> have no place, and do not count.
    /// </summary>
    public int NotReached { get; internal init; }

    /// <summary>How many places had no run, because <see cref="PoolProbeOptions.TotalTimeLimit"/> was over.</summary>
    internal int LeftOut { get; init; }

    /// <summary>How many findings <see cref="PoolProbeOptions.Ignore"/> took out.</summary>
    internal int Ignored { get; init; }

    /// <summary>
    /// How many rents and returns the process had meanwhile that belong to no probe: of other tests, and of work that was started without the execution
    /// context of the operation.
    /// </summary>
    internal long NotAttributed { get; init; }

    /// <summary>The findings, those about arrays that were not returned last; empty in the result of a method that does not throw.</summary>
    public IReadOnlyList<PoolProbeFinding> Findings { get; }

    /// <summary>
    /// Findings about code that belongs to no run: of other tests, or started without the execution context of the operation. They do not fail the probe. Those
    /// about arrays that were not returned are not among them, because other tests may still use theirs.
    /// </summary>
    public IReadOnlyList<PoolProbeFinding> Unattributed { get; internal init; } = [];

    /// <summary>Sentences about what the probe could not see; null for none.</summary>
    internal string? Remarks { get; init; }

    /// <summary>The figures, and what the probe could not see.</summary>
    /// <returns>One line.</returns>
    public override string ToString()
        => FormattableString.Invariant(
            $"{Runs} runs of {Caller}: {Completed} completed, {Stopped} stopped, {NotReached} did not reach their place; ")
            + FormattableString.Invariant($"{Events} events undisturbed, {NotAttributed} not attributed.")
            + (LeftOut == 0 ? "" : $" {LeftOut} places were left out, because {nameof(PoolProbeOptions.TotalTimeLimit)} was over.")
            + (Ignored == 0 ? "" : $" {Ignored} findings were ignored.")
            + (Unattributed.Count == 0 ? "" : $" {Unattributed.Count} findings are of code that belongs to no run, and do not fail the probe.")
            + (Remarks is null ? "" : $" {Remarks}");
}

/// <summary>The exception of a <see cref="PoolProbe"/> that has findings. The message has the first finding of each place in the code.</summary>
public sealed class PoolProbeException : Exception
{
    internal PoolProbeException(PoolProbeResult result, string? remarks)
        : base(
            FindingText.MessageOf(
                $"PoolProbe found something {FindingText.Times(result.Findings.Count)}", result.Findings, static finding => finding.Cause, remarks),
            result.Findings.Select(static finding => finding.Exception).FirstOrDefault(static exception => exception is not null))
        => Result = result;

    /// <summary>What the runs did, with all findings.</summary>
    public PoolProbeResult Result { get; }
}

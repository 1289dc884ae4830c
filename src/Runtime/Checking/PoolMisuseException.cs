namespace PooledGen;

/// <summary>The exception of a <see cref="PoolCheck"/> that has findings. The message lists all of them, with stacks.</summary>
public sealed class PoolMisuseException : Exception
{
    internal PoolMisuseException(IReadOnlyList<PoolMisuse> findings)
        : base(MessageOf(findings)) => Findings = findings;

    /// <summary>The findings, leaks last.</summary>
    public IReadOnlyList<PoolMisuse> Findings { get; }

    // The last line separates the stacks of the findings from the exception's own, which follows the message.
    private static string MessageOf(IReadOnlyList<PoolMisuse> findings)
    {
        string times = findings.Count == 1 ? "once" : $"{findings.Count} times";
        return $"Pooled buffers were misused {times}:\n\n"
            + $"{string.Join("\n\n", findings.Select(static (misuse, i) => $"{i + 1}. {misuse}"))}\n\n--- End of findings ---";
    }
}

namespace PooledGen;

/// <summary>A <see cref="PoolCheck"/> has found something. The message lists all of it, with stacks.</summary>
public sealed class PoolMisuseException : Exception
{
    internal PoolMisuseException(IReadOnlyList<PoolMisuse> findings)
        : base(MessageOf(findings)) => Findings = findings;

    /// <summary>What was found, leaks last.</summary>
    public IReadOnlyList<PoolMisuse> Findings { get; }

    private static string MessageOf(IReadOnlyList<PoolMisuse> findings)
        => $"Pooled buffers were misused, {findings.Count} times:\n\n" + string.Join("\n\n", findings.Select(static (misuse, i) => $"{i + 1}. {misuse}"));
}

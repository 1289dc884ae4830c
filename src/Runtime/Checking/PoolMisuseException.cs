namespace PooledGen;

/// <summary>The exception of a <see cref="PoolCheck"/> that has findings. The message has the stacks of the first finding of each place in the code.</summary>
public sealed class PoolMisuseException : Exception
{
    internal PoolMisuseException(IReadOnlyList<PoolMisuse> findings)
        : base(MessageOf(findings)) => Findings = findings;

    /// <summary>All findings, leaks last.</summary>
    public IReadOnlyList<PoolMisuse> Findings { get; }

    // One line that forgets a Dispose leaks in every test that reaches it. The last line of the message separates the stacks of the findings from the
    // exception's own, which follows the message.
    private static string MessageOf(IReadOnlyList<PoolMisuse> findings)
    {
        string times = findings.Count == 1 ? "once" : $"{findings.Count} times";
        IEnumerable<string> places = findings
            .GroupBy(static misuse => misuse.Place)
            .Select(static (place, i) => $"{i + 1}. {(place.Count() == 1 ? "" : $"{place.Count()} times at this place, first: ")}{place.First()}");
        return $"Pooled buffers were misused {times}:\n\n{string.Join("\n\n", places)}\n\n--- End of findings ---";
    }
}

namespace PooledGen;

/// <summary>The text of findings and of their stacks.</summary>
internal static class FindingText
{
    private const int NearestFrames = 8;

    // In a test and on a server most frames of a stack belong to these. They do not help to find the mistake.
    private static readonly string[] s_frameworks = [" System.", " Microsoft."];

    /// <summary>
    /// The message of an exception with findings. One line of code that forgets a Dispose loses a buffer in every test that reaches it, so the message has the
    /// first finding of each place.
    /// </summary>
    /// <param name="heading">What has findings.</param>
    /// <param name="findings">The findings.</param>
    /// <param name="placeOf">
    /// The kind, the pool and the lines of code. Findings for which these are equal have one cause, because only their callers differ.
    /// </param>
    /// <param name="remark">What the message says after the findings; null for nothing.</param>
    /// <returns>The message. Its last line separates the stacks of the findings from the exception's own, which follows the message.</returns>
    public static string MessageOf<TFinding>(string heading, IReadOnlyList<TFinding> findings, Func<TFinding, string> placeOf, string? remark)
    {
        IEnumerable<string> places = findings
            .GroupBy(placeOf)
            .Select(static (place, i) => $"{i + 1}. {(place.Count() == 1 ? "" : $"{place.Count()} times at this place, first: ")}{place.First()}");
        string end = remark is null ? "" : $"\n\n{remark}";
        return $"{heading}:\n\n{string.Join("\n\n", places)}{end}\n\n--- End of findings ---";
    }

    /// <summary>How often something happened.</summary>
    /// <param name="count">At least 1.</param>
    public static string Times(int count) => count == 1 ? "once" : $"{count} times";

    /// <summary>The thread and the nearest frames of a stack, without those of the frameworks.</summary>
    /// <param name="threadId">The managed id of the thread.</param>
    /// <param name="frames">The frames.</param>
    /// <param name="all">The property that has all frames.</param>
    public static string Shorten(int threadId, IReadOnlyCollection<string> frames, string all)
    {
        string[] shown = [.. frames.Where(static frame => !Array.Exists(s_frameworks, frame.Contains) && !TestFrameworks.AreIn(frame)).Take(NearestFrames)];
        string rest = frames.Count > shown.Length ? $"\n   ({frames.Count - shown.Length} more in {all})" : "";
        return $"on thread {threadId}:\n{string.Join("\n", shown)}{rest}";
    }
}

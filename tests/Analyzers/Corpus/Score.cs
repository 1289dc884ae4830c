namespace PooledGen.Analyzers.Tests.Corpus;

/// <summary>The findings of all rules, held against the annotations.</summary>
internal sealed record Score(IReadOnlyList<Annotation> Annotations, IReadOnlyList<Finding> Findings)
{
    /// <summary>The bugs that one method shows.</summary>
    public IReadOnlyList<Annotation> Bugs => [.. Annotations.Where(annotation => annotation.IsExpected)];

    public IReadOnlyList<Annotation> Missed => [.. Bugs.Where(bug => !Findings.Any(bug.Covers))];

    public IReadOnlyList<Finding> False => [.. Findings.Where(finding => !Annotations.Any(annotation => annotation.Covers(finding)))];

    public IReadOnlyList<Annotation> BeyondOneFrame => [.. Annotations.Where(annotation => annotation.IsBeyondOneFrame)];

    public double Precision => Findings.Count == 0 ? 1 : 1 - ((double)False.Count / Findings.Count);

    public double Recall => 1 - ((double)Missed.Count / Bugs.Count);

    /// <summary>For a reader: the figures, then each line on which rules and annotations differ.</summary>
    public override string ToString() =>
        $"""
        precision {Precision:P1}: {Findings.Count} findings, {False.Count} of them wrong
        recall    {Recall:P1}: {Bugs.Count} bugs that one method shows, {Missed.Count} of them missed
        beyond one frame: {BeyondOneFrame.Count}, found {BeyondOneFrame.Count(bug => Findings.Any(bug.Covers))}

        by rule: {string.Join(", ", ByRule())}

        wrong:
        {List(False)}

        missed:
        {List(Missed)}
        """;

    private IEnumerable<string> ByRule()
        => from bug in Bugs
           group bug by string.Join('/', bug.Ids) into rule
           orderby rule.Key
           select $"{rule.Key} {rule.Count(bug => Findings.Any(bug.Covers))} of {rule.Count()}";

    private static string List(IEnumerable<object> items) => string.Join('\n', items.Select(item => $"  {item}").DefaultIfEmpty("  none"));
}

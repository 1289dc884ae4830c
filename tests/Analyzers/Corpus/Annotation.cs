using System.Text.RegularExpressions;

namespace PooledGen.Analyzers.Tests.Corpus;

/// <summary>
/// What a comment at the end of a line of the corpus says:
/// <c>// PG0203</c>, a rule has to speak here;
/// <c>// PG0202/PG0208</c>, one of the two has to;
/// <c>// PG0204?</c>, it may: a careful reader could say either;
/// <c>// beyond one frame: PG0203</c>, it is this bug, but nothing in this method shows it.
/// </summary>
internal sealed partial record Annotation(string File, int Line, string Text, IReadOnlyList<string> Ids, bool IsDebatable, bool IsBeyondOneFrame)
{
    public bool IsExpected => !IsDebatable && !IsBeyondOneFrame;

    /// <summary>The annotations of a source, by its lines; the first is 1.</summary>
    public static IEnumerable<Annotation> In(string file, string source)
        => source.Split('\n').SelectMany((line, index) => Parse(file, index + 1, line));

    public bool Covers(Finding finding) => finding.File == File && finding.Line == Line && Ids.Contains(finding.Id);

    public override string ToString() => $"{File}({Line}): {string.Join('/', Ids)}: {Text}";

    private static IEnumerable<Annotation> Parse(string file, int number, string line)
    {
        Match match = Comment().Match(line);
        if (!match.Success)
            return [];

        string text = line[..match.Index].Trim();
        bool isBeyond = match.Groups["beyond"].Success;
        return match.Groups["ids"].Value.Split(", ").Select(
            ids => new Annotation(file, number, text, ids.TrimEnd('?').Split('/'), ids.EndsWith('?'), isBeyond));
    }

    [GeneratedRegex(@"//\s(?<beyond>beyond one frame:\s)?(?<ids>PG\d{4}(/PG\d{4})*\??(,\sPG\d{4}(/PG\d{4})*\??)*)$", RegexOptions.ExplicitCapture)]
    private static partial Regex Comment();
}

/// <summary>What a rule said of a line.</summary>
internal sealed record Finding(string File, int Line, string Id, string Message)
{
    public override string ToString() => $"{File}({Line}): {Id}: {Message}";
}

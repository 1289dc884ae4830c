using System.Text.RegularExpressions;

namespace PooledGen.Analyzers.Tests;

/// <summary>What the reports of a rule were judged to be in a set of public repositories, as docs/internals/real-code.md states it.</summary>
/// <param name="Reports">All reports, judged or not.</param>
/// <param name="Right">Those that were judged to be right.</param>
/// <param name="Debatable">Those that a careful maintainer could leave.</param>
/// <param name="Wrong">Those on code that is right.</param>
/// <param name="Repositories">How many repositories the judged reports come from.</param>
internal sealed partial record RealCodeFigures(int Reports, int Right, int Debatable, int Wrong, int Repositories)
{
    /// <summary>The repositories that the rules were developed on.</summary>
    public static IReadOnlyDictionary<string, RealCodeFigures> Development { get; } = Read(isUnseen: false);

    /// <summary>Repositories that the author of the rules had not read.</summary>
    public static IReadOnlyDictionary<string, RealCodeFigures> Unseen { get; } = Read(isUnseen: true);

    private static RealCodeFigures None { get; } = new(0, 0, 0, 0, 0);

    public int Judged => Right + Debatable + Wrong;

    /// <summary>Whether a rule with these figures on unseen code has earned to be a warning.</summary>
    public bool EarnWarning => Judged >= 20 && Repositories >= 5 && Right * 20 >= Judged * 19;

    /// <summary>Whether a project that asks for warnings about raw pools gets those of a rule with these figures on both sets together.</summary>
    public bool AllowWarning => Judged >= 5 && Wrong == 0 && Right * 10 >= Judged * 9;

    public static RealCodeFigures Of(string rule, IReadOnlyDictionary<string, RealCodeFigures> set) => set.GetValueOrDefault(rule, None);

    public static RealCodeFigures operator +(RealCodeFigures one, RealCodeFigures other) => new(
        one.Reports + other.Reports, one.Right + other.Right, one.Debatable + other.Debatable, one.Wrong + other.Wrong, one.Repositories + other.Repositories);

    public override string ToString() => this switch
    {
        { Reports: 0 } => "no report",
        { Judged: 0 } => $"{Reports} not judged",
        _ => $"{Right} of {Judged} right{(Wrong > 0 ? $", {Wrong} wrong" : "")} ({Repositories} {(Repositories == 1 ? "repository" : "repositories")})",
    };

    // The totals stand in a table for each set; each judged report has a row of its own further down.
    private static Dictionary<string, RealCodeFigures> Read(bool isUnseen)
    {
        string text = File.ReadAllText(Repository.PathTo("docs/internals/real-code.md"));
        string totals = Section(text, isUnseen ? "## Repositories that were not looked at before" : "## The repositories that the rules were developed on");
        ILookup<string, Match> reports = Report().Matches(Section(text, isUnseen ? "### Of the unseen sets" : "## Every report"))
            .ToLookup(match => match.Groups["rule"].Value);
        return Total().Matches(totals).ToDictionary(match => match.Groups["rule"].Value, match => FiguresOf(match, reports[match.Groups["rule"].Value]));
    }

    private static RealCodeFigures FiguresOf(Match total, IEnumerable<Match> reports)
    {
        ILookup<string, Match> judged = reports.ToLookup(report => report.Groups["judged"].Value);
        var figures = new RealCodeFigures(
            int.Parse(total.Groups["reports"].Value),
            judged["right"].Count(),
            judged["debatable"].Count(),
            judged["wrong"].Count(),
            reports.Select(report => report.Groups["repository"].Value).Distinct().Count());

        Assert.Equal(
            total.Groups["judged"].Value,
            figures.Judged == 0 ? "not judged | not judged | not judged" : $"{figures.Right} | {figures.Debatable} | {figures.Wrong}");
        return figures;
    }

    private static string Section(string text, string heading)
    {
        int start = text.IndexOf($"\n{heading}\n", StringComparison.Ordinal) + heading.Length + 1;
        int end = text.IndexOf("\n##", start, StringComparison.Ordinal);
        return end < 0 ? text[start..] : text[start..end];
    }

    [GeneratedRegex(@"^\| \[(?<rule>PG\d{4})\]\([^)]*\) \| (?<reports>\d+) \| (?<judged>[^|\n]+ \| [^|\n]+ \| [^|\n]+) \|$",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex Total();

    [GeneratedRegex(@"^- (?<rule>PG\d{4}) (?<judged>right|debatable|wrong): (?<repository>[^ \n]+) [^\n]+$",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex Report();
}

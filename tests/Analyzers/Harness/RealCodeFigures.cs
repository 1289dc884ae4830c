using System.Text.RegularExpressions;

namespace PooledGen.Analyzers.Tests;

/// <summary>What the reports of a rule were judged to be in public repositories, as the tables of docs/internals/real-code.md state it.</summary>
/// <param name="Right">Those that were judged to be right.</param>
/// <param name="Debatable">Those that a careful maintainer could leave.</param>
/// <param name="Wrong">Those on code that is right.</param>
/// <param name="Mended">Those of the wrong ones that the rule of today does not give: their reason says so.</param>
/// <param name="Repositories">How many repositories the reports come from that are listed one by one.</param>
/// <param name="RightRepositories">How many of these repositories have a right one.</param>
/// <param name="AreListed">Whether all reports are listed one by one; if not, there may be more repositories.</param>
internal sealed partial record RealCodeFigures(int Right, int Debatable, int Wrong, int Mended, int Repositories, int RightRepositories, bool AreListed)
{
    /// <summary>The repositories that the rules were developed on.</summary>
    public static IReadOnlyDictionary<string, RealCodeFigures> Development { get; }
        = Read("## The repositories that the rules were developed on", 0);

    /// <summary>
    /// Repositories that the author of the rules had not read: these measurements have no repository in common as far as they are listed.
    /// </summary>
    public static IReadOnlyDictionary<string, RealCodeFigures> Unseen { get; } = new[]
    {
        Read("## Repositories that were not looked at before", 1, 2, 3, 4, 5, 6),
        Read("## 36 repositories of which no list is kept"),
        Read("## A seventh set of repositories", 7),
        Read("## An eighth set of repositories", 8),
        Read("## A ninth set of repositories", 9),
        Read("## A tenth set of repositories", 10),
        Read("## An eleventh set of repositories", 11),
        Read("## A twelfth set of repositories", 12),
    }.SelectMany(static set => set)
        .GroupBy(static rule => rule.Key, static rule => rule.Value)
        .ToDictionary(static rule => rule.Key, static rule => rule.Aggregate(static (one, other) => one + other));

    private static RealCodeFigures None { get; } = new(0, 0, 0, 0, 0, 0, AreListed: true);

    public int Reports => Right + Debatable + Wrong;

    /// <summary>How many of the reports that the rule still gives are right: from 0 to 1.</summary>
    public double ShareOfRight => Reports == Mended ? 0 : (double)Right / (Reports - Mended);

    /// <summary>
    /// Whether a rule with these figures on unseen code has earned to be a warning for all who add PooledGen. Fewer reports would not tell: one repository may
    /// repeat one mistake seven times.
    /// </summary>
    public bool EarnWarning => Reports >= 40 && Repositories >= 5 && Right * 20 >= Reports * 19;

    /// <summary>
    /// Whether a project that asks for warnings about raw pools gets those of a rule with these figures on all sets together. What the rule does not give any
    /// more does not count. One project repeats its mistake, so the right reports must be of several.
    /// </summary>
    public bool AllowWarning => RightRepositories >= 5 && Wrong == Mended && Right * 10 >= (Reports - Mended) * 9;

    /// <summary>
    /// Whether a project that asks for what is nearly always right gets a warning from a rule with these figures on all sets together: at least 17 of 20
    /// reports are right, and at most one of 20 is wrong. What the rule does not give any more does not count.
    /// </summary>
    public bool AreNearlyAlwaysRight => Reports - Mended >= 5 && Right * 20 >= (Reports - Mended) * 17 && (Wrong - Mended) * 20 <= Reports - Mended;

    public static RealCodeFigures Of(string rule, IReadOnlyDictionary<string, RealCodeFigures> sets) => sets.GetValueOrDefault(rule, None);

    public static RealCodeFigures operator +(RealCodeFigures one, RealCodeFigures other) => new(
        one.Right + other.Right,
        one.Debatable + other.Debatable,
        one.Wrong + other.Wrong,
        one.Mended + other.Mended,
        one.Repositories + other.Repositories,
        one.RightRepositories + other.RightRepositories,
        one.AreListed && other.AreListed);

    public override string ToString()
    {
        string mended = Mended > 0 ? $" ({Mended} mended)" : "";
        string wrong = Wrong > 0 ? $", {Wrong} wrong{mended}" : "";
        string repositories = $"{Repositories}{(AreListed ? "" : "+")} {(Repositories == 1 ? "repository" : "repositories")}";
        return Reports == 0 ? "no report" : $"{Right} of {Reports} right{wrong} ({repositories})";
    }

    // The totals of the sets stand in a table of the page, and each report in the file of its set. Of the repositories without a set no list is kept.
    private static Dictionary<string, RealCodeFigures> Read(string heading, params int[] sets)
    {
        string page = File.ReadAllText(Repository.PathTo("docs/internals/real-code.md"));
        ILookup<string, RealCodeReport> listed = sets.SelectMany(RealCodeReport.InSet).ToLookup(static report => report.Rule);
        Dictionary<string, RealCodeFigures> figures = Total().Matches(Section(page, heading)).ToDictionary(
            static match => match.Groups["rule"].Value, match => FiguresOf(match, listed[match.Groups["rule"].Value], sets.Length > 0));

        Assert.NotEmpty(figures);
        Assert.Subset(figures.Keys.ToHashSet(), listed.Select(static rule => rule.Key).ToHashSet());
        return figures;
    }

    private static RealCodeFigures FiguresOf(Match total, IEnumerable<RealCodeReport> reports, bool areListed)
    {
        int Judged(string verdict)
        {
            int count = int.Parse(total.Groups[verdict].Value);
            if (areListed)
                Assert.Equal(count, reports.Count(report => report.Verdict == verdict));
            return count;
        }

        int mended = reports.Count(static report => report is { Verdict: "wrong", IsMended: true });
        int repositories = reports.Select(static report => report.Repository).Distinct().Count();
        int right = reports.Where(static report => report.Verdict == "right").Select(static report => report.Repository).Distinct().Count();
        var figures = new RealCodeFigures(Judged("right"), Judged("debatable"), Judged("wrong"), mended, repositories, right, areListed);
        Assert.Equal(int.Parse(total.Groups["reports"].Value), figures.Reports);
        return figures;
    }

    private static string Section(string text, string heading)
    {
        int start = text.IndexOf($"\n{heading}\n", StringComparison.Ordinal);
        Assert.True(start >= 0, $"real-code.md has no heading '{heading}'.");
        int end = text.IndexOf("\n##", start + heading.Length, StringComparison.Ordinal);
        return end < 0 ? text[start..] : text[start..end];
    }

    [GeneratedRegex(@"^\| \[(?<rule>PG\d{4})\]\([^)]*\) \| (?<reports>\d+) \| (?<right>\d+) \| (?<debatable>\d+) \| (?<wrong>\d+) \|$",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex Total();
}

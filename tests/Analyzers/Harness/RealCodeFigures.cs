namespace PooledGen.Analyzers.Tests;

/// <summary>What the reports of a rule were judged to be in public repositories.</summary>
/// <param name="Right">Those that were judged to be right.</param>
/// <param name="Debatable">Those that a careful maintainer could leave.</param>
/// <param name="Wrong">Those on code that is right.</param>
/// <param name="Fixed">Those of the wrong ones that the rule of today does not give: their reason says so.</param>
/// <param name="Repositories">How many repositories the reports come from that are listed one by one.</param>
/// <param name="RightRepositories">How many of these repositories have a right one.</param>
/// <param name="AreListed">Whether all reports are listed one by one; if not, there may be more repositories.</param>
internal sealed record RealCodeFigures(int Right, int Debatable, int Wrong, int Fixed, int Repositories, int RightRepositories, bool AreListed)
{
    /// <summary>By rule, in the repositories that the rules were developed on.</summary>
    public static IReadOnlyDictionary<string, RealCodeFigures> Development { get; } = Sum(Listed(static set => set == 0));

    /// <summary>
    /// By rule, in repositories that the author of the rules had not read: these measurements have no repository in common as far as they are listed.
    /// </summary>
    public static IReadOnlyDictionary<string, RealCodeFigures> Unseen { get; } = Sum(Listed(static set => set > 0).Concat(Unlisted()));

    private static RealCodeFigures None { get; } = new(0, 0, 0, 0, 0, 0, AreListed: true);

    public int Reports => Right + Debatable + Wrong;

    /// <summary>How many of the reports that the rule still gives are right: from 0 to 1.</summary>
    public double ShareOfRight => Reports == Fixed ? 0 : (double)Right / (Reports - Fixed);

    /// <summary>
    /// Whether a rule with these figures on unseen code has earned to be a warning for all who add PooledGen. Fewer reports would not tell: one repository may
    /// repeat one mistake seven times.
    /// </summary>
    public bool EarnWarning => Reports >= 40 && Repositories >= 5 && Right * 20 >= Reports * 19;

    /// <summary>
    /// Whether a project that asks for warnings about raw pools gets those of a rule with these figures on all sets together. What the rule does not give any
    /// more does not count. One project repeats its mistake, so the right reports must be of several.
    /// </summary>
    public bool AllowWarning => RightRepositories >= 5 && Wrong == Fixed && Right * 10 >= (Reports - Fixed) * 9;

    /// <summary>
    /// Whether a project that asks for what is nearly always right gets a warning from a rule with these figures on all sets together: at least 17 of 20
    /// reports are right, and at most one of 20 is wrong. What the rule does not give any more does not count.
    /// </summary>
    public bool AreNearlyAlwaysRight => Reports - Fixed >= 5 && Right * 20 >= (Reports - Fixed) * 17 && (Wrong - Fixed) * 20 <= Reports - Fixed;

    public static RealCodeFigures Of(string rule, IReadOnlyDictionary<string, RealCodeFigures> sets) => sets.GetValueOrDefault(rule, None);

    public static RealCodeFigures operator +(RealCodeFigures one, RealCodeFigures other) => new(
        one.Right + other.Right,
        one.Debatable + other.Debatable,
        one.Wrong + other.Wrong,
        one.Fixed + other.Fixed,
        one.Repositories + other.Repositories,
        one.RightRepositories + other.RightRepositories,
        one.AreListed && other.AreListed);

    public override string ToString()
    {
        string ofThem = Fixed > 0 ? $" ({Fixed} fixed)" : "";
        string wrong = Wrong > 0 ? $", {Wrong} wrong{ofThem}" : "";
        string repositories = $"{Repositories}{(AreListed ? "" : "+")} {(Repositories == 1 ? "repository" : "repositories")}";
        return Reports == 0 ? "no report" : $"{Right} of {Reports} right{wrong} ({repositories})";
    }

    private static Dictionary<string, RealCodeFigures> Sum(IEnumerable<(string Rule, RealCodeFigures Figures)> parts)
        => parts.GroupBy(static part => part.Rule, static part => part.Figures)
            .ToDictionary(static rule => rule.Key, static rule => rule.Aggregate(static (one, other) => one + other));

    private static IEnumerable<(string Rule, RealCodeFigures Figures)> Listed(Func<int, bool> isAsked)
        => RealCodeReport.All.Where(report => isAsked(report.Set)).GroupBy(static report => report.Rule).Select(static rule => (rule.Key, Count([.. rule])));

    // Of these repositories no list was kept, only the counts by rule.
    private static IEnumerable<(string Rule, RealCodeFigures Figures)> Unlisted()
        => RealCodeReport.Rows("unlisted.tsv").Select(static cells =>
            (cells[0], new RealCodeFigures(int.Parse(cells[1]), int.Parse(cells[2]), int.Parse(cells[3]), 0, 0, 0, AreListed: false)));

    private static RealCodeFigures Count(RealCodeReport[] reports)
    {
        int Judged(string verdict) => reports.Count(report => report.Verdict == verdict);
        int corrected = reports.Count(static report => report is { Verdict: "wrong", IsFixed: true });
        int repositories = reports.Select(static report => report.Repository).Distinct().Count();
        int right = reports.Where(static report => report.Verdict == "right").Select(static report => report.Repository).Distinct().Count();
        return new(Judged("right"), Judged("debatable"), Judged("wrong"), corrected, repositories, right, AreListed: true);
    }
}

namespace PooledGen.RealCode;

/// <summary>What became of the reports of a rule when its fix was applied to all of them.</summary>
/// <param name="Reports">The reports before.</param>
/// <param name="Offers">Those for which the fix was offered.</param>
/// <param name="Left">The reports of the rule afterwards.</param>
/// <param name="Errors">The compiler's errors that the changed files did not have before.</param>
internal readonly record struct FixFigures(int Reports, int Offers, int Left, int Errors)
{
    public static FixFigures operator +(FixFigures one, FixFigures other)
        => new(one.Reports + other.Reports, one.Offers + other.Offers, one.Left + other.Left, one.Errors + other.Errors);

    public override string ToString() => $"{Reports} reports, {Offers} offers, {Left} reports afterwards, {Errors} new errors";
}

namespace PooledGen.Bench.Harness;

/// <summary>The middle half of some samples.</summary>
internal readonly record struct Distribution(double LowerQuartile, double Median, double UpperQuartile)
{
    public static Distribution Of(IEnumerable<double> samples)
    {
        double[] sorted = [.. samples.Order()];
        return new Distribution(Quantile(sorted, 0.25), Quantile(sorted, 0.5), Quantile(sorted, 0.75));
    }

    private static double Quantile(double[] sorted, double fraction)
    {
        double position = fraction * (sorted.Length - 1);
        int below = (int)position;
        int above = Math.Min(below + 1, sorted.Length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }
}

namespace PooledGen.Bench.Tables;

/// <summary>The medians of samples.</summary>
internal static class Medians
{
    /// <summary>The middle value in order: of an even number of values the higher one of the middle two.</summary>
    public static T Median<T>(this IReadOnlyCollection<T> values) => values.Order().ElementAt(values.Count / 2);
}

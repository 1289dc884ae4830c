using System.Globalization;

namespace PooledGen.PoolCheck;

/// <summary>Writes numbers with their nouns.</summary>
internal static class Plural
{
    /// <summary>For example <c>1 rent</c> or <c>1,234 rents</c>.</summary>
    public static string Of(long count, string noun)
        => string.Create(CultureInfo.InvariantCulture, $"{count:#,0} {noun}{(count == 1 ? "" : noun.EndsWith('s') ? "es" : "s")}");

    /// <summary>The same as the subject of a sentence: <c>1 rent was</c> or <c>1,234 rents were</c>.</summary>
    public static string Subject(long count, string noun) => $"{Of(count, noun)} {(count == 1 ? "was" : "were")}";
}

using System.Globalization;

namespace PooledGen.Generator.Emission;

/// <summary>Formats numbers in emitted comments and documentation, the same way in every culture.</summary>
internal static class Figure
{
    public static string Of(long number) => number.ToString("N0", CultureInfo.InvariantCulture);
}

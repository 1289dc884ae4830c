using System.Globalization;

namespace PooledGen.Generator.Emission;

/// <summary>Numbers in emitted comments and documentation, the same under every culture.</summary>
internal static class Figure
{
    public static string Of(long number) => number.ToString("N0", CultureInfo.InvariantCulture);
}

using System.Globalization;

namespace PooledGen.CodeFixes;

/// <summary>Names for what a fix declares.</summary>
internal static class UniqueName
{
    /// <summary>The name itself, or with the first number from 2 up that makes it free.</summary>
    public static string Of(string name, Func<string, bool> isTaken)
    {
        string unique = name;
        for (int number = 2; isTaken(unique); number++)
            unique = name + number.ToString(CultureInfo.InvariantCulture);

        return unique;
    }
}

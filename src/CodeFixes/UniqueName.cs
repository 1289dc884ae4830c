using System.Globalization;

namespace PooledGen.CodeFixes;

/// <summary>Creates names for the declarations of a fix.</summary>
internal static class UniqueName
{
    /// <summary>The name itself, or the name with the first free number from 2 on.</summary>
    public static string Of(string name, Func<string, bool> isTaken)
    {
        string unique = name;
        for (int number = 2; isTaken(unique); number++)
            unique = name + number.ToString(CultureInfo.InvariantCulture);

        return unique;
    }
}

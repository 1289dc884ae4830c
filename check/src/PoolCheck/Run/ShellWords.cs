using System.Text.RegularExpressions;

namespace PooledGen.PoolCheck;

/// <summary>Writes a command so that it can be pasted into a shell.</summary>
internal static class ShellWords
{
    // Words of these characters mean the same without quotes, in all shells.
    private const string Plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=+";

    /// <param name="words">The words.</param>
    /// <param name="isWindows">Whether it is for a shell of Windows.</param>
    public static string Join(IEnumerable<string> words, bool isWindows) => string.Join(' ', words.Select(word => Quote(word, isWindows)));

    private static string Quote(string word, bool isWindows)
    {
        if (word.Length > 0 && !word.AsSpan().ContainsAnyExcept(Plain))
            return word;

        // There a backslash is a character like any other, but for those before a quote.
        return isWindows ? $"\"{Regex.Replace(word, @"\\*""|\\+$", static run => DoubleBackslashes(run.Value))}\"" : $"'{word.Replace("'", @"'\''")}'";
    }

    private static string DoubleBackslashes(string run) => run.Replace(@"\", @"\\").Replace("\"", "\\\"");
}

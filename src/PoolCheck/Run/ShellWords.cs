namespace PooledGen.PoolCheck;

/// <summary>Writes a command so that it can be pasted into a shell.</summary>
internal static class ShellWords
{
    // Words of these characters mean the same without quotes, in all shells.
    private const string Plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=+";

    public static string Join(IEnumerable<string> words) => string.Join(' ', words.Select(Quote));

    private static string Quote(string word)
    {
        if (word.Length > 0 && !word.AsSpan().ContainsAnyExcept(Plain))
            return word;

        return OperatingSystem.IsWindows() ? $"\"{word.Replace("\"", "\\\"")}\"" : $"'{word.Replace("'", @"'\''")}'";
    }
}

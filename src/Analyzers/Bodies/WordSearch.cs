namespace PooledGen.Analyzers.Bodies;

/// <summary>Searches a text for whole words.</summary>
internal static class WordSearch
{
    /// <summary>
    /// The positions of the words, in the order of the text. An empty word has no position: it is the name of a symbol whose name the user has
    /// not typed yet.
    /// </summary>
    public static List<int> PositionsOf(IEnumerable<string> words, string text, CancellationToken cancellation)
    {
        List<int> positions = [];
        foreach (string word in words.Where(static word => word.Length > 0))
        {
            cancellation.Checkpoint();
            for (int i = text.IndexOf(word, StringComparison.Ordinal); i >= 0; i = text.IndexOf(word, i + word.Length, StringComparison.Ordinal))
            {
                cancellation.Checkpoint();
                if (!IsLetter(text, i - 1) && !(IsLetter(word, word.Length - 1) && IsLetter(text, i + word.Length)))
                    positions.Add(i);
            }
        }

        positions.Sort();
        return positions;
    }

    private static bool IsLetter(string text, int index)
        => index >= 0 && index < text.Length && (char.IsLetterOrDigit(text[index]) || text[index] == '_');
}

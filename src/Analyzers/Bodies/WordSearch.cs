using System.Buffers;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Analyzers.Bodies;

/// <summary>
/// Searches texts for whole words, in one pass for all of them. This type is immutable and thread-safe.
/// </summary>
internal sealed class WordSearch
{
    // The string of a large file would be built anew by each search, because the compiler keeps such a text in pieces.
    private const int WindowLength = 16 * 1024;

    private readonly string[]?[] _words = new string[]?[128]; // by their first letter; letters beyond ASCII share its entries
    private readonly int _longest;

    /// <summary>An empty word is nowhere: it is the name of a symbol whose name the user has not typed yet.</summary>
    public WordSearch(IEnumerable<string> words)
    {
        foreach (IGrouping<int, string> same in words.Where(static word => word.Length > 0).Distinct().GroupBy(static word => EntryOf(word[0])))
        {
            _words[same.Key] = [.. same];
            _longest = Math.Max(_longest, same.Max(static word => word.Length));
        }
    }

    /// <summary>The positions of the words, in the order of the text.</summary>
    public List<int> PositionsIn(SourceText text, CancellationToken cancellation)
    {
        List<int> positions = [];
        char[] window = ArrayPool<char>.Shared.Rent(WindowLength + _longest + 1);
        try
        {
            bool isInside = false; // of an identifier, a keyword or a number
            for (int start = 0; start < text.Length; start += WindowLength)
            {
                cancellation.Checkpoint();
                int count = Math.Min(WindowLength + _longest + 1, text.Length - start);
                text.CopyTo(start, window, 0, count);
                AddPositions(window.AsSpan(0, count), start, ref isInside, positions);
            }
        }
        finally
        {
            ArrayPool<char>.Shared.Return(window);
        }

        return positions;
    }

    private void AddPositions(ReadOnlySpan<char> window, int start, ref bool isInside, List<int> positions)
    {
        for (int i = 0; i < window.Length && i < WindowLength; i++)
        {
            bool isLetter = IsLetter(window[i]);
            if (isLetter && !isInside && _words[EntryOf(window[i])] is { } words && BeginsWithOneOf(words, window.Slice(i)))
                positions.Add(start + i);

            isInside = isLetter;
        }
    }

    private static bool BeginsWithOneOf(string[] words, ReadOnlySpan<char> text)
    {
        foreach (string word in words)
        {
            if (text.StartsWith(word.AsSpan()) && !(IsLetter(word[word.Length - 1]) && word.Length < text.Length && IsLetter(text[word.Length])))
                return true;
        }

        return false;
    }

    private static int EntryOf(char letter) => letter % 128;

    private static bool IsLetter(char c) => c < 128 ? (uint)((c | 0x20) - 'a') < 26 || (uint)(c - '0') < 10 || c == '_' : char.IsLetterOrDigit(c);
}

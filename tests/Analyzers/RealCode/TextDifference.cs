using Microsoft.CodeAnalysis.Text;

namespace PooledGen.RealCode;

/// <summary>Prints the lines in which a text differs from an older one.</summary>
internal static class TextDifference
{
    private const int Context = 3;
    private const int MostLost = 400; // after so many lines a common line is not looked for

    public static void Write(SourceText old, SourceText text, TextWriter output)
    {
        string[] before = [.. old.Lines.Select(static line => line.ToString())];
        string[] after = [.. text.Lines.Select(static line => line.ToString())];
        int i = 0, j = 0, printed = -1;
        while (i < before.Length || j < after.Length)
        {
            if (i < before.Length && j < after.Length && before[i] == after[j])
            {
                if (printed >= 0 && i < printed)
                    output.WriteLine($" {i + 1,5} {before[i]}");
                i++;
                j++;
                continue;
            }

            (int removed, int added) = NextCommon(before, after, i, j);
            for (int k = Math.Max(Math.Max(0, printed), i - Context); k < i; k++)
                output.WriteLine($" {k + 1,5} {before[k]}");
            for (int k = 0; k < removed; k++)
                output.WriteLine($"-{i + k + 1,5} {before[i + k]}");
            for (int k = 0; k < added; k++)
                output.WriteLine($"+      {after[j + k]}");
            i += removed;
            j += added;
            printed = i + Context;
        }
    }

    // How many lines to skip on each side until two lines in a row are equal.
    private static (int Removed, int Added) NextCommon(string[] before, string[] after, int i, int j)
    {
        for (int lost = 1; lost < MostLost; lost++)
        {
            for (int removed = 0; removed <= lost; removed++)
            {
                if (IsSame(i + removed, j + lost - removed) && IsSame(i + removed + 1, j + lost - removed + 1))
                    return (removed, lost - removed);
            }
        }

        return (before.Length - i, after.Length - j);

        bool IsSame(int one, int other)
            => one >= before.Length ? other >= after.Length : other < after.Length && before[one] == after[other];
    }
}

using System.Globalization;

namespace PooledGen.PoolCheck;

/// <summary>What happens to memory at a place in the code.</summary>
internal enum SiteKind
{
    /// <summary>An element is read.</summary>
    Read,

    /// <summary>An element is written.</summary>
    Write,

    /// <summary>An array, a view or an address is handed to code that is not woven.</summary>
    Passed,
}

/// <summary>A place in a woven assembly that uses memory.</summary>
/// <param name="Kind">What happens there.</param>
/// <param name="Subject">The type that is read or written, or the method that gets the memory.</param>
/// <param name="Type">The full name of the outermost type of the method.</param>
/// <param name="Method">The method that has the place, as a stack shows it.</param>
/// <param name="File">The source file; null if there are no symbols.</param>
/// <param name="Line">The line; 0 if there are no symbols.</param>
internal sealed record Site(SiteKind Kind, string Subject, string Type, string Method, string? File, int Line);

/// <summary>
/// The sites of a woven assembly by their number. The file has a line with the key of the assembly, and then for each method, and for each file in it, a line
/// with these and the type; after it stands a line for each site: kind, source line and subject. Their order gives the numbers.
/// </summary>
internal static class SiteTable
{
    /// <summary>The extension of the file, which lies beside the assembly.</summary>
    public const string Extension = ".sites";

    private const string Head = "dotnet-poolcheck sites 2 ";
    private const string MethodMark = "m\t";

    /// <summary>Writes a table.</summary>
    /// <param name="file">The path.</param>
    /// <param name="key">The key of the assembly.</param>
    /// <param name="sites">The sites.</param>
    public static void Write(string file, int key, IEnumerable<Site> sites)
    {
        using var writer = new StreamWriter(file);
        writer.WriteLine(Head + key.ToString(CultureInfo.InvariantCulture));
        Site? last = null;
        foreach (Site site in sites)
        {
            if ((last?.Method, last?.File) != (site.Method, site.File))
                writer.WriteLine($"{MethodMark}{Text(site.Type)}\t{Text(site.Method)}\t{Text(site.File)}");

            writer.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{(int)site.Kind}\t{site.Line}\t{Text(site.Subject)}"));
            last = site;
        }
    }

    /// <summary>Reads a table.</summary>
    /// <param name="file">The path.</param>
    /// <returns>The key of the assembly, and its sites.</returns>
    /// <exception cref="InvalidDataException">The file is not such a table.</exception>
    public static (int Key, IReadOnlyList<Site> Sites) Read(string file)
    {
        try
        {
            using IEnumerator<string> lines = File.ReadLines(file).GetEnumerator();
            return Read(lines);
        }
        catch (Exception e) when (e is FormatException or OverflowException or IndexOutOfRangeException)
        {
            throw new InvalidDataException($"{file} is not a table of sites.", e);
        }
    }

    // An obfuscator gives names that are not words, and a line break in one of them would shift the numbers.
    private static string Text(string? text) => string.Concat((text ?? "").Select(static each => char.IsControl(each) ? '?' : each));

    private static (int Key, IReadOnlyList<Site> Sites) Read(IEnumerator<string> lines)
    {
        if (!lines.MoveNext() || !lines.Current.StartsWith(Head, StringComparison.Ordinal))
            throw new FormatException();

        int key = int.Parse(lines.Current[Head.Length..], CultureInfo.InvariantCulture);
        List<Site> sites = [];
        string[] method = [];
        while (lines.MoveNext())
        {
            string[] parts = lines.Current.Split('\t');
            if (lines.Current.StartsWith(MethodMark, StringComparison.Ordinal))
            {
                method = parts;
                continue;
            }

            var kind = (SiteKind)int.Parse(parts[0], CultureInfo.InvariantCulture);
            int line = int.Parse(parts[1], CultureInfo.InvariantCulture);
            sites.Add(new Site(kind, parts[2], method[1], method[2], method[3] is "" ? null : method[3], line));
        }

        return (key, sites);
    }
}

namespace PooledGen.Bench.Publish;

/// <summary>All pages that can have figures.</summary>
internal static class Pages
{
    /// <summary>A page with the figures of the committed results.</summary>
    /// <exception cref="UnpublishableException">The page asks for what no result has.</exception>
    public static string Renew(string page) => TimeTables.Renew(MarkedFigures.Renew(page));

    /// <summary>Writes the figures of the committed results into the pages, and says which of them changed.</summary>
    /// <returns>The exit code.</returns>
    /// <exception cref="UnpublishableException">A page asks for what no result has. No page is written then.</exception>
    public static int Renew()
    {
        var changed = new Dictionary<string, string>();
        string docs = Path.Combine(Results.Root, "docs");
        string[] files =
        [
            .. Directory.EnumerateFiles(docs, "*.md", SearchOption.AllDirectories),
            Path.Combine(Results.Root, "README.md"),
            Path.Combine(Results.Root, "bench", "results", "README.md"),
        ];
        foreach (string file in files)
        {
            string page = File.ReadAllText(file);
            string renewed = Renew(page);
            if (renewed != page)
                changed.Add(file, renewed);
        }

        foreach ((string file, string page) in changed)
        {
            File.WriteAllText(file, page);
            Console.Error.WriteLine($"renewed {Path.GetRelativePath(Results.Root, file)}");
        }

        return 0;
    }
}

using System.Net;
using System.Text;
using System.Text.RegularExpressions;
using Markdig;
using PooledGen.Analyzers.Tests;
using PooledGen.Dashboard.Tests.Browser;

namespace PooledGen.Dashboard.Tests.Documentation;

/// <summary>Pages of the documentation in a browser, about as a repository's host shows them: one article a page, with the page's path as its id.</summary>
internal static class RenderedPages
{
    /// <summary>The host's column on a desktop.</summary>
    public const int Column = 838;

    /// <summary>The width of a telephone.</summary>
    public const int Telephone = 380;

    private static readonly MarkdownPipeline s_markdown = new MarkdownPipelineBuilder().UsePipeTables().Build();

    /// <summary>The pages in docs, at the repository's root, of the packages, and the maps of src and tests.</summary>
    public static IEnumerable<(string Path, string Markdown)> All
    {
        get
        {
            string root = Repository.PathTo(".");
            return Directory.EnumerateFiles(root, "*.md")
                .Concat(new[]
                {
                    "src/README.md", "src/Analyzers/README.md", "src/AspNetCore/README.md", "tests/README.md", "check/README.md", "check/src/PoolCheck/README.md",
                    "bench/results/README.md",
                }.Select(Repository.PathTo))
                .Concat(Directory.EnumerateFiles(Repository.PathTo("docs"), "*.md", SearchOption.AllDirectories).Order(StringComparer.Ordinal))
                .Select(file => (Path.GetRelativePath(root, file), File.ReadAllText(file)));
        }
    }

    /// <summary>Shows pages on a screen of that width and colour scheme, and asks about them.</summary>
    public static async Task<string> LookAsync(
        Chromium chromium, IEnumerable<(string Path, string Markdown)> pages, int width, string scheme, Func<BrowserPage, Task<string?>> ask)
    {
        string file = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName() + ".html");
        File.WriteAllText(file, Html(pages));
        try
        {
            await using BrowserPage page = await chromium.OpenAsync(new Uri(file).AbsoluteUri);
            await page.EmulateAsync(width, scheme);

            // A font loads when the first layout asks for it, and reading a width makes the layout.
            await page.UntilAsync("(document.body.offsetWidth, document.fonts.status)", "loaded");
            string? missing = await page.EvaluateAsync("[...document.fonts].filter(font => font.status == 'error').map(font => font.family)");
            Assert.True(missing == "", "The pages are measured in DejaVu Sans and DejaVu Sans Mono. On Debian: apt-get install fonts-dejavu-core.");
            return (await ask(page))!;
        }
        finally
        {
            File.Delete(file);
        }
    }

    private static string Html(IEnumerable<(string Path, string Markdown)> pages)
    {
        string style = File.ReadAllText(Repository.PathTo("tests/Dashboard/Documentation/page.css"));
        var html = new StringBuilder($"<!DOCTYPE html><meta charset=utf-8><style>{style}</style>");
        foreach ((string path, string markdown) in pages)
        {
            // The addresses of pictures begin at the page.
            var folder = new Uri(Repository.PathTo(path));
            string article = Regex.Replace(
                Markdown.ToHtml(markdown, s_markdown),
                "(?<= (?:src|srcset)=\")[^\"]+",
                picture => new Uri(folder, picture.Value).AbsoluteUri);
            html.Append($"<article id=\"{WebUtility.HtmlEncode(path)}\">\n{article}</article>\n");
        }

        return html.ToString();
    }
}

using System.Net;
using System.Text;
using Markdig;
using PooledGen.Analyzers.Tests;
using PooledGen.Dashboard.Tests.Browser;

namespace PooledGen.Dashboard.Tests.Documentation;

/// <summary>The pages in docs, at the repository's root and of the packages fit the column in which a repository's host shows them.</summary>
[Collection(UsesChromium.Name)]
[Trait("Category", "Browser")]
public class PageWidthTests(Chromium chromium)
{
    // The host's column on a desktop. There no table and no block may go on beyond its right edge: nobody sees that it does.
    private const int Column = 838;
    private const string FitsTheColumn = "article, table, pre";

    // A telephone. The host scrolls tables and blocks there, each by itself, and code that is wrapped after 40 characters is harder to read than code that
    // scrolls. So the page itself must not scroll, and the tables of README.md, by which readers decide, must fit.
    private const int Telephone = 380;
    private const string FitsTheTelephone = "article, article[id='README.md'] table";

    private static readonly MarkdownPipeline s_markdown = new MarkdownPipelineBuilder().UsePipeTables().Build();

    [BrowserTheory]
    [InlineData(Column, FitsTheColumn)]
    [InlineData(Telephone, FitsTheTelephone)]
    public async Task Page_InItsColumn_IsNotCutOff(int width, string elements)
    {
        string root = Repository.PathTo(".");
        IEnumerable<string> files = Directory.EnumerateFiles(root, "*.md")
            .Concat(new[] { "src/Analyzers/README.md", "src/AspNetCore/README.md", "src/PoolCheck/README.md", "bench/results/README.md" }
                .Select(Repository.PathTo))
            .Concat(Directory.EnumerateFiles(Repository.PathTo("docs"), "*.md", SearchOption.AllDirectories).Order(StringComparer.Ordinal));

        string cut = await CutOffAsync(width, elements, files.Select(file => (Path.GetRelativePath(root, file), File.ReadAllText(file))));

        Assert.True(cut.Length == 0, cut);
    }

    [BrowserTheory]
    [InlineData(Column, "```\n// A hundred characters, and the host's column has room for ninety-eight of those that code is set in\n```", "// A hundred")]
    [InlineData(Column, "|A|B|\n|-|-|\n|`PooledGen_ArrayPoolCheck_Findings_Of_All_Threads`|`PooledGen_ArrayPoolCheck_Findings_Of_All_Threads`|", "A")]
    [InlineData(Telephone, "|A|B|\n|-|-|\n|`System.Buffers.ArrayPoolEventSource`|`ArrayPool`|", "A")]
    [InlineData(Telephone, "<div style=width:600px>Chart</div>", "Chart")]
    public async Task PageThatIsTooWide_IsReportedWithItsFileItsFirstLineAndBothWidths(int width, string markdown, string firstLine)
    {
        string cut = await CutOffAsync(width, width == Column ? FitsTheColumn : FitsTheTelephone, [("README.md", markdown)]);

        Assert.Matches($"^README.md: '{firstLine}.*' is [0-9]+ px wide and has [0-9]+ px$", cut);
    }

    // The elements whose content is wider than they are, one a line.
    private async Task<string> CutOffAsync(int width, string elements, IEnumerable<(string Path, string Markdown)> pages)
    {
        string style = File.ReadAllText(Repository.PathTo("tests/Dashboard/Documentation/page.css"));
        var html = new StringBuilder($"<!DOCTYPE html><meta charset=utf-8><style>{style}</style>");
        foreach ((string path, string markdown) in pages)
            html.Append($"<article id=\"{WebUtility.HtmlEncode(path)}\">\n{Markdown.ToHtml(markdown, s_markdown)}</article>\n");

        string file = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName() + ".html");
        File.WriteAllText(file, html.ToString());
        try
        {
            await using BrowserPage page = await chromium.OpenAsync(new Uri(file).AbsoluteUri);
            await page.EmulateAsync(width, "light");

            // A font loads when the first layout asks for it, and reading a width makes the layout.
            await page.UntilAsync("(document.body.offsetWidth, document.fonts.status)", "loaded");
            string? missing = await page.EvaluateAsync("[...document.fonts].filter(font => font.status == 'error').map(font => font.family)");
            Assert.True(missing == "", "The pages are measured in DejaVu Sans and DejaVu Sans Mono. On Debian: apt-get install fonts-dejavu-core.");
            return (await page.EvaluateAsync($$"""
                [...document.querySelectorAll("{{elements}}")].filter(element => element.scrollWidth > element.clientWidth).map(element =>
                    `${element.closest('article').id}: '${element.innerText.trim().split(/[\n\t]/)[0]}' ` +
                    `is ${element.scrollWidth} px wide and has ${element.clientWidth} px`).join('\n')
                """))!;
        }
        finally
        {
            File.Delete(file);
        }
    }
}

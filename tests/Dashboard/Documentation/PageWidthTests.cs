using PooledGen.Dashboard.Tests.Browser;

namespace PooledGen.Dashboard.Tests.Documentation;

/// <summary>The pages in docs, at the repository's root and of the packages fit the column in which a repository's host shows them.</summary>
[Collection(UsesChromium.Name)]
[Trait("Category", "Browser")]
public class PageWidthTests(Chromium chromium)
{
    // On a desktop no table and no block may go on beyond the column's right edge: nobody sees that it does.
    private const string FitsTheColumn = "article, table, pre";

    // The host scrolls tables and blocks on a telephone, each by itself, and code that is wrapped after 40 characters is harder to read than code that
    // scrolls. So the page itself must not scroll. What must fit are the tables of the pages by which readers decide, and the code of troubleshooting.md: a
    // reader who looks for an error must see the cure.
    private const string FitsTheTelephone = "article, article[id='docs/troubleshooting.md'] pre, "
        + ":is([id='README.md'], [id='docs/performance.md'], [id='docs/getting-started.md']) table";

    [BrowserTheory]
    [InlineData(RenderedPages.Column, FitsTheColumn)]
    [InlineData(RenderedPages.Telephone, FitsTheTelephone)]
    public async Task Page_InItsColumn_IsNotCutOff(int width, string elements)
    {
        string cut = await CutOffAsync(width, elements, RenderedPages.All);

        Assert.True(cut.Length == 0, cut);
    }

    [BrowserTheory]
    [InlineData(
        RenderedPages.Column,
        "```\n// A hundred characters, and the host's column has room for ninety-eight of those that code is set in\n```", "// A hundred")]
    [InlineData(
        RenderedPages.Column,
        "|A|B|\n|-|-|\n|`PooledGen_ArrayPoolCheck_Findings_Of_All_Threads`|`PooledGen_ArrayPoolCheck_Findings_Of_All_Threads`|", "A")]
    [InlineData(RenderedPages.Telephone, "|A|B|\n|-|-|\n|`System.Buffers.ArrayPoolEventSource`|`ArrayPool`|", "A")]
    [InlineData(RenderedPages.Telephone, "<div style=width:600px>Chart</div>", "Chart")]
    public async Task PageThatIsTooWide_IsReportedWithItsFileItsFirstLineAndBothWidths(int width, string markdown, string firstLine)
    {
        string elements = width == RenderedPages.Column ? FitsTheColumn : FitsTheTelephone;

        string cut = await CutOffAsync(width, elements, [("README.md", markdown)]);

        Assert.Matches($"^README.md: '{firstLine}.*' is [0-9]+ px wide and has [0-9]+ px$", cut);
    }

    // The elements whose content is wider than they are, one a line.
    private Task<string> CutOffAsync(int width, string elements, IEnumerable<(string Path, string Markdown)> pages)
        => RenderedPages.LookAsync(chromium, pages, width, "light", page => page.EvaluateAsync($$"""
            [...document.querySelectorAll("{{elements}}")].filter(element => element.scrollWidth > element.clientWidth).map(element =>
                `${element.closest('article').id}: '${element.innerText.trim().split(/[\n\t]/)[0]}' ` +
                `is ${element.scrollWidth} px wide and has ${element.clientWidth} px`).join('\n')
            """));
}

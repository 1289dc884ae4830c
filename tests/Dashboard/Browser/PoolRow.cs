using System.Globalization;
using System.Text.Json;

namespace PooledGen.Dashboard.Tests.Browser;

/// <summary>Where the page shows a pool: scripts that find it.</summary>
internal sealed class PoolRow(BufferPool pool)
{
    private readonly string _row =
        $"[...document.querySelectorAll('#pools tbody tr')].find(row => row.querySelector('.name').textContent === {JavaScript(pool.Name)})";

    /// <summary>Whether it is there.</summary>
    public string Exists => $"{_row} !== undefined";

    /// <summary>The text of a figure.</summary>
    public string Figure(string name) => $"{_row}?.querySelector('[data-figure={name}]').textContent";

    /// <summary>The heights of a chart's line over time: 0 for nothing, 1 for the highest that there was.</summary>
    public async Task<double[]> HeightsAsync(BrowserPage page, string name)
    {
        string line = (await page.EvaluateAsync($"{_row}.querySelector('[data-chart={name}] .line').getAttribute('d')"))!;
        return [.. from point in line[1..].Split('L', 'M') select (39 - double.Parse(point.Split(',')[1], CultureInfo.InvariantCulture)) / 38];
    }

    private static string JavaScript(string text) => JsonSerializer.Serialize(text);
}

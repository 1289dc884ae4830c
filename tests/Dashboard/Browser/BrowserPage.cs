using System.Diagnostics;
using System.Text.Json.Nodes;

namespace PooledGen.Dashboard.Tests.Browser;

/// <summary>One page in the browser.</summary>
internal sealed class BrowserPage(DevTools devTools, string target, string session) : IAsyncDisposable
{
    // Ten times as many questions a second: what a page shows hangs on the time that the reports name.
    private const string Hurry = "{ const wait = setTimeout; window.setTimeout = (action, time) => wait(action, time / 10); }";

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    public IEnumerable<string> Complaints => devTools.Complaints(session);

    /// <summary>Opens the address, and waits until its page is loaded.</summary>
    /// <param name="address">The address.</param>
    /// <param name="hurries">Whether the page asks ten times as often as for a user.</param>
    public async Task GoToAsync(string address, bool hurries)
    {
        await SendAsync("Runtime.enable");
        await SendAsync("Log.enable");
        await SendAsync("Page.enable");
        if (hurries)
            await SendAsync("Page.addScriptToEvaluateOnNewDocument", new() { ["source"] = Hurry });

        await SendAsync("Page.navigate", new() { ["url"] = address });

        // The answer comes before the page does, so that a script would still find the empty one.
        await UntilAsync("location.href != 'about:blank' && document.readyState", "complete");
    }

    /// <summary>What a script says, as text.</summary>
    public async Task<string?> EvaluateAsync(string script)
    {
        JsonObject answer = await SendAsync("Runtime.evaluate", new() { ["expression"] = $"String({script})" });
        if (answer["exceptionDetails"] is { } error)
            throw new InvalidOperationException($"{script}: {error.ToJsonString()}");

        return (string?)answer["result"]!["value"];
    }

    /// <summary>Waits until a script says what is expected.</summary>
    public async Task UntilAsync(string script, string expected)
    {
        var waiting = Stopwatch.StartNew();
        string? found;
        while ((found = await EvaluateAsync(script)) != expected && waiting.Elapsed < s_patience)
            await Task.Delay(50);

        Assert.Equal(expected, found);
    }

    /// <summary>Shows the page as on a screen of that size and colour scheme.</summary>
    public async Task EmulateAsync(int width, string scheme, int height = 900)
    {
        await SendAsync("Emulation.setDeviceMetricsOverride", new() { ["width"] = width, ["height"] = height, ["deviceScaleFactor"] = 1, ["mobile"] = false });
        await SendAsync("Emulation.setScrollbarsHidden", new() { ["hidden"] = true });
        var feature = new JsonObject { ["name"] = "prefers-color-scheme", ["value"] = scheme };
        await SendAsync("Emulation.setEmulatedMedia", new() { ["features"] = new JsonArray(feature) });
    }

    /// <summary>Moves the mouse to a point of an element, in parts of its width; its middle in height.</summary>
    public async Task PointAtAsync(string element, double part)
    {
        string box = (await EvaluateAsync($"JSON.stringify(({element}).getBoundingClientRect())"))!;
        JsonNode at = JsonNode.Parse(box)!;
        double x = (double)at["left"]! + (part * (double)at["width"]!), y = (double)at["top"]! + ((double)at["height"]! / 2);
        await SendAsync("Input.dispatchMouseEvent", new() { ["type"] = "mouseMoved", ["x"] = x, ["y"] = y });
    }

    /// <summary>What is on the screen, as a PNG file.</summary>
    public async Task<byte[]> ScreenshotAsync()
        => Convert.FromBase64String((string)(await SendAsync("Page.captureScreenshot", new() { ["format"] = "png" }))["data"]!);

    public async ValueTask DisposeAsync() => await devTools.SendAsync("Target.closeTarget", new() { ["targetId"] = target });

    private Task<JsonObject> SendAsync(string method, JsonObject? parameters = null) => devTools.SendAsync(method, parameters, session);
}

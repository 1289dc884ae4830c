using System.Diagnostics;
using System.Text.Json.Nodes;

namespace PooledGen.Dashboard.Tests.Browser;

/// <summary>A headless Chromium, started once for all tests that use it.</summary>
public sealed class Chromium : IAsyncLifetime
{
    private const string Announcement = "DevTools listening on ";

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    private readonly string? _program;
    private DirectoryInfo? _profile;
    private Process? _process;
    private DevTools? _devTools;

    public Chromium()
        : this(InstalledBrowser.Program)
    {
    }

    internal Chromium(string? program) => _program = program;

    public async Task InitializeAsync()
    {
        // xunit starts it for skipped tests too, so that only opening a page may fail.
        if (_program is null)
            return;

        _profile = Directory.CreateTempSubdirectory("PooledGen.Dashboard.");
        _process = Process.Start(new ProcessStartInfo(
            _program,
            [
                "--headless",
                "--no-sandbox", // there is none for root; and the only pages are ours
                "--disable-gpu",
                "--disable-dev-shm-usage", // containers have little of it
                "--no-first-run",
                "--lang=en-US",
                "--remote-debugging-port=0",
                $"--user-data-dir={_profile.FullName}",
                "about:blank",
            ])
        {
            RedirectStandardError = true,
            Environment = { ["LANG"] = "C.UTF-8", ["LANGUAGE"] = "en" },
        })!;
        _devTools = await DevTools.ConnectAsync(await AddressAsync(_process.StandardError).WaitAsync(s_patience));
    }

    /// <summary>Opens a page in a tab of its own.</summary>
    internal async Task<BrowserPage> OpenAsync(string address, bool hurries = true)
    {
        if (_devTools is null)
            throw new InvalidOperationException(InstalledBrowser.Remedy);

        JsonObject tab = await _devTools.SendAsync("Target.createTarget", new() { ["url"] = "about:blank" });
        string target = (string)tab["targetId"]!;
        JsonObject attached = await _devTools.SendAsync("Target.attachToTarget", new() { ["targetId"] = target, ["flatten"] = true });
        var page = new BrowserPage(_devTools, target, (string)attached["sessionId"]!);
        await page.GoToAsync(address, hurries);
        return page;
    }

    public async Task DisposeAsync()
    {
        if (_devTools is not null)
            await _devTools.CloseAsync();

        if (_process is not null)
        {
            // It told its children to end; who has not is not waited for.
            using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(10));
            await _process.WaitForExitAsync(limit.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            _process.Kill(entireProcessTree: true);
            _process.Dispose();
        }

        _profile?.Delete(recursive: true);
    }

    // Among what else it writes.
    private static async Task<Uri> AddressAsync(StreamReader output)
    {
        var lines = new List<string>();
        while (await output.ReadLineAsync() is { } line)
        {
            if (line.StartsWith(Announcement, StringComparison.Ordinal))
            {
                _ = output.BaseStream.CopyToAsync(Stream.Null); // a full pipe would stop it
                return new Uri(line[Announcement.Length..]);
            }

            lines.Add(line);
        }

        throw new InvalidOperationException($"Chromium ended at once:\n{string.Join('\n', lines)}");
    }
}

/// <summary>The tests share the browser, and run one after the other.</summary>
[CollectionDefinition(Name)]
public sealed class UsesChromium : ICollectionFixture<Chromium>
{
    public const string Name = "Chromium";
}

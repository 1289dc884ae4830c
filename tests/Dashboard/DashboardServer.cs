using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace PooledGen.Dashboard.Tests;

/// <summary>An application on a free port of this machine, and a client of it that stays where it is sent.</summary>
internal sealed class DashboardServer : IAsyncDisposable
{
    private readonly WebApplication _app;

    private DashboardServer(WebApplication app)
    {
        _app = app;
        Client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false }) { BaseAddress = new Uri(app.Urls.Single()) };
    }

    public HttpClient Client { get; }

    public string Address => Client.BaseAddress!.OriginalString;

    /// <summary>With the dashboard at /pools and nothing else.</summary>
    public static Task<DashboardServer> StartAsync() => StartAsync(static app => app.MapPooledBuffers("/pools"));

    public static async Task<DashboardServer> StartAsync(Action<WebApplication> configure, Action<WebApplicationBuilder>? services = null)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        services?.Invoke(builder);
        WebApplication app = builder.Build();
        configure(app);
        await app.StartAsync();
        return new DashboardServer(app);
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await _app.DisposeAsync();
    }
}

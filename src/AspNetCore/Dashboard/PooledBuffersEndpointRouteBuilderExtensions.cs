using System.Diagnostics.CodeAnalysis;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using PooledGen;
using PooledGen.AspNetCore.Dashboard;

namespace Microsoft.AspNetCore.Builder;

/// <summary>Shows the pools of the process on a page.</summary>
public static class PooledBuffersEndpointRouteBuilderExtensions
{
    private static readonly Action<ILogger, string, Exception?> s_logIgnored
        = LoggerMessage.Define<string>(LogLevel.Warning, new EventId(1, "SettingIgnored"), "The setting {Setting}");

    /// <summary>Maps a page with the live statistics of every pool, and the same numbers as JSON at <c>pools.json</c> below it.</summary>
    /// <remarks>
    /// By default the page answers only this machine: requests from a loopback address, to a loopback host name, that no proxy forwarded.
    /// Other requests get 403 and the condition that failed. With <c>.RequireAuthorization()</c> on the result, the application's authorization
    /// decides instead. The page is read-only. Mapping it logs a warning for each of <see cref="PooledBuffers.IgnoredSettings"/>.
    /// </remarks>
    /// <param name="endpoints">The routes of the application.</param>
    /// <param name="pattern">The route of the page, for example <c>"/pools"</c>. The page may be mapped at several routes.</param>
    /// <returns>All endpoints of the page, for conventions such as <c>.RequireAuthorization()</c>.</returns>
    public static IEndpointConventionBuilder MapPooledBuffers(this IEndpointRouteBuilder endpoints, [StringSyntax("Route")] string pattern)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        ArgumentNullException.ThrowIfNull(pattern);

        WarnOfIgnoredSettings(endpoints.ServiceProvider);
        RouteGroupBuilder group = endpoints.MapGroup(pattern);
        group.ExcludeFromDescription(); // the page is not part of the application's API
        Map("", DashboardPage.Answer);
        Map("dashboard.css", new DashboardFile("dashboard.css", "text/css; charset=utf-8").Answer);
        foreach (string script in (string[])["dashboard.js", "charts.js", "figures.js", "history.js", "list.js"])
            Map(script, new DashboardFile(script, "text/javascript; charset=utf-8").Answer);
        Map("pools.json", PoolReport.Answer);
        return group;

        void Map(string path, RequestDelegate answer) => group.MapGet(path, LocalAccess.Guard(answer));
    }

    private static void WarnOfIgnoredSettings(IServiceProvider services)
    {
        if (services.GetService<ILoggerFactory>()?.CreateLogger("PooledGen") is not { } logger)
            return;

        foreach (string setting in PooledBuffers.IgnoredSettings)
            s_logIgnored(logger, setting, null);
    }
}

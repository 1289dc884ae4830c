using System.Diagnostics.CodeAnalysis;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using PooledGen.AspNetCore.Dashboard;

namespace Microsoft.AspNetCore.Builder;

/// <summary>Puts the pools of the process onto a page.</summary>
public static class PooledBuffersEndpointRouteBuilderExtensions
{
    /// <summary>Maps a page with the live figures of every pool, and the same figures as JSON at <c>pools.json</c> below it.</summary>
    /// <remarks>
    /// By default only this machine is answered: requests from a loopback address, to a loopback host name, that no proxy forwarded;
    /// others get 403 and the condition that failed. With <c>.RequireAuthorization()</c> on the result, the application's authorization decides
    /// instead. The page only reads.
    /// </remarks>
    /// <param name="endpoints">The routes of the application.</param>
    /// <param name="pattern">Where the page is, <c>"/pools"</c> for instance. It may be mapped in several places.</param>
    /// <returns>All of its endpoints, for conventions such as <c>.RequireAuthorization()</c>.</returns>
    public static IEndpointConventionBuilder MapPooledBuffers(this IEndpointRouteBuilder endpoints, [StringSyntax("Route")] string pattern)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        ArgumentNullException.ThrowIfNull(pattern);

        RouteGroupBuilder group = endpoints.MapGroup(pattern);
        group.ExcludeFromDescription(); // no part of the application's API
        Map("", DashboardPage.Answer);
        Map("dashboard.css", new DashboardFile("dashboard.css", "text/css; charset=utf-8").Answer);
        foreach (string script in (string[])["dashboard.js", "charts.js", "figures.js", "history.js", "list.js"])
            Map(script, new DashboardFile(script, "text/javascript; charset=utf-8").Answer);
        Map("pools.json", PoolReport.Answer);
        return group;

        void Map(string path, RequestDelegate answer) => group.MapGet(path, LocalAccess.Guard(answer));
    }
}

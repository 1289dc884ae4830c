using Microsoft.AspNetCore.Http;

namespace PooledGen.AspNetCore.Dashboard;

/// <summary>The page. It names its files relative to itself, so it works below any path base and behind any proxy.</summary>
internal static class DashboardPage
{
    private static readonly DashboardFile s_file = new("dashboard.html", "text/html; charset=utf-8");

    public static Task Answer(HttpContext context)
    {
        // "/pools" is a file to the browser, "/pools/" a folder.
        string path = context.Request.PathBase.Add(context.Request.Path).ToUriComponent();
        if (path.EndsWith('/'))
            return s_file.Answer(context);

        context.Response.Redirect($"./{path[(path.LastIndexOf('/') + 1)..]}/{context.Request.QueryString}");
        return Task.CompletedTask;
    }
}

using Microsoft.AspNetCore.Http;

namespace PooledGen.AspNetCore.Dashboard;

/// <summary>The dashboard page. Its links are relative, so it works below any path base and behind any proxy.</summary>
internal static class DashboardPage
{
    private static readonly DashboardFile s_file = new("dashboard.html", "text/html; charset=utf-8");

    public static Task Answer(HttpContext context)
    {
        // A browser resolves relative links of "/pools" against the parent folder, and those of "/pools/" against "/pools/".
        string path = context.Request.PathBase.Add(context.Request.Path).ToUriComponent();
        if (path.EndsWith('/'))
            return s_file.Answer(context);

        context.Response.Redirect($"./{path[(path.LastIndexOf('/') + 1)..]}/{context.Request.QueryString}");
        return Task.CompletedTask;
    }
}

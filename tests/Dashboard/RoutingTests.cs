using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;

namespace PooledGen.Dashboard.Tests;

public class RoutingTests
{
    private static readonly string[] s_scripts = ["dashboard.js", "charts.js", "figures.js", "history.js", "list.js"];

    [Theory]
    [InlineData("/pools", "./pools/")]
    [InlineData("/pools?from=here", "./pools/?from=here")]
    [InlineData("/shops/a:b%20c/pools", "./pools/")]
    [InlineData("/app/pools", "./pools/")]
    [InlineData("/app", "./app/")]
    [InlineData("/tenants/a:b%2F%22c", "./a:b%2F%22c/")]
    public async Task Page_WithoutASlash_SendsOnToTheOneWithIt(string path, string expected)
    {
        await using DashboardServer server = await DashboardServer.StartAsync(MapEverywhere);

        using HttpResponseMessage response = await server.Client.GetAsync(path);

        Assert.Equal(HttpStatusCode.Redirect, response.StatusCode);
        Assert.Equal(expected, response.Headers.Location?.OriginalString);
    }

    [Theory]
    [InlineData("/pools/")]
    [InlineData("/shops/1/pools/")]
    [InlineData("/app/pools/")]
    [InlineData("/")]
    public async Task Page_HasItsFilesBesideIt(string folder)
    {
        await using DashboardServer server = await DashboardServer.StartAsync(MapEverywhere);

        Assert.Equal("text/html; charset=utf-8", await ContentType(server, folder));
        Assert.Equal("text/css; charset=utf-8", await ContentType(server, folder + "dashboard.css"));
        foreach (string script in s_scripts)
            Assert.Equal("text/javascript; charset=utf-8", await ContentType(server, folder + script));

        Assert.Equal("application/json; charset=utf-8", await ContentType(server, folder + "pools.json"));
    }

    [Theory]
    [InlineData("")]
    [InlineData("dashboard.css")]
    [InlineData("dashboard.js")]
    [InlineData("charts.js")]
    [InlineData("figures.js")]
    [InlineData("history.js")]
    [InlineData("list.js")]
    public async Task File_NamesNoOtherPlaceAndAllowsNone(string file)
    {
        await using DashboardServer server = await DashboardServer.StartAsync();

        using HttpResponseMessage response = await server.Client.GetAsync("/pools/" + file);
        string content = (await response.Content.ReadAsStringAsync()).Replace("http://www.w3.org/2000/svg", "", StringComparison.Ordinal);

        Assert.DoesNotContain("http", content, StringComparison.Ordinal);
        Assert.StartsWith("default-src 'none';", response.Headers.GetValues("Content-Security-Policy").Single(), StringComparison.Ordinal);
        Assert.Equal("nosniff", response.Headers.GetValues("X-Content-Type-Options").Single());
    }

    [Fact]
    public async Task Page_OnlyReads()
    {
        await using DashboardServer server = await DashboardServer.StartAsync();

        using HttpResponseMessage response = await server.Client.PostAsync("/pools/", content: null);

        Assert.Equal(HttpStatusCode.MethodNotAllowed, response.StatusCode);
    }

    [Fact]
    public void MapPooledBuffers_OfNothing_Throws()
    {
        IEndpointRouteBuilder app = WebApplication.CreateSlimBuilder().Build();

        Assert.Throws<ArgumentNullException>("endpoints", static () => default(IEndpointRouteBuilder)!.MapPooledBuffers("/pools"));
        Assert.Throws<ArgumentNullException>("pattern", () => app.MapPooledBuffers(null!));
    }

    private static void MapEverywhere(WebApplication app)
    {
        app.UsePathBase("/app");
        app.UseRouting();
        app.MapPooledBuffers("/pools");
        app.MapPooledBuffers("/shops/{shop}/pools/");
        app.MapPooledBuffers("/tenants/{tenant}");
        app.MapPooledBuffers("/");
    }

    private static async Task<string?> ContentType(DashboardServer server, string path)
    {
        using HttpResponseMessage response = await server.Client.GetAsync(path);
        return response.EnsureSuccessStatusCode().Content.Headers.ContentType?.ToString();
    }
}

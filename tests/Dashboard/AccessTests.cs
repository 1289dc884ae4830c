using System.Net;
using System.Security.Claims;
using System.Text.Encodings.Web;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.HttpOverrides;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace PooledGen.Dashboard.Tests;

/// <summary>Who is answered.</summary>
public class AccessTests
{
    private const string Elsewhere = "203.0.113.7";

    [Theory]
    [InlineData("127.0.0.1", "localhost", null, HttpStatusCode.OK)]
    [InlineData("127.9.9.9", "LocalHost:5000", null, HttpStatusCode.OK)]
    [InlineData("::1", "[::1]:5000", null, HttpStatusCode.OK)]
    [InlineData("::ffff:127.0.0.1", "127.0.0.1", null, HttpStatusCode.OK)]
    [InlineData("127.0.0.1", "shop.localhost", null, HttpStatusCode.OK)]
    [InlineData(Elsewhere, "localhost", null, HttpStatusCode.Forbidden)]
    [InlineData("10.0.0.1", "localhost", null, HttpStatusCode.Forbidden)]
    [InlineData("2001:db8::1", "localhost", null, HttpStatusCode.Forbidden)]
    [InlineData("", "localhost", null, HttpStatusCode.Forbidden)] // a connection that is no IP connection has no address
    [InlineData("127.0.0.1", "shop.example", null, HttpStatusCode.Forbidden)]
    [InlineData("127.0.0.1", "localhost.shop.example", null, HttpStatusCode.Forbidden)]
    [InlineData("127.0.0.1", "10.0.0.1", null, HttpStatusCode.Forbidden)]
    [InlineData("127.0.0.1", "localhost", "X-Forwarded-For", HttpStatusCode.Forbidden)]
    [InlineData("127.0.0.1", "localhost", "x-forwarded-proto", HttpStatusCode.Forbidden)]
    [InlineData("127.0.0.1", "localhost", "x-original-proto", HttpStatusCode.Forbidden)]
    [InlineData("127.0.0.1", "localhost", "Forwarded", HttpStatusCode.Forbidden)]
    [InlineData("127.0.0.1", "localhost", "X-Real-IP", HttpStatusCode.Forbidden)]
    [InlineData("127.0.0.1", "localhost", "Via", HttpStatusCode.Forbidden)]
    [InlineData("127.0.0.1", "localhost", "CF-Connecting-IP", HttpStatusCode.Forbidden)]
    [InlineData("127.0.0.1", "localhost", "true-client-ip", HttpStatusCode.Forbidden)]
    [InlineData("127.0.0.1", "localhost", "X-Request-Id", HttpStatusCode.OK)]
    public async Task Request_WithoutAuthorization_IsAnsweredWhereItIsLocal(string from, string host, string? header, HttpStatusCode expected)
    {
        await using DashboardServer server = await DashboardServer.StartAsync(app =>
        {
            From(app, from);
            app.MapPooledBuffers("/pools");
        });

        using var request = new HttpRequestMessage(HttpMethod.Get, "/pools/pools.json") { Headers = { Host = host } };
        if (header is not null)
            request.Headers.TryAddWithoutValidation(header, "127.0.0.1");

        using HttpResponseMessage response = await server.Client.SendAsync(request);

        Assert.Equal(expected, response.StatusCode);
    }

    /// <summary>The application allows all origins, and the browser tells the server of whose page the request is.</summary>
    [Theory]
    [InlineData(null, null, null, HttpStatusCode.OK)]
    [InlineData(null, "same-origin", "cors", HttpStatusCode.OK)]
    [InlineData(null, "none", "navigate", HttpStatusCode.OK)]
    [InlineData(null, "cross-site", "navigate", HttpStatusCode.OK)] // a link
    [InlineData("http://localhost:5000", "same-origin", "cors", HttpStatusCode.OK)]
    [InlineData("http://shop.example", "cross-site", "cors", HttpStatusCode.Forbidden)]
    [InlineData("http://localhost:3000", "same-site", "cors", HttpStatusCode.Forbidden)]
    [InlineData("https://localhost:5000", null, null, HttpStatusCode.Forbidden)]
    [InlineData("http://shop.example", null, null, HttpStatusCode.Forbidden)] // a browser without Sec-Fetch-Site
    [InlineData("null", null, null, HttpStatusCode.Forbidden)] // a page in a file, or in a sandbox
    [InlineData(null, "cross-site", "no-cors", HttpStatusCode.Forbidden)] // a script of a foreign page
    public async Task Request_OfAPageOfAnotherOrigin_IsRefused(string? origin, string? site, string? mode, HttpStatusCode expected)
    {
        await using DashboardServer server = await DashboardServer.StartAsync(
            static app =>
            {
                app.UseCors(static policy => policy.AllowAnyOrigin());
                From(app, "127.0.0.1");
                app.MapPooledBuffers("/pools");
            },
            static builder => builder.Services.AddCors());
        using var request = new HttpRequestMessage(HttpMethod.Get, "/pools/pools.json") { Headers = { Host = "localhost:5000" } };
        foreach ((string name, string? value) in (ReadOnlySpan<(string, string?)>)[("Origin", origin), ("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode)])
        {
            if (value is not null)
                request.Headers.Add(name, value);
        }

        using HttpResponseMessage response = await server.Client.SendAsync(request);

        Assert.Equal(expected, response.StatusCode);
    }

    [Theory]
    [InlineData("/pools")]
    [InlineData("/pools/")]
    [InlineData("/pools/dashboard.css")]
    [InlineData("/pools/dashboard.js")]
    [InlineData("/pools/pools.json")]
    public async Task Refusal_OfAnyPart_SaysWhatToDo(string path)
    {
        await using DashboardServer server = await DashboardServer.StartAsync(static app =>
        {
            From(app, Elsewhere);
            app.MapPooledBuffers("/pools");
        });

        using HttpResponseMessage response = await server.Client.GetAsync(path);

        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
        Assert.Contains("RequireAuthorization()", await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(Elsewhere, "localhost", "Via", "does not come from a loopback address")]
    [InlineData("127.0.0.1", "shop.example", "Via", "The host name of this request")]
    [InlineData("127.0.0.1", "localhost", "x-forwarded-proto", "has the header X-Forwarded-...,")]
    [InlineData("127.0.0.1", "localhost", "x-original-for", "has the header X-Original-...,")]
    [InlineData("127.0.0.1", "localhost", "true-client-ip", "has the header True-Client-IP,")]
    public async Task Refusal_NamesTheFirstConditionThatFailed(string from, string host, string header, string reason)
    {
        await using DashboardServer server = await DashboardServer.StartAsync(app =>
        {
            From(app, from);
            app.MapPooledBuffers("/pools");
        });
        using var request = new HttpRequestMessage(HttpMethod.Get, "/pools/") { Headers = { Host = host } };
        request.Headers.TryAddWithoutValidation(header, "127.0.0.1");

        using HttpResponseMessage response = await server.Client.SendAsync(request);

        Assert.Contains(reason, (await response.Content.ReadAsStringAsync()).Split('\n')[1], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, HttpStatusCode.Unauthorized)]
    [InlineData("guest", HttpStatusCode.Forbidden)]
    [InlineData("operator", HttpStatusCode.OK)]
    public async Task Request_WithAuthorization_IsTheApplicationsToDecide(string? user, HttpStatusCode expected)
    {
        await using DashboardServer server = await StartAuthorizing(
            static app => app.MapPooledBuffers("/pools").RequireAuthorization(static policy => policy.RequireUserName("operator")));

        Assert.Equal(expected, await Status(server, user));
    }

    [Fact]
    public async Task Request_WithAuthorizationOfAGroupAround_IsTheApplicationsToDecide()
    {
        await using DashboardServer server = await StartAuthorizing(static app => app.MapGroup("").RequireAuthorization().MapPooledBuffers("/pools"));

        Assert.Equal(HttpStatusCode.Unauthorized, await Status(server, user: null));
        Assert.Equal(HttpStatusCode.OK, await Status(server, "guest"));
    }

    [Fact]
    public async Task Request_WithAPolicyForEverybody_IsAnswered()
    {
        await using DashboardServer server = await StartAuthorizing(
            static app => app.MapPooledBuffers("/pools").RequireAuthorization(static policy => policy.RequireAssertion(static _ => true)));

        Assert.Equal(HttpStatusCode.OK, await Status(server, user: null));
    }

    [Fact]
    public async Task Request_WithAuthorizationThatIsSwitchedOff_IsAnsweredWhereItIsLocal()
    {
        await using DashboardServer server = await StartAuthorizing(
            static app => app.MapPooledBuffers("/pools").RequireAuthorization().AllowAnonymous());

        Assert.Equal(HttpStatusCode.Forbidden, await Status(server, "operator"));
    }

    [Fact]
    public async Task Request_ThatAProxyForwarded_CountsAsTheClients()
    {
        await using DashboardServer server = await DashboardServer.StartAsync(static app =>
        {
            app.UseForwardedHeaders(new ForwardedHeadersOptions { ForwardedHeaders = ForwardedHeaders.XForwardedFor });
            app.MapPooledBuffers("/pools");
        });

        using var request = new HttpRequestMessage(HttpMethod.Get, "/pools/pools.json") { Headers = { { "X-Forwarded-For", Elsewhere } } };
        using HttpResponseMessage response = await server.Client.SendAsync(request);

        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
    }

    // An application that trusts every proxy takes the address that the client claims.
    [Fact]
    public async Task Request_ThatClaimsToBeLocalBehindForwardedHeaders_IsRefused()
    {
        await using DashboardServer server = await DashboardServer.StartAsync(static app =>
        {
            From(app, Elsewhere);
            var options = new ForwardedHeadersOptions { ForwardedHeaders = ForwardedHeaders.XForwardedFor };
            options.KnownIPNetworks.Clear();
            options.KnownProxies.Clear();
            app.UseForwardedHeaders(options);
            app.MapPooledBuffers("/pools");
        });

        using var request = new HttpRequestMessage(HttpMethod.Get, "/pools/pools.json") { Headers = { { "X-Forwarded-For", "127.0.0.1" } } };
        using HttpResponseMessage response = await server.Client.SendAsync(request);

        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
    }

    private static void From(WebApplication app, string address) => app.Use((context, next) =>
    {
        context.Connection.RemoteIpAddress = address.Length == 0 ? null : IPAddress.Parse(address);
        return next(context);
    });

    private static Task<DashboardServer> StartAuthorizing(Action<WebApplication> map) => DashboardServer.StartAsync(
        app =>
        {
            From(app, Elsewhere);
            map(app);
        },
        static builder =>
        {
            builder.Services.AddAuthentication("Header").AddScheme<AuthenticationSchemeOptions, HeaderAuthentication>("Header", null);
            builder.Services.AddAuthorization();
        });

    private static async Task<HttpStatusCode> Status(DashboardServer server, string? user)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/pools/pools.json");
        if (user is not null)
            request.Headers.Add("User", user);

        using HttpResponseMessage response = await server.Client.SendAsync(request);
        return response.StatusCode;
    }

    // Believes what the header "User" says.
    private sealed class HeaderAuthentication(IOptionsMonitor<AuthenticationSchemeOptions> options, ILoggerFactory logger, UrlEncoder encoder)
        : AuthenticationHandler<AuthenticationSchemeOptions>(options, logger, encoder)
    {
        protected override Task<AuthenticateResult> HandleAuthenticateAsync()
        {
            if (Request.Headers["User"].SingleOrDefault() is not { } user)
                return Task.FromResult(AuthenticateResult.NoResult());

            var identity = new ClaimsIdentity([new Claim(ClaimTypes.Name, user)], Scheme.Name);
            return Task.FromResult(AuthenticateResult.Success(new AuthenticationTicket(new ClaimsPrincipal(identity), Scheme.Name)));
        }
    }
}

using System.Net;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Http;

namespace PooledGen.AspNetCore.Dashboard;

/// <summary>
/// Decides which requests get an answer: those that the application's authorization allows or, without authorization, those from this machine.
/// </summary>
internal static class LocalAccess
{
    // The second prefix is that of UseForwardedHeaders(), which takes the client's address from the first and then removes that.
    private static readonly string[] s_proxyPrefixes = ["X-Forwarded-", "X-Original-"];
    private static readonly string[] s_proxyHeaders = ["Forwarded", "X-Real-IP", "CF-Connecting-IP", "True-Client-IP", "Via"];

    /// <summary>Wraps the answer: refuses every request that is not allowed.</summary>
    public static RequestDelegate Guard(RequestDelegate answer)
        => context => IsAuthorized(context) || ReasonToRefuse(context.Request) is not { } reason ? answer(context) : Refuse(context.Response, reason);

    // Routing refuses to run an endpoint with this metadata if no authorization checked it. [AllowAnonymous] disables that check.
    private static bool IsAuthorized(HttpContext context)
        => context.GetEndpoint()?.Metadata is { } metadata
            && metadata.GetMetadata<IAuthorizeData>() is not null
            && metadata.GetMetadata<IAllowAnonymous>() is null;

    // The address alone is not enough. A proxy on this machine sends every request from a loopback address, but most proxies add a header. With DNS
    // rebinding, a foreign page sends requests through the browser of this machine, but their Host header has a foreign name. With the right name, an
    // application that allows all origins (CORS) would let such a page read the answer, but then the browser says where the request comes from.
    private static string? ReasonToRefuse(HttpRequest request)
    {
        if (request.HttpContext.Connection.RemoteIpAddress is not { } address || !IPAddress.IsLoopback(address))
            return "This request does not come from a loopback address.";
        if (!IsLoopback(request.Host.Host))
            return "The host name of this request (header Host) is not localhost, a name below .localhost or a loopback address.";
        if (IsFromAnotherOrigin(request))
            return "This request comes from a page of another origin (header Origin or Sec-Fetch-Site).";
        if (request.Headers.Keys.Select(ProxyHeader).FirstOrDefault(static header => header is not null) is { } found)
            return $"This request has the header {found}, which proxies add.";

        return null;
    }

    // A page cannot read what a link or a new window shows, so those may come from everywhere.
    private static bool IsFromAnotherOrigin(HttpRequest request)
    {
        string? origin = request.Headers.Origin, site = request.Headers["Sec-Fetch-Site"], mode = request.Headers["Sec-Fetch-Mode"];
        bool isOfThisOrigin = string.IsNullOrEmpty(origin) || origin.Equals($"{request.Scheme}://{request.Host}", StringComparison.OrdinalIgnoreCase);
        return !isOfThisOrigin || !(site is null or "same-origin" or "none" || mode == "navigate");
    }

    // Returns our own spelling of a proxy header, because a refusal must not repeat text from the client.
    private static string? ProxyHeader(string header)
        => Array.Find(s_proxyPrefixes, prefix => header.StartsWith(prefix, StringComparison.OrdinalIgnoreCase)) is { } found
            ? found + "..."
            : Array.Find(s_proxyHeaders, known => known.Equals(header, StringComparison.OrdinalIgnoreCase));

    private static bool IsLoopback(string host)
        => host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
            || host.EndsWith(".localhost", StringComparison.OrdinalIgnoreCase)
            || (IPAddress.TryParse(host, out IPAddress? address) && IPAddress.IsLoopback(address));

    private static Task Refuse(HttpResponse response, string reason)
    {
        response.StatusCode = StatusCodes.Status403Forbidden;
        response.ContentType = "text/plain; charset=utf-8";
        return response.WriteAsync(
            $"""
            This page answers requests from its own machine only.
            {reason}
            To show it to others, call RequireAuthorization() on MapPooledBuffers.

            """);
    }
}

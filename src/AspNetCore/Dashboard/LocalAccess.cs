using System.Net;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Http;

namespace PooledGen.AspNetCore.Dashboard;

/// <summary>
/// Decides which requests are answered: those that the application's authorization let through, and where it was not asked, those of this machine.
/// </summary>
internal static class LocalAccess
{
    private static readonly string[] s_proxyHeaders = ["Forwarded", "X-Real-IP", "CF-Connecting-IP", "True-Client-IP", "Via"];

    /// <summary>Answers a request that passes, and refuses any other one.</summary>
    public static RequestDelegate Guard(RequestDelegate answer)
        => context => IsAuthorized(context) || ReasonToRefuse(context.Request) is not { } reason ? answer(context) : Refuse(context.Response, reason);

    // Routing refuses to run an endpoint with this metadata that no authorization looked at. [AllowAnonymous] switches that look off.
    private static bool IsAuthorized(HttpContext context)
        => context.GetEndpoint()?.Metadata is { } metadata
            && metadata.GetMetadata<IAuthorizeData>() is not null
            && metadata.GetMetadata<IAllowAnonymous>() is null;

    // The address alone is not enough. Every request through a proxy on this machine has it; most proxies add a header. A foreign page whose host name was
    // made to point here is asked for by this machine's browser; its host name gives it away.
    private static string? ReasonToRefuse(HttpRequest request)
    {
        if (request.HttpContext.Connection.RemoteIpAddress is not { } address || !IPAddress.IsLoopback(address))
            return "This request does not come from a loopback address.";
        if (!IsLoopback(request.Host.Host))
            return "The host name of this request (header Host) is not localhost, a name below .localhost or a loopback address.";
        if (request.Headers.Keys.Select(ProxyHeader).FirstOrDefault(static header => header is not null) is { } found)
            return $"This request has the header {found}, which proxies add.";

        return null;
    }

    // Our spelling of a header that proxies add: a refusal repeats nothing that the client wrote.
    private static string? ProxyHeader(string header)
        => header.StartsWith("X-Forwarded-", StringComparison.OrdinalIgnoreCase)
            ? "X-Forwarded-..."
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

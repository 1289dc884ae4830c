using System.Net;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Http;

namespace PooledGen.AspNetCore.Dashboard;

/// <summary>Who is answered: whomever the application's authorization let through, and where it was not asked, this machine only.</summary>
internal static class LocalAccess
{
    private const string Refusal =
        "This page answers requests from its own machine only. To show it to others, call RequireAuthorization() on MapPooledBuffers.\n";

    /// <summary>Lets through what may pass, and refuses the rest.</summary>
    public static RequestDelegate Guard(RequestDelegate answer)
        => context => IsAuthorized(context) || IsLocal(context.Request) ? answer(context) : Refuse(context.Response);

    // Routing refuses to run an endpoint with this metadata that no authorization looked at. [AllowAnonymous] switches that look off.
    private static bool IsAuthorized(HttpContext context)
        => context.GetEndpoint()?.Metadata is { } metadata
            && metadata.GetMetadata<IAuthorizeData>() is not null
            && metadata.GetMetadata<IAllowAnonymous>() is null;

    // The address alone is not enough. A proxy on this machine has it, whoever asks the proxy: it mostly shows by a header. And so has this
    // machine's browser on a foreign page whose host name was made to point here: that shows by the host name.
    private static bool IsLocal(HttpRequest request)
        => request.HttpContext.Connection.RemoteIpAddress is { } address
            && IPAddress.IsLoopback(address)
            && IsLoopback(request.Host.Host)
            && !request.Headers.Keys.Any(IsOfAProxy);

    private static bool IsOfAProxy(string header)
        => header.StartsWith("X-Forwarded-", StringComparison.OrdinalIgnoreCase)
            || header.Equals("Forwarded", StringComparison.OrdinalIgnoreCase)
            || header.Equals("X-Real-IP", StringComparison.OrdinalIgnoreCase)
            || header.Equals("Via", StringComparison.OrdinalIgnoreCase);

    private static bool IsLoopback(string host)
        => host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
            || host.EndsWith(".localhost", StringComparison.OrdinalIgnoreCase)
            || (IPAddress.TryParse(host, out IPAddress? address) && IPAddress.IsLoopback(address));

    private static Task Refuse(HttpResponse response)
    {
        response.StatusCode = StatusCodes.Status403Forbidden;
        response.ContentType = "text/plain; charset=utf-8";
        return response.WriteAsync(Refusal);
    }
}

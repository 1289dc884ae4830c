using System.Net;
using PooledGen;

namespace PoolDashboard;

/// <summary>A page with two buttons: what goes wrong, and what helps against full pools.</summary>
internal static class Controls
{
    private const string Page =
        """
        <!DOCTYPE html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>PoolDashboard</title>
        <body style="font-family: system-ui, sans-serif; margin: 2rem">
        <h1>PoolDashboard</h1>
        <p><a href="pools" target="_blank">Look at the pools</a> while work comes in waves, and press:</p>
        <form method="post"><button formaction="leak">Leak ten images</button> <button formaction="trim">Trim all pools</button></form>
        """;

    /// <summary>
    /// Refuses what a foreign page sends through this machine's browser: its form, which names its origin, and any request whose host name is not
    /// this machine's.
    /// </summary>
    public static async ValueTask<object?> RefuseForeignPages(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        HttpRequest request = context.HttpContext.Request;
        bool isLocalHost = request.Host.Host is "localhost" || (IPAddress.TryParse(request.Host.Host, out IPAddress? address) && IPAddress.IsLoopback(address));
        bool isOwnPage = request.Headers.Origin is not [{ } origin, ..] || origin == $"{request.Scheme}://{request.Host}";
        return isLocalHost && isOwnPage
            ? await next(context)
            : Results.Text("This button answers the page of this sample only.\n", statusCode: StatusCodes.Status403Forbidden);
    }

    public static IResult Show() => Results.Content(Page, "text/html; charset=utf-8");

    /// <summary>Rents and never disposes: "in use" goes up by ten and stays there.</summary>
    public static IResult Leak()
    {
        for (int i = 0; i < 10; i++)
        {
#pragma warning disable PG0103 // A leak on purpose, so that the page can show one.
            _ = ImageBuffer.RentOwner(64 * 1024);
#pragma warning restore PG0103
        }

        return Results.LocalRedirect("~/");
    }

    /// <summary>Lets go of every free buffer: "retained" falls, and rises again with the next wave.</summary>
    public static IResult Trim()
    {
        PooledBuffers.Trim();
        return Results.LocalRedirect("~/");
    }
}

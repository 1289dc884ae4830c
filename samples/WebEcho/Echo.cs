using System.Text;
using PooledGen;

namespace WebEcho;

/// <summary>POST /echo: the answer is what was sent.</summary>
internal static class Echo
{
    public static async Task Answer(HttpContext context)
    {
        // The whole body first: many clients do not read before they have sent everything. It lies in rented pieces, however long it is.
        using PooledStream body = BodyBuffer.Pool.CreateStream();
        await context.Request.Body.CopyToAsync(body, context.RequestAborted);

        // A header that comes in may have any bytes; one that goes out may not.
        context.Response.ContentType = context.Request.ContentType is { } type && Ascii.IsValid(type) ? type : null;
        context.Response.ContentLength = body.Length;
        body.Position = 0;
        await body.CopyToAsync(context.Response.Body, context.RequestAborted);
    }
}

using PooledGen;

namespace WebEcho;

/// <summary>POST /echo: the answer is what was sent.</summary>
internal static class Echo
{
    public static async Task Answer(HttpContext context)
    {
        // The whole body first: many clients do not read before they have sent everything. It lies in rented pieces, however long it is.
        using PooledStream body = BodyBuffer.CreateStream();
        await context.Request.Body.CopyToAsync(body, context.RequestAborted);

        context.Response.ContentType = context.Request.ContentType;
        context.Response.ContentLength = body.Length;
        body.Position = 0;
        await body.CopyToAsync(context.Response.Body, context.RequestAborted);
    }
}

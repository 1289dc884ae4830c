using Microsoft.AspNetCore.Http;

namespace PooledGen.AspNetCore.Dashboard;

/// <summary>A file of the dashboard page, embedded in this assembly.</summary>
internal sealed class DashboardFile(string name, string contentType)
{
    // The page loads only its own files, and no other page may embed it in a frame.
    private const string ContentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private readonly byte[] _content = Read(name);

    public Task Answer(HttpContext context)
    {
        HttpResponse response = context.Response;
        response.ContentType = contentType;
        response.ContentLength = _content.Length;
        response.Headers.CacheControl = "no-cache";
        response.Headers.ContentSecurityPolicy = ContentSecurityPolicy;
        response.Headers.XContentTypeOptions = "nosniff";
        return response.Body.WriteAsync(_content, context.RequestAborted).AsTask();
    }

    private static byte[] Read(string name)
    {
        using Stream resource = typeof(DashboardFile).Assembly.GetManifestResourceStream(name)!;
        byte[] content = new byte[resource.Length];
        resource.ReadExactly(content);
        return content;
    }
}

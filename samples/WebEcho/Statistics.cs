using System.Buffers;
using System.Text.Json;
using PooledGen;
using PooledGen.AspNetCore;

namespace WebEcho;

/// <summary>GET /stats: what the pools did, as JSON.</summary>
internal static class Statistics
{
    public static async Task Answer(HttpContext context)
    {
        using PooledBufferWriter<byte> json = JsonBuffer.Pool.CreateBufferWriter(initialCapacity: 1024); // the whole document
        Write(json);

        context.Response.ContentType = "application/json";
        context.Response.ContentLength = json.WrittenCount;
        await context.Response.Body.WriteAsync(json.WrittenMemory, context.RequestAborted);
    }

    private static void Write(IBufferWriter<byte> output)
    {
        using var json = new Utf8JsonWriter(output);
        json.WriteStartObject();
        Write(json, "server", PooledGenKestrel.Pool);
        Write(json, "bodies", BodyBuffer.Pool);
        Write(json, "json", JsonBuffer.Pool);
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, string name, BufferPool<byte> pool)
    {
        PoolStatistics figures = pool.GetStatistics();
        json.WriteStartObject(name);
        json.WriteNumber("rents", figures.Rents);
        json.WriteNumber("hits", figures.Hits);
        json.WriteNumber("allocated", figures.Misses);
        json.WriteNumber("inUse", figures.InUse);
        json.WriteNumber("retained", figures.Retained);
        json.WriteNumber("retainedBytes", figures.RetainedBytes);
        json.WriteNumber("misuseCount", figures.MisuseCount);
        json.WriteEndObject();
    }
}

namespace PooledGen.Checking.Tests.Page;

/// <summary>What the page's examples test.</summary>
internal static partial class FieldCounter
{
    public static async Task<int> CountAsync(TextReader reader)
    {
        using PooledOwner<char> line = Line.RentOwner(80);
        int length = await reader.ReadAsync(line.Memory);
        return line.Span[..length].Count(',') + 1;
    }

    [PooledBuffer<char>(MaxLength = 1024)]
    private partial struct Line;
}

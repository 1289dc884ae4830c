using PooledGen.Interop.Tests.Migrations.TextBuilding;

namespace PooledGen.Bench.Tables.WorkingSet;

/// <summary>Eight tasks, each of which builds a row of texts of some thousand characters, from a short array on.</summary>
internal static class TextBuilding
{
    private const int Tasks = 8;
    private const int TextsOfTask = 20_000;
    private const int Lines = 200;

    public static Task Run<TBuilder>()
        where TBuilder : struct, ITextBuilder<TBuilder>
        => Task.WhenAll(Enumerable.Range(0, Tasks).Select(static _ => Task.Run(BuildAll<TBuilder>)));

    private static async Task BuildAll<TBuilder>()
        where TBuilder : struct, ITextBuilder<TBuilder>
    {
        for (int i = 0; i < TextsOfTask; i++)
        {
            Build<TBuilder>();
            await Task.Yield();
        }
    }

    private static void Build<TBuilder>()
        where TBuilder : struct, ITextBuilder<TBuilder>
    {
        TBuilder builder = TBuilder.Create(16);
        for (int line = 0; line < Lines; line++)
        {
            builder.Append(line);
            builder.Append(':');
            builder.Append("generation");
            builder.Append('\n');
        }

        builder.WriteTo(TextWriter.Null);
        builder.Dispose();
    }
}

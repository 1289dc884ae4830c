using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>Forty lines of text from five names and a number each, and one string of it all at the end.</summary>
public class TextWriting
{
    private const int Lines = 40;

    private static readonly string[] s_names = ["length", "capacity", "generation", "size class", "retained bytes"];

    // Both format with the current culture here, and with the invariant one where text is interpolated.
    [Benchmark(Description = Names.TextWriter), Arguments(Lines), MethodImpl(NoInlining)]
    public void PooledGen(int lines)
    {
        using var writer = TextBuffer.CreateWriter(stackalloc char[256]);
        for (int i = 0; i < lines;)
        {
            foreach (string name in s_names)
            {
                writer.Append(name);
                writer.Append(": ");
                writer.AppendFormatted(i++);
                writer.Append('\n');
            }
        }

        Consume(writer.ToString());
    }

    [Benchmark(Description = Names.StringBuilder, Baseline = true), Arguments(Lines), MethodImpl(NoInlining)]
    public void Builder(int lines)
    {
        var builder = new StringBuilder();
        for (int i = 0; i < lines;)
        {
            foreach (string name in s_names)
            {
                builder.Append(name);
                builder.Append(": ");
                builder.Append(i++);
                builder.Append('\n');
            }
        }

        Consume(builder.ToString());
    }

    [Benchmark(Description = Names.TextWriter + ", interpolated"), Arguments(Lines), MethodImpl(NoInlining)]
    public void PooledGenInterpolated(int lines)
    {
        using var writer = TextBuffer.CreateWriter(stackalloc char[256]);
        for (int i = 0; i < lines;)
        {
            foreach (string name in s_names)
                writer.Append(CultureInfo.InvariantCulture, $"{name}: {i++}\n");
        }

        Consume(writer.ToString());
    }

    [Benchmark(Description = Names.StringBuilder + ", interpolated"), Arguments(Lines), MethodImpl(NoInlining)]
    public void BuilderInterpolated(int lines)
    {
        var builder = new StringBuilder();
        for (int i = 0; i < lines;)
        {
            foreach (string name in s_names)
                builder.Append(CultureInfo.InvariantCulture, $"{name}: {i++}\n");
        }

        Consume(builder.ToString());
    }

    [MethodImpl(NoInlining)]
    private static void Consume(string text) => _ = text;
}

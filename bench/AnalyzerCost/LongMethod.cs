using System.Text;

namespace PooledGen.Bench.AnalyzerCost;

/// <summary>One method of many statements, with rentals, branches and loops all through it: what is quadratic shows here.</summary>
internal static class LongMethod
{
    public static string Source(int statements)
    {
        var text = new StringBuilder("using System; using System.Buffers;\npublic static class Long\n{\n");
        text.Append("    public static int Run(int seed)\n    {\n        int sum = seed;\n");
        for (int i = 0; i < statements / 12; i++)
        {
            text.Append(
                $$"""
                        byte[] array{{i}} = ArrayPool<byte>.Shared.Rent({{i}} + 16);
                        var packet{{i}} = PacketBuffer.Rent({{i}} + 1);
                        packet{{i}}[0] = (byte)sum;
                        array{{i}}[0] = packet{{i}}[0];
                        if (sum % {{i + 2}} == 0)
                            sum += array{{i}}[0];
                        for (int j = 0; j < {{i}}; j++)
                            sum ^= j;
                        packet{{i}}.Dispose();
                        ArrayPool<byte>.Shared.Return(array{{i}});
                        string[] names{{i}} = ArrayPool<string>.Shared.Rent({{i}} + 16);
                        ArrayPool<string>.Shared.Return(names{{i}});

                """);
        }

        return text.Append("        return sum;\n    }\n}\n").ToString();
    }
}

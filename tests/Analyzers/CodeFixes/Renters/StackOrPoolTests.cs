namespace PooledGen.Analyzers.Tests.CodeFixes.Renters;

/// <summary>The stack for a few elements, the pool for more.</summary>
public class StackOrPoolTests() : FixTest(new UseRenterFixer(), "PG0210")
{
    private const string Renter = "\n[PooledBuffer<char>(MaxLength = 1024)]\ninternal partial struct Scratch;\n";

    // Every way to write it comes out the same.
    private const string Rewritten = """
        static class C
        {
            public static string Run() => Line(3) + Line(300)[297..];

            static string Line(int n)
            {
                using var rented = Scratch.Rent(n, stackalloc char[256]);
                Span<char> line = rented.Span;
                line.Fill('-');
                return line.ToString();
            }
        }
        """;

    public static TheoryData<string, string> Hybrids => new()
    {
        {
            """
            char[]? rented = null;
            Span<char> line = n <= 256 ? stackalloc char[256] : (rented = [|ArrayPool<char>.Shared.Rent(n)|]);
            line = line.Slice(0, n);
            """,
            "if (rented != null) ArrayPool<char>.Shared.Return(rented);"
        },
        {
            """
            char[]? rented = null;
            Span<char> line = (uint)n > 256 ? (rented = [|ArrayPool<char>.Shared.Rent(n)|]) : stackalloc char[256];
            line = line[..n];
            """,
            """
            if (rented is not null)
            {
                ArrayPool<char>.Shared.Return(rented);
            }
            """
        },
        {
            """
            char[]? rented = null;
            Span<char> line = n <= 256 ? stackalloc char[256] : (rented = [|ArrayPool<char>.Shared.Rent(n)|]);
            line = line[0..n];
            """,
            "if (null != rented) ArrayPool<char>.Shared.Return(rented);"
        },
        {
            """
            char[]? rented = null;
            Span<char> line = n <= 256 ? stackalloc char[n] : (rented = [|ArrayPool<char>.Shared.Rent(n)|]).AsSpan(0, n);
            """,
            "if (rented is { }) ArrayPool<char>.Shared.Return(rented);"
        },
    };

    [Theory]
    [MemberData(nameof(Hybrids))]
    public Task ReturnAtTheEnd_BecomesOneRent(string rent, string giveBack) => FixedAlike(
        $$"""
        static class C
        {
            public static string Run() => Line(3) + Line(300)[297..];

            static string Line(int n)
            {
                {{Indented(rent, 8)}}
                line.Fill('-');
                string text = line.ToString();
                {{Indented(giveBack, 8)}}
                return text;
            }
        }
        """ + Renter,
        Rewritten.Replace("return line.ToString();", "string text = line.ToString();\n        return text;", StringComparison.Ordinal) + Renter,
        "------");

    [Theory]
    [MemberData(nameof(Hybrids))]
    public Task ReturnInFinally_BecomesOneRent(string rent, string giveBack) => FixedAlike(
        $$"""
        static class C
        {
            public static string Run() => Line(3) + Line(300)[297..];

            static string Line(int n)
            {
                {{Indented(rent, 8)}}
                try
                {
                    line.Fill('-');
                    return line.ToString();
                }
                finally
                {
                    {{Indented(giveBack, 12)}}
                }
            }
        }
        """ + Renter,
        Rewritten + Renter,
        "------");

    // The pool may give exactly n elements, as the stack does, so no code can rely on more.
    [Theory]
    [InlineData("n <= 256 ? stackalloc char[n] : (rented = [|ArrayPool<char>.Shared.Rent(n)|])")]
    [InlineData("n > 256 ? (Span<char>) (rented = [|ArrayPool<char>.Shared.Rent(n)|]) : stackalloc char[n]")]
    [InlineData("n > 256 ? (rented = [|ArrayPool<char>.Shared.Rent(n)|]) : (Span<char>)stackalloc char[n]")]
    public Task WholeArrayBesideAStackOfTheRequestedLength_BecomesOneRent(string choice) => FixedAlike(
        $$"""
        static class C
        {
            public static string Run() => Number(3) + Number(300);

            static string Number(int n)
            {
                char[]? rented = null;
                Span<char> line = {{choice}};
                try
                {
                    n.TryFormat(line, out int written);
                    return line[..written].ToString();
                }
                finally
                {
                    if (rented is not null)
                        ArrayPool<char>.Shared.Return(rented);
                }
            }
        }
        """ + Renter,
        """
        static class C
        {
            public static string Run() => Number(3) + Number(300);

            static string Number(int n)
            {
                using var rented = Scratch.Rent(n, stackalloc char[256]);
                Span<char> line = rented.Span;
                n.TryFormat(line, out int written);
                return line[..written].ToString();
            }
        }
        """ + Renter,
        "3300");

    [Fact]
    public Task Comments_Stay() => FixedAlike(
        """
        static class C
        {
            public static string Run()
            {
                int n = 2;
                // Null on the stack.
                char[]? rented = null;
                // A line.
                Span<char> line = n <= 16 ? stackalloc char[16] : (rented = [|ArrayPool<char>.Shared.Rent(n)|]); // or two
                line = line.Slice(0, n);
                line.Fill('-');
                string text = line.ToString();
                if (rented != null)
                    ArrayPool<char>.Shared.Return(rented);
                return text; // dashes
            }
        }
        """ + Renter,
        """
        static class C
        {
            public static string Run()
            {
                int n = 2;
                // Null on the stack.
                // A line.
                using var rented = Scratch.Rent(n, stackalloc char[16]);
                Span<char> line = rented.Span; // or two
                line = line.Slice(0, n);
                line.Fill('-');
                string text = line.ToString();
                return text; // dashes
            }
        }
        """.Replace("\n        line = line.Slice(0, n);", "", StringComparison.Ordinal) + Renter,
        "--");

    [Theory]
    [InlineData(
        "Span<char> line = n <= 8 ? stackalloc char[8] : (rented = ArrayPool<char>.Shared.Rent(n));",
        "line.Clear();",
        "if (rented != null) ArrayPool<char>.Shared.Return(rented);")]
    [InlineData(
        "Span<char> line = n <= 8 ? stackalloc char[8] : (rented = ArrayPool<char>.Shared.Rent(n));",
        "line = line.Slice(0, n - 1);",
        "if (rented != null) ArrayPool<char>.Shared.Return(rented);")]
    [InlineData(
        "Span<char> line = n <= 8 ? stackalloc char[8] : (rented = ArrayPool<char>.Shared.Rent(n));",
        "line = line.Slice(0, n);",
        "if (rented != null) ArrayPool<char>.Shared.Return(rented); s_kept = rented;")]
    [InlineData("Span<char> line = n <= 8 ? stackalloc char[8] : (rented = ArrayPool<char>.Shared.Rent(n));", "line = line.Slice(0, n);", "")]
    [InlineData(
        "Span<char> line = n <= 8 ? stackalloc char[8] : (rented = ArrayPool<char>.Shared.Rent(n));",
        "line = line.Slice(0, n);",
        "if (n > 8) ArrayPool<char>.Shared.Return(rented!);")]
    [InlineData(
        "Span<char> line = n <= 8 ? stackalloc char[n + 1] : (rented = ArrayPool<char>.Shared.Rent(n));",
        "line = line.Slice(0, n);",
        "if (rented != null) ArrayPool<char>.Shared.Return(rented);")]
    [InlineData(
        "Span<char> line = n <= 8 ? stackalloc char[n] : (rented = ArrayPool<char>.Shared.Rent(n)).AsSpan(1, n - 1);",
        "line.Clear();",
        "if (rented != null) ArrayPool<char>.Shared.Return(rented);")]
    [InlineData(
        "Span<char> line = n <= 8 ? stackalloc char[n] : (rented = ArrayPool<char>.Shared.Rent(n + 1));",
        "line.Clear();",
        "if (rented != null) ArrayPool<char>.Shared.Return(rented);")]
    [InlineData(
        "Span<char> line = n++ <= 8 ? stackalloc char[8] : (rented = ArrayPool<char>.Shared.Rent(n));",
        "line = line.Slice(0, n);",
        "if (rented != null) ArrayPool<char>.Shared.Return(rented);")]
    public Task WhatIsNotTheSame_IsRefused(string rent, string slice, string giveBack) => Silent(
        $"static class C {{ static char[]? s_kept; static void M(int n) {{ char[]? rented = null; {rent} {slice} {giveBack} }} }}" + Renter);

    private static string Indented(string lines, int by) => lines.Replace("\n", "\n" + new string(' ', by), StringComparison.Ordinal);
}

using PooledGen.CodeFixes.Renters;

namespace PooledGen.Analyzers.Tests.CodeFixes.Renters;

/// <summary>An array that is swapped for a longer one when it is full becomes a writer.</summary>
public class GrowingTests() : FixTest(new UseRenterFixer(), "PG0210")
{
    private const string Renter = "\n[PooledBuffer<char>(MaxLength = 1024)]\ninternal partial struct Scratch;\n";

    public static TheoryData<string, string> Growths => new()
    {
        { "count == text.Length", "Array.Copy(text, longer, count);" },
        { "count >= text.Length", "text.AsSpan(0, count).CopyTo(longer);" },
        { "text.Length == count", "text.CopyTo(longer, 0);" },
        { "text.Length <= count", "Array.Copy(text, 0, longer, 0, text.Length);" },
    };

    [Theory]
    [MemberData(nameof(Growths))]
    public Task SwapWhenFull_BecomesAppend(string full, string copy) => FixedAlike(
        $$"""
        static class C
        {
            public static string Run()
            {
                char[] text = [|ArrayPool<char>.Shared.Rent(16)|];
                int count = 0;
                // Twenty letters.
                for (int i = 0; i < 20; i++)
                {
                    if ({{full}})
                    {
                        char[] longer = ArrayPool<char>.Shared.Rent(text.Length * 2);
                        {{copy}}
                        ArrayPool<char>.Shared.Return(text);
                        text = longer;
                    }

                    text[count++] = (char)('a' + i); // one
                }

                string all = $"{new string(text, 0, count)} {count} {text[count - 1]}";
                ArrayPool<char>.Shared.Return(text);
                return all;
            }
        }
        """ + Renter,
        """
        static class C
        {
            public static string Run()
            {
                using var text = Scratch.CreateWriter(16);
                // Twenty letters.
                for (int i = 0; i < 20; i++)
                {
                    text.Append((char)('a' + i)); // one
                }

                string all = $"{new string(text.WrittenSpan)} {text.Length} {text.WrittenSpan[text.Length - 1]}";
                return all;
            }
        }
        """ + Renter,
        "abcdefghijklmnopqrst 20 t");

    [Fact]
    public Task ReturnInFinally_TakesTheTryAway() => FixedAlike(
        """
        static class C
        {
            public static string Run()
            {
                int written = 0;
                var text = [|ArrayPool<char>.Shared.Rent(1)|];
                try
                {
                    foreach (char c in "a line that is longer than sixteen")
                    {
                        if (written == text.Length)
                        {
                            var longer = ArrayPool<char>.Shared.Rent(Math.Max(16, 2 * written));
                            Array.Copy(text, longer, written);
                            ArrayPool<char>.Shared.Return(text);
                            text = longer;
                        }
                        text[written++] = c;
                    }
                    return text.AsSpan(0, written).ToString();
                }
                finally
                {
                    ArrayPool<char>.Shared.Return(text);
                }
            }
        }
        """ + Renter,
        """
        static class C
        {
            public static string Run()
            {
                using var text = Scratch.CreateWriter(1);
                foreach (char c in "a line that is longer than sixteen")
                {
                    text.Append(c);
                }
                return text.WrittenSpan.ToString();
            }
        }
        """ + Renter,
        "a line that is longer than sixteen");

    [Theory]
    [InlineData("text[count++] = c;", "text[0] = 'x';")]
    [InlineData("text[count++] = c;", "count--;")]
    [InlineData("text[count++] = c;", "_ = text.Length;")]
    [InlineData("text[count++] = c;", "text.AsSpan(0, count).Reverse();")]
    [InlineData("text[count++] = (char)count;", "")]
    [InlineData("text[count] = c; count += 1;", "")]
    [InlineData("text[count++] = c;", "if (count == 7) { var other = ArrayPool<char>.Shared.Rent(7); ArrayPool<char>.Shared.Return(text); text = other; }")]
    public Task WhatAWriterCannotDo_IsRefused(string append, string use) => Silent(
        $$"""
        static class C
        {
            static void M(string source)
            {
                int count = 0;
                var text = ArrayPool<char>.Shared.Rent(16);
                foreach (char c in source)
                {
                    if (count == text.Length)
                    {
                        var longer = ArrayPool<char>.Shared.Rent(2 * count);
                        Array.Copy(text, longer, count);
                        ArrayPool<char>.Shared.Return(text);
                        text = longer;
                    }

                    {{append}}
                    {{use}}
                }
                ArrayPool<char>.Shared.Return(text);
            }
        }
        """ + Renter);
}

namespace PooledGen.Analyzers.Tests.CodeFixes.Renters;

/// <summary>Rent, use, return: each program is run before and after.</summary>
public class UseRenterTests() : FixTest(new UseRenterFixer(), "PG0210")
{
    private const string Renter = "\n[PooledBuffer<byte>(MaxLength = 1024)]\ninternal partial struct Scratch;\n";

    [Fact]
    public Task ReturnInFinally_TakesTheTryAway() => FixedAlike(
        """
        static class C
        {
            public static string Run()
            {
                int n = 5;
                // The digits.
                byte[] digits = [|ArrayPool<byte>.Shared.Rent(n)|]; // five
                try
                {
                    for (int i = 0; i < n; i++)
                        digits[i] = (byte)('0' + i);

                    // As text.
                    return System.Text.Encoding.ASCII.GetString(digits, 0, n);
                }
                finally
                {
                    ArrayPool<byte>.Shared.Return(digits);
                }
            }
        }
        """ + Renter,
        """
        static class C
        {
            public static string Run()
            {
                int n = 5;
                // The digits.
                using Scratch digitsRental = Scratch.Rent(n);
                Span<byte> digits = digitsRental.Span; // five
                for (int i = 0; i < n; i++)
                    digits[i] = (byte)('0' + i);

                // As text.
                return System.Text.Encoding.ASCII.GetString(digits);
            }
        }
        """ + Renter,
        "01234");

    // The renter's indexer would look at the rental each time.
    [Fact]
    public Task ElementInALoop_IsAnElementOfASpan() => FixedAlike(
        """
        static class C
        {
            public static string Run()
            {
                var bytes = [|ArrayPool<byte>.Shared.Rent(8)|];
                bytes.AsSpan(0, 8).Fill(1);
                bytes.AsSpan(1, 2).Fill(2);
                bytes.AsSpan(3, 2).Fill(3);
                bytes.AsSpan().Slice(0, 8).Reverse();
                bytes.AsSpan().Slice(6, 2).Fill(4);
                int sum = 0;
                foreach (int i in new[] { 0, 1, 7 })
                    sum += bytes[i];

                string text = sum + Convert.ToHexString(bytes, 0, 8);
                ArrayPool<byte>.Shared.Return(bytes);
                return text;
            }
        }
        """ + Renter,
        """
        static class C
        {
            public static string Run()
            {
                using var bytesRental = Scratch.Rent(8);
                var bytes = bytesRental.Span;
                bytes.Fill(1);
                bytes.Slice(1, 2).Fill(2);
                bytes.Slice(3, 2).Fill(3);
                bytes.Reverse();
                bytes.Slice(6, 2).Fill(4);
                int sum = 0;
                foreach (int i in new[] { 0, 1, 7 })
                    sum += bytes[i];

                string text = sum + Convert.ToHexString(bytes);
                return text;
            }
        }
        """ + Renter,
        "60101010303020404");

    [Fact]
    public Task ElementInALoopWhereTheNameIsTaken_StaysAnElementOfTheRenter() => FixedAlike(
        """
        static class C
        {
            public static string Run()
            {
                int bytesRental = 1;
                byte[] bytes = [|ArrayPool<byte>.Shared.Rent(1)|];
                for (int i = 0; i < 1; i++)
                    bytes[i] = (byte)bytesRental;

                string text = bytes[0].ToString();
                ArrayPool<byte>.Shared.Return(bytes);
                return text;
            }
        }
        """ + Renter,
        """
        static class C
        {
            public static string Run()
            {
                int bytesRental = 1;
                using Scratch bytes = Scratch.Rent(1);
                for (int i = 0; i < 1; i++)
                    bytes[i] = (byte)bytesRental;

                string text = bytes[0].ToString();
                return text;
            }
        }
        """ + Renter,
        "1");

    [Fact]
    public Task ReturnAtTheEnd_IsRemoved() => FixedAlike(
        """
        static class C
        {
            public static string Run()
            {
                var bytes = [|ArrayPool<byte>.Shared.Rent(256)|];
                bytes.AsSpan(0, 256).Fill(7);
                int sum = bytes[0] + bytes[255];
                bytes.AsSpan(8, 4).Clear();
                ArrayPool<byte>.Shared.Return(bytes); // done
                return $"{sum}";
            }
        }
        """ + Renter,
        """
        static class C
        {
            public static string Run()
            {
                using var bytes = Scratch.Rent(256);
                bytes.Span.Fill(7);
                int sum = bytes[0] + bytes[255];
                bytes.Slice(8, 4).Clear();
                // done
                return $"{sum}";
            }
        }
        """ + Renter,
        "14");

    [Fact]
    public Task ReturnBeforeEachExit_IsRemoved() => FixedAlike(
        """
        static class C
        {
            public static string Run() => First(1) + First(0);

            static string First(int n)
            {
                var bytes = [|ArrayPool<byte>.Shared.Rent(n)|];
                if (n == 0)
                {
                    ArrayPool<byte>.Shared.Return(bytes);
                    return "none";
                }

                bytes[0] = 3;
                string first = bytes[0].ToString();
                ArrayPool<byte>.Shared.Return(bytes, clearArray: false);
                return first;
            }
        }
        """ + Renter,
        """
        static class C
        {
            public static string Run() => First(1) + First(0);

            static string First(int n)
            {
                using var bytes = Scratch.Rent(n);
                if (n == 0)
                {
                    return "none";
                }

                bytes[0] = 3;
                string first = bytes[0].ToString();
                return first;
            }
        }
        """ + Renter,
        "3none");

    [Fact]
    public Task CatchAndWhatElseIsInTheFinally_Stay() => FixedAlike(
        """
        static class C
        {
            public static string Run()
            {
                string log = "";
                byte[] one = [|ArrayPool<byte>.Shared.Rent(3)|];
                try
                {
                    log += one[3000];
                }
                catch (IndexOutOfRangeException)
                {
                    log += "caught ";
                }
                finally
                {
                    log += "closed";
                    ArrayPool<byte>.Shared.Return(one);
                }

                return log;
            }
        }
        """ + Renter,
        """
        static class C
        {
            public static string Run()
            {
                string log = "";
                using Scratch one = Scratch.Rent(3);
                try
                {
                    log += one[3000];
                }
                catch (IndexOutOfRangeException)
                {
                    log += "caught ";
                }
                finally
                {
                    log += "closed";
                }

                return log;
            }
        }
        """ + Renter,
        "caught closed");

    [Fact]
    public Task CallsWithAnOffsetAndACount_TakeTheSpan() => FixedAlike(
        """
        static class C
        {
            public static string Run()
            {
                var source = new MemoryStream(new byte[] { 1, 2, 3, 4, 5 });
                var target = new MemoryStream();
                byte[] chunk = [|ArrayPool<byte>.Shared.Rent(4)|];
                try
                {
                    int read;
                    while ((read = source.Read(chunk, 0, 4)) > 0)
                        target.Write(chunk, 0, read);
                }
                finally
                {
                    ArrayPool<byte>.Shared.Return(chunk);
                }

                return Convert.ToHexString(target.ToArray());
            }
        }
        """ + Renter,
        """
        static class C
        {
            public static string Run()
            {
                var source = new MemoryStream(new byte[] { 1, 2, 3, 4, 5 });
                var target = new MemoryStream();
                using Scratch chunk = Scratch.Rent(4);
                int read;
                while ((read = source.Read(chunk.Span)) > 0)
                    target.Write(chunk.Slice(0, read));

                return Convert.ToHexString(target.ToArray());
            }
        }
        """ + Renter,
        "0102030405");

    [Fact]
    public Task TextInStrings_StaysInItsColumn() => FixedAlike(
        """"
        static class C
        {
            public static string Run()
            {
                byte[] one = [|ArrayPool<byte>.Shared.Rent(1)|];
                try
                {
                    one[0] = 1;
                    return $"""
                        {one[0]}
                          b
                        """ + @"
                c";
                }
                finally
                {
                    ArrayPool<byte>.Shared.Return(one);
                }
            }
        }
        """" + Renter,
        """"
        static class C
        {
            public static string Run()
            {
                using Scratch one = Scratch.Rent(1);
                one[0] = 1;
                return $"""
                        {one[0]}
                          b
                        """ + @"
                c";
            }
        }
        """" + Renter,
        "1\n  b\n        c");
}

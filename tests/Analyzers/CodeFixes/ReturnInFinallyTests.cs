namespace PooledGen.Analyzers.Tests.CodeFixes;

public class ReturnInFinallyTests() : FixTest(new ReturnInFinallyFixer(), "PG0204")
{
    [Fact]
    public Task ReturnBeforeAResult_MovesToAFinallyBlock() => Fixed(
        Method("""
            byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];

            // A part of it.
            int read = stream.Read(array, 0, n); // at once

            // Done.
            ArrayPool<byte>.Shared.Return(array); // at last

            return read;
            """),
        Method("""
            byte[] array = ArrayPool<byte>.Shared.Rent(n);

            try
            {
                // A part of it.
                int read = stream.Read(array, 0, n); // at once

                return read;
            }
            finally
            {
                // Done.
                ArrayPool<byte>.Shared.Return(array); // at last
            }
            """));

    [Fact]
    public Task ReturnBeforeOtherCode_LeavesThatBehindTheFinallyBlock() => Fixed(
        Method("""
            byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];
            int read = stream.Read(array, 0, n);
            var first = array[0];
            Ask(array[1], out int second);
            int third = array[2];
            ArrayPool<byte>.Shared.Return(array, clearArray: true);
            read += first;
            return read + second;
            """),
        Method("""
            byte[] array = ArrayPool<byte>.Shared.Rent(n);
            int read;
            byte first;
            int second;
            try
            {
                read = stream.Read(array, 0, n);
                first = array[0];
                Ask(array[1], out second);
                int third = array[2];
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(array, clearArray: true);
            }

            read += first;
            return read + second;
            """));

    [Fact]
    public Task LocalThatNeedsItsValue_KeepsTheRestInTheTryBlock() => Fixed(
        Method("""
            byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];
            int[] sums = { stream.Read(array, 0, n), array[0] };
            ArrayPool<byte>.Shared.Return(array);
            n += sums[0];
            return n;
            """),
        Method("""
            byte[] array = ArrayPool<byte>.Shared.Rent(n);
            try
            {
                int[] sums = { stream.Read(array, 0, n), array[0] };
                n += sums[0];
                return n;
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(array);
            }
            """));

    [Fact]
    public Task EarlyExits_LoseTheirReturns() => Fixed(
        Method("""
            byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];
            if (stream.Read(array, 0, n) == 0)
            {
                ArrayPool<byte>.Shared.Return(array);
                return 0;
            }

            ArrayPool<byte>.Shared.Return(array);
            return n;
            """),
        Method("""
            byte[] array = ArrayPool<byte>.Shared.Rent(n);
            try
            {
                if (stream.Read(array, 0, n) == 0)
                {
                    return 0;
                }

                return n;
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(array);
            }
            """));

    [Fact]
    public Task ExitWithoutAReturn_GetsTheFinallyBlock() => Fixed(
        Method("""
            byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];
            if (stream.Read(array, 0, n) == 0)
                return 0;

            n += array[0];
            ArrayPool<byte>.Shared.Return(array);
            return n;
            """),
        Method("""
            byte[] array = ArrayPool<byte>.Shared.Rent(n);
            try
            {
                if (stream.Read(array, 0, n) == 0)
                    return 0;

                n += array[0];
                return n;
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(array);
            }
            """),
        "PG0203");

    [Fact]
    public Task ReturnUnderAFlag_LosesTheFlag() => Fixed(
        Method("""
            byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];
            bool isRead = stream.Read(array, 0, n) > 0;
            if (isRead)
                ArrayPool<byte>.Shared.Return(array);

            return isRead ? n : 0;
            """),
        Method("""
            byte[] array = ArrayPool<byte>.Shared.Rent(n);
            try
            {
                bool isRead = stream.Read(array, 0, n) > 0;

                return isRead ? n : 0;
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(array);
            }
            """),
        "PG0203");

    [Fact]
    public Task ArrayThatIsNeverReturned_GoesBackToItsPool() => Fixed(
        Method("""
            while (n-- > 0) {
                var array = [|s_pool.Rent(n)|];
                string text = @"
            a";
                stream.Read(array, 0, text.Length);
            }

            return n;
            """),
        Method("""
            while (n-- > 0) {
                var array = s_pool.Rent(n);
                try {
                    string text = @"
            a";
                    stream.Read(array, 0, text.Length);
                } finally {
                    s_pool.Return(array);
                }
            }

            return n;
            """),
        "PG0203");

    [Fact]
    public Task StackOrPool_ReturnsWhatWasRented() => Fixed(
        Method("""
            byte[]? array = null;
            Span<byte> span = n <= 64 ? stackalloc byte[64] : (array = [|ArrayPool<byte>.Shared.Rent(n)|]);
            int read = stream.Read(span);
            if (array is not null)
            {
                ArrayPool<byte>.Shared.Return(array);
            }

            return read;
            """),
        Method("""
            byte[]? array = null;
            Span<byte> span = n <= 64 ? stackalloc byte[64] : (array = ArrayPool<byte>.Shared.Rent(n));
            try
            {
                int read = stream.Read(span);

                return read;
            }
            finally
            {
                if (array is not null)
                {
                    ArrayPool<byte>.Shared.Return(array);
                }
            }
            """));

    [Fact]
    public Task RentInFrontOfOtherCode_MovesDownToTheTry() => Fixed(
        Method("""
            // The buffer.
            byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];

            stream.Flush();

            // The loop.
            try
            {
                return stream.Read(array, 0, n);
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(array);
            }
            """),
        Method("""
            stream.Flush();

            // The buffer.
            byte[] array = ArrayPool<byte>.Shared.Rent(n);
            // The loop.
            try
            {
                return stream.Read(array, 0, n);
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(array);
            }
            """));

    [Fact]
    public Task TryBehindCodeWithTheArray_MovesUpToTheRent() => Fixed(
        Method("""
            byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];
            int header = stream.Read(array, 0, 4);

            try
            {
                n = stream.Read(array, 0, header);
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(array);
            }

            return n + header;
            """),
        Method("""
            byte[] array = ArrayPool<byte>.Shared.Rent(n);
            int header;
            try
            {
                header = stream.Read(array, 0, 4);

                n = stream.Read(array, 0, header);
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(array);
            }

            return n + header;
            """));

    // What the catch block and the other statement of the finally block are for does not change.
    [Theory]
    [InlineData("catch (IOException)\n{\n    n = 0;\n}\nfinally\n{\n    ArrayPool<byte>.Shared.Return(array);\n}", "catch (IOException)\n{\n    n = 0;\n}")]
    [InlineData("finally\n{\n    Ask(1, out n);\n    ArrayPool<byte>.Shared.Return(array);\n}", "finally\n{\n    Ask(1, out n);\n}")]
    public Task TryWithMoreThanTheReturn_StaysInside(string end, string expected) => Fixed(
        Method($$"""
            byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];
            int header = stream.Read(array, 0, 4);
            try
            {
                n = stream.Read(array, 0, header);
            }
            {{end}}

            return n;
            """),
        Method($$"""
            byte[] array = ArrayPool<byte>.Shared.Rent(n);
            try
            {
                int header = stream.Read(array, 0, 4);
                try
                {
                    n = stream.Read(array, 0, header);
                }
                {{expected.Replace("\n", "\n    ", StringComparison.Ordinal)}}

                return n;
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(array);
            }
            """));

    [Fact]
    public Task TwoArrays_GoBackTogether() => Fixed(
        Method("""
            byte[] key = [|ArrayPool<byte>.Shared.Rent(n)|];
            byte[] value = ArrayPool<byte>.Shared.Rent(n);
            int read = stream.Read(key, 0, n) + stream.Read(value, 0, n);
            ArrayPool<byte>.Shared.Return(value);
            ArrayPool<byte>.Shared.Return(key);
            return read;
            """),
        Method("""
            byte[] key = ArrayPool<byte>.Shared.Rent(n);
            byte[] value = ArrayPool<byte>.Shared.Rent(n);
            try
            {
                int read = stream.Read(key, 0, n) + stream.Read(value, 0, n);
                return read;
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(value);
                ArrayPool<byte>.Shared.Return(key);
            }
            """));

    [Fact]
    public Task AwaitedTasks_AreOver() => Fixed(
        Method("""
            byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];
            await stream.ReadExactlyAsync(array, 0, n).ConfigureAwait(false);
            ArrayPool<byte>.Shared.Return(array);
            """),
        Method("""
            byte[] array = ArrayPool<byte>.Shared.Rent(n);
            try
            {
                await stream.ReadExactlyAsync(array, 0, n).ConfigureAwait(false);
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(array);
            }
            """));

    [Fact]
    public Task FixAll_InTheDocument()
    {
        const string Lost = """
            byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];
            n = stream.Read(array, 0, n);
            ArrayPool<byte>.Shared.Return(array);
            return n;
            """;
        const string Kept = """
            byte[] array = ArrayPool<byte>.Shared.Rent(n);
            try
            {
                n = stream.Read(array, 0, n);
                return n;
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(array);
            }
            """;
        return AllFixed(
            Method(Lost) + "\n" + Method(Lost).Replace("class C", "class D", StringComparison.Ordinal),
            Method(Kept) + "\n" + Method(Kept).Replace("class C", "class D", StringComparison.Ordinal));
    }

    // Another path gives the array away, a helper returns it, or a task may still use it.
    [Theory]
    [InlineData("""
        byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];
        int read = stream.Read(array, 0, n);
        if (read > 0)
        {
            s_last = array;
            return read;
        }

        ArrayPool<byte>.Shared.Return(array);
        return 0;
        """)]
    [InlineData("""
        byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];
        int read = stream.Read(array, 0, n);
        Free(array);
        return read;
        """)]
    [InlineData("""
        byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];
        byte[] same = array;
        int read = stream.Read(array, 0, n);
        ArrayPool<byte>.Shared.Return(same);
        return read;
        """)]
    [InlineData("""
        byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];
        Task<int> reading = stream.ReadAsync(array, 0, n);
        stream.Flush();
        int read = reading.Result;
        ArrayPool<byte>.Shared.Return(array);
        return read;
        """)]
    public Task ArrayThatMayBeHeldElsewhere_HasNoFix(string body) => NotOffered(Method(body));

    // The finally block would not compile, two returns differ, an empty block would remain, and lines that are not the statements' own.
    [Theory]
    [InlineData("""
        byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];
        bool isSecret = stream.Read(array, 0, n) > 4;
        ArrayPool<byte>.Shared.Return(array, isSecret);
        return n;
        """)]
    [InlineData("""
        byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];
        if (stream.Read(array, 0, n) == 0)
        {
            ArrayPool<byte>.Shared.Return(array);
            return 0;
        }

        ArrayPool<byte>.Shared.Return(array, clearArray: true);
        return n;
        """)]
    [InlineData("""
        byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];
        if (stream.Read(array, 0, n) == 0)
        {
            ArrayPool<byte>.Shared.Return(array);
        }
        else
        {
            ArrayPool<byte>.Shared.Return(array);
        }

        return n;
        """)]
    [InlineData("""
        byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];
        again: n = stream.Read(array, 0, n);
        if (n == 5)
            goto again;

        ArrayPool<byte>.Shared.Return(array);
        return n;
        """)]
    [InlineData("byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|]; n = stream.Read(array, 0, n); ArrayPool<byte>.Shared.Return(array); return n;")]
    public Task CodeThatCannotMove_HasNoFix(string body) => NotOffered(Method(body));

    [Fact]
    public Task CodeOfAnotherTarget_IsNotTorn() => NotOffered(Method("""
        byte[] array = [|ArrayPool<byte>.Shared.Rent(n)|];
        #if OTHER
        ArrayPool<byte>.Shared.Return(array, true);
        #else
        n = stream.Read(array, 0, n);
        ArrayPool<byte>.Shared.Return(array);
        #endif
        return n;
        """));

    private static string Method(string body)
    {
        string lines = string.Concat(body.Split('\n').Select(static line => line.Length == 0 ? "\n" : $"        {line}\n"));
        string head = body.Contains("await", StringComparison.Ordinal) ? "async Task" : "int";
        return $$"""
            static class C
            {
                static readonly ArrayPool<byte> s_pool = ArrayPool<byte>.Create();
                internal static byte[] s_last = [];
                static void Ask(int value, out int answer) => answer = value;
                static void Free(byte[] array) => ArrayPool<byte>.Shared.Return(array);
                static {{head}} M(Stream stream, int n)
                {
            {{lines}}    }
            }

            """;
    }
}

using System.Buffers;

namespace PooledGen.ArrayPools.Tests;

/// <summary>
/// Public bugs in which an array was used after its return, rewritten, under a check that poisons. Their numbers are those of docs/internals/safety.md. A late
/// write is a finding; a late read gets the pattern, so that a test of the result turns red.
/// </summary>
public class PublicLateUseTests
{
    /// <summary>2, dotnet/coreclr#15104: growth returned the new array and not the old one.</summary>
    [Fact]
    public void ValueStringBuilder_WhoseGrowthReturnsTheNewArray_WritesLate()
    {
        char[] text = ArrayPool<char>.Shared.Rent(16);
        ArrayPoolMisuse finding = FindingOf(() =>
        {
            char[] larger = ArrayPool<char>.Shared.Rent(64);
            text.CopyTo(larger, 0);
            ArrayPool<char>.Shared.Return(larger);
            text = larger;
            text[20] = 'x';
        });

        Assert.Equal((ArrayPoolMisuseKind.WriteAfterReturn, 20), (finding.Kind, finding.FirstWritten));
    }

    /// <summary>14, OpenRIAServices#553: without an await the response's memory was returned while it was still written.</summary>
    [Fact]
    public void Response_ThatIsReturnedWhileATaskWritesIt_IsWrittenLate()
    {
        using var isReturned = new ManualResetEventSlim();
        ArrayPoolMisuse finding = FindingOf(() =>
        {
            byte[] response = ArrayPool<byte>.Shared.Rent(256);
            var write = Task.Run(() =>
            {
                isReturned.Wait();
                response.AsSpan(0, 100).Fill(1);
            });
            ArrayPool<byte>.Shared.Return(response);
            isReturned.Set();
            write.Wait();
        });

        Assert.Equal((ArrayPoolMisuseKind.WriteAfterReturn, 0, 99), (finding.Kind, finding.FirstWritten, finding.LastWritten));
    }

    /// <summary>5 and 6, dotnet/runtime#68956 and #117207: Dispose returned the buffer of a read that was under way.</summary>
    [Fact]
    public void Stream_ThatIsDisposedDuringARead_IsWrittenLate()
    {
        ArrayPoolMisuse finding = FindingOf(static () =>
        {
            byte[] buffer = ArrayPool<byte>.Shared.Rent(512);
            var source = new TaskCompletionSource<int>();
            Task read = ReceiveAsync(source.Task, buffer);
            ArrayPool<byte>.Shared.Return(buffer);
            source.SetResult(7);
            read.Wait();
        });

        Assert.Equal((ArrayPoolMisuseKind.WriteAfterReturn, 0), (finding.Kind, finding.FirstWritten));

        static async Task ReceiveAsync(Task<int> data, byte[] buffer) => buffer[0] = (byte)await data;
    }

    /// <summary>1, dotnet/corefx#37270: growth rented into a field, returned it, and went on using it.</summary>
    [Fact]
    public void Parser_ThatKeepsAFieldAfterItsReturn_ReadsThePattern()
    {
        using ArrayPoolCheck check = Open();
        byte[] field = ArrayPool<byte>.Shared.Rent(128);
        field[5] = 42;
        ArrayPool<byte>.Shared.Return(field);

        Assert.NotEqual(42, field[5]);
    }

    /// <summary>13, dotnet/blazor#1666: a batch was reused before it was serialized.</summary>
    [Fact]
    public async Task Batch_ThatIsReturnedBeforeItIsSent_IsSentWithThePattern()
    {
        using ArrayPoolCheck check = Open();
        int[] batch = ArrayPool<int>.Shared.Rent(32);
        batch[0] = 1;
        var connection = new TaskCompletionSource();
        Task<int> send = SendAsync(connection.Task, batch);
        ArrayPool<int>.Shared.Return(batch);
        connection.SetResult();

        Assert.NotEqual(1, await send);

        static async Task<int> SendAsync(Task connection, int[] batch)
        {
            await connection;
            return batch[0];
        }
    }

    /// <summary>33, litedb-org/LiteDB#1258: a slice kept the array after its return.</summary>
    [Fact]
    public void Slice_ThatKeepsTheArray_ShowsThePattern()
    {
        using ArrayPoolCheck check = Open();
        byte[] page = ArrayPool<byte>.Shared.Rent(8192);
        page.AsSpan().Fill(9);
        var slice = new ArraySegment<byte>(page, 100, 10);
        ArrayPool<byte>.Shared.Return(page);

        Assert.All(slice, static element => Assert.Equal(0xDD, element));
    }

    /// <summary>Bugs that take a rented array for zeros: counts that begin at what is there, a field that is not written, a text without its end.</summary>
    [Theory]
    [InlineData("1 1 0 1")]
    [InlineData("1F000008")]
    [InlineData("name")]
    public void Array_ThatIsTakenForZeros_ShowsThePatternInTheSecondRound(string right)
    {
        using ArrayPoolCheck check = Open();
        Func<string> round = right switch
        {
            "1 1 0 1" => CountLetters,
            "1F000008" => WriteHeader,
            _ => ReadText,
        };
        round();

        Assert.NotEqual(right, round());

        static string CountLetters()
        {
            int[] counts = ArrayPool<int>.Shared.Rent(26);
            foreach (char letter in "abd")
                counts[letter - 'a']++;

            string result = string.Join(' ', counts[..4]);
            ArrayPool<int>.Shared.Return(counts);
            return result;
        }

        static string WriteHeader()
        {
            byte[] header = ArrayPool<byte>.Shared.Rent(2048);
            header[0] = 0x1F;
            header[3] = 8;
            string result = Convert.ToHexString(header, 0, 4);
            ArrayPool<byte>.Shared.Return(header);
            return result;
        }

        static string ReadText()
        {
            char[] text = ArrayPool<char>.Shared.Rent(3000);
            "name".CopyTo(0, text, 0, 4);
            string result = new(text, 0, Math.Max(0, Array.IndexOf(text, '\0')));
            ArrayPool<char>.Shared.Return(text);
            return result;
        }
    }

    private static ArrayPoolMisuse FindingOf(Action bug)
    {
        ArrayPoolCheck check = Open();
        bug();
        IReadOnlyList<ArrayPoolMisuse> findings = Assert.Throws<ArrayPoolMisuseException>(check.Dispose).Findings;
        return Assert.Single(findings, static finding => finding.Kind == ArrayPoolMisuseKind.WriteAfterReturn);
    }

    private static ArrayPoolCheck Open() => ArrayPoolCheck.Start(poison: true, typeof(PublicLateUseTests).Assembly);
}

using System.Globalization;
using RespServer;

namespace PooledGen.Samples.Tests;

public class RespServerTests : RespServerTest
{
    [Theory]
    [InlineData("PING\r\n", "+PONG\r\n")]
    [InlineData("ping hello\r\n", "$5\r\nhello\r\n")]
    [InlineData("ECHO hello\r\n", "$5\r\nhello\r\n")]
    [InlineData("GET missing\r\n", "$-1\r\n")]
    [InlineData("SET k v\r\nGET k\r\n", "+OK\r\n$1\r\nv\r\n")]
    [InlineData("SET k v\r\nset k other\r\nget k\r\n", "+OK\r\n+OK\r\n$5\r\nother\r\n")]
    [InlineData("SET a 1\r\nSET b 2\r\nDEL a missing b a\r\nGET a\r\n", "+OK\r\n+OK\r\n:2\r\n$-1\r\n")]
    [InlineData("COMMAND DOCS\r\n", "*0\r\n")]
    [InlineData("CONFIG GET save\r\n", "*2\r\n$4\r\nsave\r\n$0\r\n\r\n")]
    [InlineData("\r\n*0\r\nPING\r\n", "+PONG\r\n")]
    public async Task Command_HasItsReply(string commands, string replies) => await AssertReplies(commands, replies);

    [Theory]
    [InlineData("NONSENSE 1 2\r\n", "-ERR unknown command 'NONSENSE'\r\n")]
    [InlineData("*1\r\n$8\r\nNON\r\nSE!\r\n", "-ERR unknown command 'NON  SE!'\r\n")]
    [InlineData("GET\r\n", "-ERR wrong number of arguments for 'GET'\r\n")]
    [InlineData("GET a b\r\n", "-ERR wrong number of arguments for 'GET'\r\n")]
    [InlineData("SET k\r\n", "-ERR wrong number of arguments for 'SET'\r\n")]
    [InlineData("DEL\r\n", "-ERR wrong number of arguments for 'DEL'\r\n")]
    [InlineData("ECHO\r\n", "-ERR wrong number of arguments for 'ECHO'\r\n")]
    [InlineData("PING a b\r\n", "-ERR wrong number of arguments for 'PING'\r\n")]
    [InlineData("CONFIG\r\n", "-ERR wrong number of arguments for 'CONFIG'\r\n")]
    [InlineData("SET k v NX\r\n", "-ERR syntax error\r\n")]
    [InlineData("SET k v EX\r\n", "-ERR syntax error\r\n")]
    [InlineData("SET k v EX 1 PX 1\r\n", "-ERR syntax error\r\n")]
    [InlineData("SET k v EX one\r\n", "-ERR value is not an integer or out of range\r\n")]
    [InlineData("SET k v EX 1s\r\n", "-ERR value is not an integer or out of range\r\n")]
    [InlineData("SET k v EX 0\r\n", "-ERR invalid expire time in 'set' command\r\n")]
    [InlineData("SET k v PX -1\r\n", "-ERR invalid expire time in 'set' command\r\n")]
    [InlineData("SET k v EX 3153600001\r\n", "-ERR invalid expire time in 'set' command\r\n")] // more than 36,500 days
    public async Task WrongCommand_IsAnError_AndTheNextOneIsAnswered(string command, string error)
        => await AssertReplies(command + "GET k\r\n", error + "$-1\r\n");

    [Fact]
    public async Task Input_OfAnotherProtocol_IsAnErrorBehindTheReplies_AndTheEndOfTheConnection()
    {
        using RespClient client = await Connect();

        await client.Send("PING\r\n*1\r\nGET / HTTP/1.1\r\nPING\r\n");

        Assert.Equal("+PONG\r\n-ERR Protocol error: expected '$'\r\n", await client.ReadToEnd());
    }

    // Up to 4,096 bytes a value is an array, from 4,097 on an owner, from 65,536 on it is sent by itself; above 1,048,576 its buffer is not pooled.
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4_096)]
    [InlineData(4_097)]
    [InlineData(16_384)]
    [InlineData(65_535)]
    [InlineData(65_536)]
    [InlineData(1_048_576)]
    [InlineData(5_000_000)]
    public async Task Value_OfAnyLength_IsWhatWasSet(int length)
    {
        string value = Value(length, seed: length);
        using RespClient client = await Connect();

        await client.AssertReply("+OK\r\n", "SET", "k", value);
        await client.AssertReply($"${length}\r\n{value}\r\n", "GET", "k");
        await client.AssertReply($"${length}\r\n{value}\r\n", "ECHO", value);
    }

    [Theory]
    [InlineData(4_096, 0)]
    [InlineData(4_097, 1)]
    public async Task Value_RentsABuffer_OnlyIfItIsLarge(int length, int buffers)
    {
        using RespClient client = await Connect();

        await client.AssertReply("+OK\r\n", "SET", "k", Value(length, seed: 1));

        Assert.Equal(buffers, ValueBuffer.Pool.GetStatistics().InUse);
    }

    [Fact]
    public async Task Value_ThatIsReplaced_GoesBack()
    {
        using RespClient client = await Connect();

        for (int i = 0; i < 10; i++)
            await client.AssertReply("+OK\r\n", "SET", "k", Value(10_000, seed: i));

        Assert.Equal(1, ValueBuffer.Pool.GetStatistics().InUse);
    }

    [Fact]
    public async Task Commands_SentAtOnce_AreAnsweredInOrder()
    {
        // More than is received at once, and more replies than are sent at once; among them values that are sent by themselves.
        string large = Value(100_000, seed: 1);
        string commands = RespClient.Command("SET", "large", large);
        string replies = "+OK\r\n";
        for (int i = 0; i < 3_000; i++)
        {
            string text = i.ToString("D100", CultureInfo.InvariantCulture);
            commands += RespClient.Command("SET", $"k{i % 7}", text) + RespClient.Command("GET", $"k{i % 7}");
            replies += $"+OK\r\n$100\r\n{text}\r\n";
            if (i % 500 == 0)
            {
                commands += RespClient.Command("GET", "large");
                replies += $"$100000\r\n{large}\r\n";
            }
        }

        await AssertReplies(commands, replies);
    }

    [Fact]
    public async Task Commands_SentByteByByte_AreAnswered()
    {
        using RespClient client = await Connect();

        foreach (char character in RespClient.Command("SET", "key", "value") + "GET key\r\n")
            await client.Send($"{character}");

        Assert.Equal("+OK\r\n$5\r\nvalue\r\n", await client.Read("+OK\r\n$5\r\nvalue\r\n".Length));
    }

    [Fact]
    public async Task Command_WhoseEndIsMissing_IsAnsweredWhenItComes_AndHoldsABufferUntilThen()
    {
        using RespClient client = await Connect();
        string command = RespClient.Command("SET", "key", "value");

        await client.Send("PING\r\n" + command[..^3]);
        Assert.Equal("+PONG\r\n", await client.Read(7));
        await AssertInUse(1, static () => InputBuffer.Pool.GetStatistics().InUse);

        await client.Send(command[^3..]);
        Assert.Equal("+OK\r\n", await client.Read(5));
        await AssertInUse(0, static () => InputBuffer.Pool.GetStatistics().InUse);
    }

    [Fact]
    public async Task ClientThatWaits_HoldsNoBuffer()
    {
        using RespClient client = await Connect();

        await client.AssertReply("+PONG\r\n", "PING");

        await AssertInUse(0, static () => InputBuffer.Pool.GetStatistics().InUse + ReplyBuffer.Pool.GetStatistics().InUse);
    }

    [Fact]
    public async Task Clients_WhoseBytesComeOneByOne_HoldNoBufferWhileTheyWait()
    {
        RespClient[] clients = [.. await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Connect()))];
        for (int round = 0; round < 20; round++)
        {
            await Task.WhenAll(clients.Select(static client => Task.Run(async () =>
            {
                foreach (char character in "PING\r\nPING\r\n")
                    await client.Send($"{character}");

                Assert.Equal("+PONG\r\n+PONG\r\n", await client.Read(14));
            })));
            await AssertInUse(0, static () => InputBuffer.Pool.GetStatistics().InUse);
        }

        foreach (RespClient client in clients)
            client.Dispose();
    }

    [Fact]
    public async Task ClientThatReadsNoReplies_FillsNoBuffer()
    {
        string value = Value(10_000, seed: 1);
        using RespClient client = await Connect();
        await client.AssertReply("+OK\r\n", "SET", "k", value);

        await client.Send(string.Concat(Enumerable.Repeat("GET k\r\n", 1_000)));

        for (int i = 0; i < 1_000; i++)
            Assert.Equal($"$10000\r\n{value}\r\n", await client.Read(10_010));

        Assert.Equal(0, ReplyBuffer.Pool.GetStatistics().Oversize);
    }

    [Theory]
    [InlineData("EX", "2", 2_000)]
    [InlineData("px", "2", 2)]
    public async Task Value_ThatExpires_IsThereUntilThen(string option, string number, int milliseconds)
    {
        using RespClient client = await Connect();
        await client.AssertReply("+OK\r\n", "SET", "k", "v", option, number);

        Time.AdvanceWithoutTimers(TimeSpan.FromMilliseconds(milliseconds) - TimeSpan.FromTicks(1));
        await client.AssertReply("$1\r\nv\r\n", "GET", "k");

        Time.AdvanceWithoutTimers(TimeSpan.FromTicks(1));
        await client.AssertReply("$-1\r\n", "GET", "k");
        await client.AssertReply(":0\r\n", "DEL", "k");
    }

    [Fact]
    public async Task Value_ThatIsSetAgain_ExpiresNoMore()
    {
        using RespClient client = await Connect();
        await client.AssertReply("+OK\r\n", "SET", "k", "v", "EX", "1");
        await client.AssertReply("+OK\r\n", "SET", "k", "other");

        Time.Advance(TimeSpan.FromDays(1));

        await client.AssertReply("$5\r\nother\r\n", "GET", "k");
    }

    [Fact]
    public async Task ExpiredValues_GoBackWithoutARequest()
    {
        string value = Value(5_000, seed: 1);
        using RespClient client = await Connect();
        await client.AssertReply("+OK\r\n", "SET", "short", value, "EX", "1");
        await client.AssertReply("+OK\r\n", "SET", "long", value, "EX", "2");
        await client.AssertReply("+OK\r\n", "SET", "eternal", value);

        Time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(2, ValueBuffer.Pool.GetStatistics().InUse);

        Time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(1, ValueBuffer.Pool.GetStatistics().InUse);
    }

    // So long that the sockets do not take it: the server is sending when the value is deleted.
    [Fact]
    public async Task Value_ThatIsDeletedWhileItIsSent_ArrivesWhole()
    {
        string value = Value(32_000_000, seed: 1);
        string header = "$32000000\r\n";
        using RespClient reader = await Connect();
        using RespClient other = await Connect();
        await other.AssertReply("+OK\r\n", "SET", "k", value);

        await reader.Send("GET k\r\n");
        Assert.Equal(header, await reader.Read(header.Length));
        await other.AssertReply(":1\r\n", "DEL", "k");
        await other.AssertReply("$-1\r\n", "GET", "k");

        Assert.Equal(1, ValueBuffer.Pool.GetStatistics().InUse); // the share that is sent
        Assert.True(await reader.Read(value.Length + 2) == value + "\r\n");
        await AssertInUse(0, static () => ValueBuffer.Pool.GetStatistics().InUse);
    }

    [Fact]
    public async Task Values_ThatManyClientsReadReplaceAndDelete_AreNeverMixed()
    {
        // All bytes of a value are the same.
        string[] values = [.. "abcdefgh".Select(static (character, i) => new string(character, 1_000 << i))];
        await Task.WhenAll(Enumerable.Range(0, 8).Select(async seed =>
        {
            var random = new Random(seed);
            using RespClient client = await Connect();
            for (int i = 0; i < 100; i++)
            {
                string value = values[random.Next(values.Length)];
                await client.AssertReply("+OK\r\n", "SET", $"k{random.Next(3)}", value);
                await client.Send(RespClient.Command("GET", $"k{random.Next(3)}"));
                await AssertIsOneOf(values, client);
                if (random.Next(3) == 0)
                {
                    await client.Send(RespClient.Command("DEL", $"k{random.Next(3)}"));
                    Assert.StartsWith(":", await client.Read(4), StringComparison.Ordinal);
                }
            }
        }));
    }

    [Fact]
    public async Task Server_StoppedWhileClientsWait_HasNothingRented()
    {
        using RespClient idle = await Connect();
        using RespClient unfinished = await Connect();
        using RespClient reader = await Connect();
        await idle.AssertReply("+OK\r\n", "SET", "k", Value(32_000_000, seed: 1));
        await unfinished.Send("PING\r\nSET k");
        await reader.Send("GET k\r\n");
        Assert.Equal("+PONG\r\n", await unfinished.Read(7));
        Assert.Equal("$32000000\r\n", await reader.Read(11));
        await AssertInUse(1, static () => InputBuffer.Pool.GetStatistics().InUse);
        Assert.Equal(1, ValueBuffer.Pool.GetStatistics().InUse); // the stored value and its share are one buffer

        await Server.DisposeAsync();

        Assert.Equal((0, 0), (InputBuffer.Pool.GetStatistics().InUse, ValueBuffer.Pool.GetStatistics().InUse));
        Assert.Equal("", await idle.ReadToEnd());
    }

    private async Task AssertReplies(string commands, string replies)
    {
        using RespClient client = await Connect();
        Task sending = client.Send(commands);

        Assert.Equal(replies, await client.Read(replies.Length));

        await sending;
        await client.AssertReply("+PONG\r\n", "PING"); // and nothing between them
    }

    private static async Task AssertIsOneOf(string[] values, RespClient client)
    {
        string start = await client.Read(5);
        if (start == "$-1\r\n")
            return;

        string header = start;
        while (!header.EndsWith("\r\n", StringComparison.Ordinal))
            header += await client.Read(1);

        string value = await client.Read(int.Parse(header.AsSpan()[1..^2], CultureInfo.InvariantCulture) + 2);
        Assert.Contains(value[..^2], values);
    }

    // The server disposes a buffer when it has sent the reply, which the client may have read before that. On a busy machine that may take long.
    private static async Task AssertInUse(long expected, Func<long> inUse)
    {
        for (int i = 0; i < 3_000 && inUse() != expected; i++)
            await Task.Delay(10);

        Assert.Equal(expected, inUse());
    }

    private static string Value(int length, int seed)
    {
        byte[] bytes = new byte[length];
        new Random(seed).NextBytes(bytes);
        return System.Text.Encoding.Latin1.GetString(bytes);
    }
}

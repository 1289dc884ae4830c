using System.Text;
using RespServer;

namespace PooledGen.Samples.Tests;

/// <summary>How RespServer cuts its input into commands.</summary>
public class RespCommandTests
{
    [Theory]
    [InlineData("*1\r\n$4\r\nPING\r\n", "PING")]
    [InlineData("*3\r\n$3\r\nSET\r\n$0\r\n\r\n$4\r\n\r\n$1\r\n", "SET", "", "\r\n$1")]
    [InlineData("PING\r\n", "PING")]
    [InlineData("PING\n", "PING")]
    [InlineData("  SET  key value \r\n", "SET", "key", "value")]
    [InlineData("\r\n")]
    [InlineData("*0\r\n")]
    public void Parse_OfACompleteCommand_GivesItsArguments(string text, params string[] expected)
    {
        Assert.Equal(text.Length, Command.Parse(Encoding.Latin1.GetBytes(text + "*1\r\n"), out Command command));

        Assert.Equal(expected.Length, command.Count);
        foreach (string argument in expected)
            Assert.Equal(argument, Encoding.Latin1.GetString(command.Next()));

        Assert.Equal(0, command.Count);
    }

    [Theory]
    [InlineData("*2\r\n$3\r\nGET\r\n$10\r\n0123456789\r\n")]
    [InlineData("GET 0123456789\r\n")]
    public void Parse_OfAnyBeginningOfACommand_IsIncomplete(string text)
    {
        for (int length = 0; length < text.Length; length++)
            Assert.Equal(0, Command.Parse(Encoding.Latin1.GetBytes(text[..length]), out _));
    }

    [Theory]
    [InlineData("*x\r\n", "invalid multibulk length")]
    [InlineData("*-1\r\n", "invalid multibulk length")]
    [InlineData("*1025\r\n", "invalid multibulk length")]
    [InlineData("*1\r\nPING\r\n", "expected '$'")]
    [InlineData("*1\r\n$\r\n", "invalid bulk length")]
    [InlineData("*1\r\n$-1\r\n", "invalid bulk length")]
    [InlineData("*1\r\n$67108865\r\n", "invalid bulk length")]
    [InlineData("*1\r\n$99999999999\r\n", "invalid bulk length")]
    public void Parse_OfWhatIsNoCommand_Throws(string text, string message)
    {
        var error = Assert.Throws<InvalidDataException>(() => Command.Parse(Encoding.Latin1.GetBytes(text), out _));

        Assert.Equal(message, error.Message);
    }

    [Theory]
    [InlineData("")]
    [InlineData("*1\r\n")]
    public void Parse_OfALineThatDoesNotEnd_Throws(string before)
    {
        byte[] text = Encoding.Latin1.GetBytes(before + new string('x', 65_537));

        Assert.Equal(0, Command.Parse(text.AsSpan(0, text.Length - 1), out _));
        Assert.Throws<InvalidDataException>(() => Command.Parse(text, out _));
    }

    [Fact]
    public void Next_BehindTheLastArgument_Throws()
    {
        Assert.Throws<InvalidOperationException>(static () =>
        {
            Command.Parse("PING\r\n"u8, out Command command);
            command.Next();
            command.Next();
        });
    }
}

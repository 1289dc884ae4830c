using System.Buffers.Text;

namespace RespServer;

/// <summary>
/// A command: <c>*2\r\n$3\r\nGET\r\n$3\r\nkey\r\n</c>, or a line of words as a person types it. It lies where the input lies, and is read once, from
/// the first argument to the last.
/// </summary>
public ref struct Command
{
    /// <summary>The longest argument.</summary>
    public const int MaxLength = 64 * 1024 * 1024;

    private const int MaxCount = 1024;
    private const int MaxLineLength = 64 * 1024;

    private readonly bool _isLine;
    private ReadOnlySpan<byte> _rest;

    private Command(ReadOnlySpan<byte> arguments, int count, bool isLine)
    {
        _rest = arguments;
        Count = count;
        _isLine = isLine;
    }

    /// <summary>How many arguments are not read yet. The first one is the command's name. An empty line has none.</summary>
    public int Count { get; private set; }

    /// <summary>Finds the first command of the input.</summary>
    /// <returns>The number of its bytes; 0 if the command is not complete.</returns>
    /// <exception cref="InvalidDataException">The input is none of this protocol.</exception>
    public static int Parse(ReadOnlySpan<byte> input, out Command command)
    {
        command = default;
        ReadOnlySpan<byte> rest = input;
        if (!TryReadLine(ref rest, out ReadOnlySpan<byte> line))
            return 0;

        if (line is not [(byte)'*', .. var digits])
        {
            command = new Command(line, CountWords(line), isLine: true);
            return input.Length - rest.Length;
        }

        int count = Number(digits, MaxCount, "invalid multibulk length");
        var found = new Command(rest, count, isLine: false);
        for (int i = 0; i < count; i++)
        {
            if (!TryReadArgument(ref rest, out _))
                return 0;

            if (input.Length - rest.Length > MaxLength)
                throw new InvalidDataException("invalid bulk length");
        }

        command = found;
        return input.Length - rest.Length;
    }

    /// <summary>Reads the next argument.</summary>
    /// <exception cref="InvalidOperationException">There is none.</exception>
    public ReadOnlySpan<byte> Next()
    {
        if (Count-- <= 0)
            throw new InvalidOperationException("The command has no further argument.");

        if (_isLine)
            return ReadWord(ref _rest);

        TryReadArgument(ref _rest, out ReadOnlySpan<byte> argument);
        return argument;
    }

    private static bool TryReadArgument(scoped ref ReadOnlySpan<byte> rest, out ReadOnlySpan<byte> argument)
    {
        argument = default;
        if (!TryReadLine(ref rest, out ReadOnlySpan<byte> line))
            return false;

        if (line is not [(byte)'$', .. var digits])
            throw new InvalidDataException("expected '$'");

        int length = Number(digits, MaxLength, "invalid bulk length");
        if (rest.Length < length + 2)
            return false;

        argument = rest[..length];
        rest = rest[(length + 2)..];
        return true;
    }

    private static bool TryReadLine(scoped ref ReadOnlySpan<byte> rest, out ReadOnlySpan<byte> line)
    {
        int end = rest.IndexOf((byte)'\n');
        if (end > MaxLineLength || (end < 0 && rest.Length > MaxLineLength))
            throw new InvalidDataException("too big inline request");

        line = end < 0 ? default : rest[..end].TrimEnd((byte)'\r');
        rest = rest[(end + 1)..];
        return end >= 0;
    }

    private static int Number(ReadOnlySpan<byte> digits, int max, string error)
        => Utf8Parser.TryParse(digits, out int number, out int read) && read == digits.Length && number >= 0 && number <= max
            ? number
            : throw new InvalidDataException(error);

    private static int CountWords(ReadOnlySpan<byte> line)
    {
        int count = 0;
        for (; !ReadWord(ref line).IsEmpty; count++)
        {
        }

        return count;
    }

    // An empty one at the end of the line.
    private static ReadOnlySpan<byte> ReadWord(scoped ref ReadOnlySpan<byte> line)
    {
        line = line.TrimStart((byte)' ');
        int end = line.IndexOf((byte)' ');
        ReadOnlySpan<byte> word = end < 0 ? line : line[..end];
        line = line[word.Length..];
        return word;
    }
}

using System.Buffers.Text;
using System.Text;
using PooledGen;

namespace RespServer;

/// <summary>What the server can do. Each command appends its reply.</summary>
internal static class Commands
{
    /// <summary>To send a value of this length by itself takes about as long as to copy it after the other replies first.</summary>
    private const int SentByItself = 64 * 1024;

    /// <summary>Executes a command.</summary>
    /// <returns>A value to send after the reply, with a line end after it, and then to dispose; empty for nearly all commands.</returns>
    public static Value Execute(Command command, Store store, ref PooledUtf8Writer reply)
    {
        ReadOnlySpan<byte> name = command.Next();
        if (Is(name, "GET"u8) && command.Count == 1)
            return Get(command.Next(), store, ref reply);

        if (Is(name, "SET"u8) && command.Count >= 2)
            Set(command, store, ref reply);
        else if (Is(name, "DEL"u8) && command.Count >= 1)
            Delete(command, store, ref reply);
        else if (Is(name, "PING"u8) && command.Count == 0)
            reply.Append("+PONG\r\n"u8);
        else if ((Is(name, "PING"u8) || Is(name, "ECHO"u8)) && command.Count == 1)
            AppendString(ref reply, command.Next());
        else if (Is(name, "COMMAND"u8))
            reply.Append("*0\r\n"u8); // redis-cli asks for help texts
        else if (Is(name, "CONFIG"u8) && command.Count == 2 && Is(command.Next(), "GET"u8))
            AppendSetting(ref reply, command.Next());
        else if (IsKnown(name))
            AppendError(ref reply, "wrong number of arguments for", name);
        else
            AppendError(ref reply, "unknown command", name);

        return default;
    }

    private static Value Get(ReadOnlySpan<byte> key, Store store, ref PooledUtf8Writer reply)
    {
        if (!store.TryGet(key, out Value value))
        {
            reply.Append("$-1\r\n"u8);
            return default;
        }

        if (value.Length >= SentByItself)
        {
            reply.Append($"${value.Length}\r\n");
            return value;
        }

        using (value)
            AppendString(ref reply, value.Span);

        return default;
    }

    private static void Set(Command command, Store store, ref PooledUtf8Writer reply)
    {
        ReadOnlySpan<byte> key = command.Next();
        ReadOnlySpan<byte> value = command.Next();
        TimeSpan? lifetime = null;
        while (command.Count > 0)
        {
            ReadOnlySpan<byte> option = command.Next();
            TimeSpan unit = Is(option, "EX"u8) ? TimeSpan.FromSeconds(1) : Is(option, "PX"u8) ? TimeSpan.FromMilliseconds(1) : default;
            if (unit == default || lifetime is not null || command.Count == 0)
            {
                reply.Append("-ERR syntax error\r\n"u8);
                return;
            }

            ReadOnlySpan<byte> digits = command.Next();
            if (!Utf8Parser.TryParse(digits, out long number, out int read) || read < digits.Length)
            {
                reply.Append("-ERR value is not an integer or out of range\r\n"u8);
                return;
            }

            if (number <= 0 || number > Store.MaxLifetime / unit)
            {
                reply.Append("-ERR invalid expire time in 'set' command\r\n"u8);
                return;
            }

            lifetime = unit * number;
        }

        store.Set(key, value, lifetime);
        reply.Append("+OK\r\n"u8);
    }

    private static void Delete(Command command, Store store, ref PooledUtf8Writer reply)
    {
        int removed = 0;
        while (command.Count > 0)
        {
            if (store.Remove(command.Next()))
                removed++;
        }

        reply.Append($":{removed}\r\n");
    }

    // redis-benchmark prints some settings. Here they are empty.
    private static void AppendSetting(ref PooledUtf8Writer reply, ReadOnlySpan<byte> name)
    {
        reply.Append("*2\r\n"u8);
        AppendString(ref reply, name);
        AppendString(ref reply, ""u8);
    }

    private static void AppendString(ref PooledUtf8Writer reply, ReadOnlySpan<byte> text)
    {
        reply.Append($"${text.Length}\r\n");
        reply.Append(text);
        reply.Append("\r\n"u8);
    }

    // The name comes from the client: without line ends, which would begin a reply of their own, and not at any length.
    private static void AppendError(ref PooledUtf8Writer reply, string error, ReadOnlySpan<byte> name)
    {
        reply.Append($"-ERR {error} '");
        foreach (byte character in name[..Math.Min(name.Length, 128)])
            reply.Append(character is (byte)'\r' or (byte)'\n' ? (byte)' ' : character);

        reply.Append("'\r\n"u8);
    }

    private static bool IsKnown(ReadOnlySpan<byte> name)
        => Is(name, "GET"u8) || Is(name, "SET"u8) || Is(name, "DEL"u8) || Is(name, "PING"u8) || Is(name, "ECHO"u8) || Is(name, "CONFIG"u8);

    private static bool Is(ReadOnlySpan<byte> name, ReadOnlySpan<byte> expected) => Ascii.EqualsIgnoreCase(name, expected);
}

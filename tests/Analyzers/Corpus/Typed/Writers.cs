using System;
using System.Collections.Generic;
using System.IO;
using System.Text.Json;
using PooledGen;

namespace Corpus.Typed;

internal static class Writers
{
    public static string Greeting(string name, int id)
    {
        using var text = TextBuffer.CreateWriter(stackalloc char[64]);
        text.Append($"Hello {name}, number {id}");
        return text.ToString();
    }

    public static string Join(IEnumerable<string> names)
    {
        var text = TextBuffer.CreateWriter(); // PG0101
        foreach (string name in names)
        {
            text.Append(name);
            text.Append(';');
        }

        return text.ToString();
    }

    public static void Report(TextWriter output, int rows)
    {
        var text = TextBuffer.CreateWriter();
        try
        {
            Header(ref text);
            for (int i = 0; i < rows; i++)
                Row(ref text, i);

            output.Write(text.WrittenSpan);
        }
        finally
        {
            text.Dispose();
        }
    }

    public static string Fork(string start)
    {
        using var text = TextBuffer.CreateWriter();
        text.Append(start);
        var copy = text; // PG0106
        copy.Append("!");
        return copy.ToString();
    }

    public static PooledOwner<byte> Serialise(object value)
    {
        using PooledBufferWriter<byte> buffer = PacketBuffer.Pool.CreateBufferWriter();
        using (var json = new Utf8JsonWriter(buffer))
            JsonSerializer.Serialize(json, value);

        using var packet = PacketBuffer.Rent(buffer.WrittenSpan.Length);
        buffer.WrittenSpan.CopyTo(packet);
        return packet.Detach();
    }

    public static PooledOwner<byte> Build(ReadOnlySpan<byte> head, ReadOnlySpan<byte> body)
    {
        using var packet = PacketBuffer.CreateWriter(capacity: head.Length + body.Length);
        packet.Append(head);
        packet.Append(body);
        return packet.Detach();
    }

    public static int Length(string text)
    {
        var utf8 = PacketBuffer.CreateWriter(); // PG0102?
        utf8.Append(text);
        ReadOnlySpan<byte> written = utf8.WrittenSpan;
        utf8.Dispose();
        return written.IndexOf((byte)0); // PG0104
    }

    public static bool Equal(string left, ReadOnlySpan<byte> right)
    {
        using var utf8 = PacketBuffer.CreateWriter();
        utf8.Append(left);
        return utf8.WrittenSpan.SequenceEqual(right);
    }

    public static void Prepare() => TextBuffer.CreateWriter(1024); // PG0103

    private static void Header(ref PooledTextWriter text) => text.Append("id;name\n");

    private static void Row(ref PooledTextWriter text, int row) => text.Append($"{row};row {row}\n");
}

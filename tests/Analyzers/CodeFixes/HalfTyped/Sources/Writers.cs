using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<char>(MaxLength = 4096)]
public partial struct Text;

static class Writers
{
    public static string Join(IEnumerable<string> names)
    {
        using var text = Text.CreateWriter(stackalloc char[256]);
        foreach (string name in names)
        {
            text.Append($"{name,10}: {name.Length:x}");
            text.Append(';');
        }

        Rest(ref text);
        return text.ToString();
    }

    private static void Rest(ref PooledTextWriter text)
    {
        var copy = text;
        copy.Append("end");
        text.Truncate(text.Length - 1);
    }
}

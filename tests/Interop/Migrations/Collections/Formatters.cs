using System.Buffers;
using System.Buffers.Binary;

namespace PooledGen.Interop.Tests.Migrations.Collections;

public sealed class Int32Formatter : IElementFormatter<int>
{
    public void Write(IBufferWriter<byte> output, int element)
    {
        BinaryPrimitives.WriteInt32LittleEndian(output.GetSpan(sizeof(int)), element);
        output.Advance(sizeof(int));
    }

    public int Read(ref ReadOnlySpan<byte> input)
    {
        int element = BinaryPrimitives.ReadInt32LittleEndian(input);
        input = input[sizeof(int)..];
        return element;
    }
}

/// <summary>Strings of a list that both ends know, up to 256 of them: a string is its index in the list.</summary>
public sealed class NameFormatter(string[] names) : IElementFormatter<string>
{
    public void Write(IBufferWriter<byte> output, string element)
    {
        output.GetSpan(1)[0] = (byte)Array.IndexOf(names, element);
        output.Advance(1);
    }

    public string Read(ref ReadOnlySpan<byte> input)
    {
        string element = names[input[0]];
        input = input[1..];
        return element;
    }
}

using System.Buffers;
using System.Buffers.Binary;

namespace PooledGen.Interop.Tests.Migrations.Collections;

/// <summary>After: the elements wait in a <see cref="SharedBuffer{T}"/>, which needs no declaration for each type of element.</summary>
public sealed class PooledCollectionFormatter<T>(IElementFormatter<T> formatter) : ICollectionFormatter<T>
{
    private const int InitialCapacity = 16;

    public void Write(IBufferWriter<byte> output, IEnumerable<T> elements)
    {
        using var buffer = SharedBuffer<T>.CreateWriter(InitialCapacity);
        foreach (T element in elements)
            buffer.Append(element);

        BinaryPrimitives.WriteInt32LittleEndian(output.GetSpan(sizeof(int)), buffer.Length);
        output.Advance(sizeof(int));
        foreach (T element in buffer.WrittenSpan)
            formatter.Write(output, element);
    }

    public void Read(ReadOnlySpan<byte> input, Stack<T> stack)
    {
        int count = BinaryPrimitives.ReadInt32LittleEndian(input);
        input = input[sizeof(int)..];
        using var buffer = SharedBuffer<T>.Rent(count);
        Span<T> elements = buffer.Span;
        for (int i = 0; i < elements.Length; i++)
            elements[i] = formatter.Read(ref input);

        for (int i = elements.Length - 1; i >= 0; i--)
            stack.Push(elements[i]);
    }
}

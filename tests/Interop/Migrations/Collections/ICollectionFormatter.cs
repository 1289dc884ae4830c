using System.Buffers;

namespace PooledGen.Interop.Tests.Migrations.Collections;

/// <summary>What both versions of the formatter do: a collection is its number of elements, and then the elements.</summary>
public interface ICollectionFormatter<T>
{
    /// <summary>Writes elements whose number is known only when all were enumerated.</summary>
    void Write(IBufferWriter<byte> output, IEnumerable<T> elements);

    /// <summary>Adds to a stack, so that what was enumerated first lies on top: the elements are pushed in reverse.</summary>
    void Read(ReadOnlySpan<byte> input, Stack<T> stack);
}

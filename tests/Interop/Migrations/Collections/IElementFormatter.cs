using System.Buffers;

namespace PooledGen.Interop.Tests.Migrations.Collections;

/// <summary>Writes and reads one element.</summary>
public interface IElementFormatter<T>
{
    void Write(IBufferWriter<byte> output, T element);

    /// <summary>Reads the first element, and moves on behind it.</summary>
    T Read(ref ReadOnlySpan<byte> input);
}

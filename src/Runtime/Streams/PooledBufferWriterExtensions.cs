namespace PooledGen;

/// <summary>Members of a writer of bytes.</summary>
public static class PooledBufferWriterExtensions
{
    /// <summary>A stream whose writes are appended to this writer.</summary>
    /// <remarks>
    /// It cannot be read and cannot seek; <see cref="PooledStream"/> can. Disposing the stream does not dispose the writer. The compiler prefers this
    /// method to those of CommunityToolkit.HighPerformance, which take an IBufferWriter or an IMemoryOwner: the writer is both.
    /// </remarks>
    /// <param name="writer">The writer.</param>
    /// <returns>The stream: a new object with each call.</returns>
    /// <exception cref="ArgumentNullException">The writer is null.</exception>
    public static Stream AsStream(this PooledBufferWriter<byte> writer) => new BufferWriterStream(writer ?? throw new ArgumentNullException(nameof(writer)));
}

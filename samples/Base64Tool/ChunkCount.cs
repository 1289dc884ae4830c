namespace Base64Tool;

/// <summary>Counts the chunks, and what is allocated while they are worked on.</summary>
public sealed class ChunkCount
{
    private long _bytes;
    private long _allocatedBefore;
    private long _allocatedAfter;

    public long Chunks { get; private set; }

    public void Add(int bytes)
    {
        _allocatedAfter = GC.GetAllocatedBytesForCurrentThread();

        // The first chunk fills the pools, and starts whatever the framework starts on first use.
        if (Chunks == 0)
            _allocatedBefore = _allocatedAfter;

        Chunks++;
        _bytes += bytes;
    }

    public override string ToString()
    {
        double perChunk = (double)(_allocatedAfter - _allocatedBefore) / Math.Max(1, Chunks - 1);
        return $"Chunks: {Chunks:N0}, bytes: {_bytes:N0}. Allocated after the first chunk: {perChunk:0.##} B a chunk.";
    }
}

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
        string size = $"Chunks: {Chunks:N0}, bytes: {_bytes:N0}.";
        return Chunks > 1
            ? $"{size} The first chunk filled the pools; the {Chunks - 1:N0} after it allocated {_allocatedAfter - _allocatedBefore:N0} bytes."
            : $"{size} The first chunk fills the pools; what later ones allocate shows with a longer input.";
    }
}

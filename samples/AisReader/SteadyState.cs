namespace AisReader;

/// <summary>What a message allocates once the program is warm: when every buffer is there and every method has run.</summary>
internal sealed class SteadyState
{
    public const int WarmUp = 2_000;

    private long _before;
    private long _after;

    /// <summary>The bytes from the end of the warm-up to the last message. One thread does all the work, so its bytes are all.</summary>
    public long Allocated => _after - _before;

    /// <summary>To be called after each message.</summary>
    public void Reach(long messages)
    {
        _after = GC.GetAllocatedBytesForCurrentThread();
        if (messages <= WarmUp)
            _before = _after;
    }
}

namespace PooledGen.AspNetCore;

/// <summary>An estimate of how many bytes of a connection come back in a second while its client reads. Any thread may use it.</summary>
/// <remarks>Benign race: threads that note bytes at the same time may lose some of them.</remarks>
internal sealed class ReturnRate
{
    private const int Seconds = 8;

    // By second, the latest ones. The second is counted by the caller's clock.
    private readonly long[] _bytes = new long[Seconds];
    private long _second;

    public void Note(long second, int bytes)
    {
        for (long passed = Math.Min(second - _second, Seconds); passed > 0; passed--)
            _bytes[(second - passed + 1) % Seconds] = 0;

        if (second > _second)
            Volatile.Write(ref _second, second);

        _bytes[second % Seconds] += bytes;
    }

    /// <summary>
    /// The smaller figure of the last two whole seconds, so that the bytes that fill the buffers of the system for a client that then reads nothing do not
    /// count. Or the third largest figure of the last eight seconds, if that is more: a client that has read for longer may be kept waiting for some seconds
    /// by a server that is busy with others.
    /// </summary>
    public long InASecond(long second)
    {
        Span<long> latest = stackalloc long[Seconds];
        for (int age = 0; age < Seconds; age++)
            latest[age] = In(second - age);

        long least = Math.Min(latest[1], latest[2]);
        latest.Sort();
        return Math.Max(least, latest[^3]);
    }

    private long In(long second)
    {
        long last = Volatile.Read(ref _second);
        return second <= last && second > last - Seconds && second >= 0 ? _bytes[second % Seconds] : 0;
    }
}

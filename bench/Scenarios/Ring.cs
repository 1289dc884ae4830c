namespace PooledGen.Bench.Scenarios;

/// <summary>A queue between one thread that puts and one that takes; both wait by spinning, and never sleep.</summary>
/// <remarks>
/// Each side has a cache line of its own and remembers how far the other one was. A side that polled the other's line all the time would slow down
/// its writes, and with them every atomic operation of a pool: the ring would be measured and not what is handed over.
/// </remarks>
internal sealed class Ring<T>
{
    private const int Length = 64;

    private readonly T[] _items = new T[Length];
    private RingSide _putter;
    private RingSide _taker;

    public void Put(T item)
    {
        while (_putter.Count - _putter.OtherCount == Length)
            Look(ref _putter, ref _taker);

        _items[_putter.Count % Length] = item;
        Volatile.Write(ref _putter.Count, _putter.Count + 1);
    }

    public T Take()
    {
        while (_taker.Count == _taker.OtherCount)
            Look(ref _taker, ref _putter);

        T item = _items[_taker.Count % Length];
        Volatile.Write(ref _taker.Count, _taker.Count + 1);
        return item;
    }

    private static void Look(ref RingSide mine, ref RingSide other)
    {
        int count = Volatile.Read(ref other.Count);
        if (count == mine.OtherCount)
            Spin();

        mine.OtherCount = count;
    }

    private static void Spin()
    {
#if NET9_0_OR_GREATER
        Thread.SpinWait(iterations: 10);
#else
        // The collector of .NET 8 cannot stop a thread inside of SpinWait. Two threads that are almost always there would make a collection wait for ever.
        Thread.Yield();
#endif
    }
}

namespace PooledGen.Bench.Scenarios;

/// <summary>A queue between one thread that puts and one that takes; both wait by spinning, and never sleep.</summary>
internal sealed class Ring<T>
{
    private const int Length = 64;

    private readonly T[] _items = new T[Length];
    private int _put;
    private int _taken;

    public void Put(T item)
    {
        var wait = new SpinWait();
        while (_put - Volatile.Read(ref _taken) == Length)
            wait.SpinOnce(sleep1Threshold: -1);

        _items[_put % Length] = item;
        Volatile.Write(ref _put, _put + 1);
    }

    public T Take()
    {
        var wait = new SpinWait();
        while (Volatile.Read(ref _put) == _taken)
            wait.SpinOnce(sleep1Threshold: -1);

        T item = _items[_taken % Length];
        Volatile.Write(ref _taken, _taken + 1);
        return item;
    }
}

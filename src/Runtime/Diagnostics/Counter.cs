namespace PooledGen;

/// <summary>A count that slow paths add to from any thread and anybody may read.</summary>
internal struct Counter
{
    private long _value;

    public long Value => Interlocked.Read(ref _value);

    public void Add(long amount) => Interlocked.Add(ref _value, amount);
}

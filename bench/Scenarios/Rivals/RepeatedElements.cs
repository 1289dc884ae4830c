using System.Collections;

namespace PooledGen.Bench.Scenarios.Rivals;

/// <summary>A collection that is its own enumerator: an enumeration allocates nothing, whatever the JIT compiler finds out about it.</summary>
internal sealed class RepeatedElements<T>(Func<int, T> element) : IEnumerable<T>, IEnumerator<T>
{
    private readonly List<T> _elements = [];
    private int _next;

    public int Count
    {
        get;
        set
        {
            while (_elements.Count < value)
                _elements.Add(element(_elements.Count));

            field = value;
        }
    }

    public T Current => _elements[_next - 1];

    object? IEnumerator.Current => Current;

    public bool MoveNext() => _next < Count && ++_next > 0;

    public void Reset() => _next = 0;

    public void Dispose()
    {
    }

    public IEnumerator<T> GetEnumerator()
    {
        Reset();
        return this;
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}

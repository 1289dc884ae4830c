using System.Collections;

namespace PooledGen;

/// <summary>Enumerates the elements of a <see cref="PooledList{T}"/>, and throws if the list changes meanwhile. Not thread-safe.</summary>
/// <typeparam name="T">The element type.</typeparam>
public struct PooledListEnumerator<T> : IEnumerator<T>
{
    private readonly PooledList<T> _list;
    private readonly int _version;
    private int _next; // -1 behind the last element
    private T? _current;

    internal PooledListEnumerator(PooledList<T> list, int version)
    {
        _list = list;
        _version = version;
    }

    /// <summary>The current element.</summary>
    public readonly T Current => _current!;

    /// <summary>The current element.</summary>
    /// <exception cref="InvalidOperationException">The enumerator is before the first element or after the last one.</exception>
    readonly object? IEnumerator.Current
        => _next > 0 ? _current : throw new InvalidOperationException("The enumerator is before the first element or after the last one.");

    /// <summary>Moves to the next element.</summary>
    /// <returns>Whether there is one.</returns>
    /// <exception cref="InvalidOperationException">The list was changed.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public bool MoveNext()
    {
        if (!_list.IsUnchangedSince(_version))
            _list.ThrowChanged();

        if ((uint)_next < (uint)_list.Count)
        {
            _current = _list.ElementAt(_next);
            _next++;
            return true;
        }

        _next = -1;
        _current = default;
        return false;
    }

    /// <summary>Moves back before the first element.</summary>
    /// <exception cref="InvalidOperationException">The list was changed.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    void IEnumerator.Reset()
    {
        if (!_list.IsUnchangedSince(_version))
            _list.ThrowChanged();

        _next = 0;
        _current = default;
    }

    /// <summary>Does nothing: an enumerator holds no resources.</summary>
    public readonly void Dispose()
    {
    }
}

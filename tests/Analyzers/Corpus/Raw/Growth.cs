using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Threading;

namespace Corpus.Raw;

internal sealed class PooledList<T>(int capacity) : IDisposable
{
    private T[] _items = ArrayPool<T>.Shared.Rent(capacity);
    private int _count;

    public ReadOnlySpan<T> Items => _items.AsSpan(0, _count);

    public void Add(T item)
    {
        if (_count == _items.Length)
            Grow();

        _items[_count++] = item;
    }

    public void Dispose()
    {
        T[] items = _items;
        _items = [];
        _count = 0;
        if (items.Length > 0)
            ArrayPool<T>.Shared.Return(items, RuntimeHelpers.IsReferenceOrContainsReferences<T>());
    }

    private void Grow()
    {
        T[] larger = ArrayPool<T>.Shared.Rent(_items.Length * 2); // PG0204?
        Array.Copy(_items, larger, _count);
        (T[] old, _items) = (_items, larger);
        ArrayPool<T>.Shared.Return(old, RuntimeHelpers.IsReferenceOrContainsReferences<T>());
    }
}

public sealed class IntStack : IDisposable
{
    private readonly ArrayPool<int> _pool;
    private int[] _items;
    private int _count;

    public IntStack(ArrayPool<int> pool)
    {
        _pool = pool;
        _items = pool.Rent(16);
    }

    public void Push(int item)
    {
        if (_count == _items.Length)
        {
            int[] larger = _pool.Rent(_count * 2); // PG0204?
            _items.AsSpan().CopyTo(larger);
            _pool.Return(_items);
            _items = larger;
        }

        _items[_count++] = item;
    }

    public int Pop() => _items[--_count];

    public void Shrink()
    {
        if (_count > _items.Length / 4)
            return;

        int[] smaller = _pool.Rent(Math.Max(16, _count)); // PG0204?
        _items.AsSpan(0, _count).CopyTo(smaller);
        _pool.Return(smaller); // PG0202
        _items = smaller;
    }

    // A second call returns the array again.
    public void Dispose() => _pool.Return(_items); // PG0208
}

internal sealed class Upload : IDisposable
{
    private byte[]? _buffer = ArrayPool<byte>.Shared.Rent(4096);

    public void Reset()
    {
        if (_buffer is not null)
        {
            ArrayPool<byte>.Shared.Return(_buffer);
            _buffer = null;
        }
    }

    public void Dispose()
    {
        if (Interlocked.Exchange(ref _buffer, null) is { } buffer)
            ArrayPool<byte>.Shared.Return(buffer);
    }
}

internal static class Growing
{
    public static int[] Primes(int limit)
    {
        int[] found = ArrayPool<int>.Shared.Rent(16);
        int count = 0;
        try
        {
            for (int n = 2; n < limit; n++)
            {
                if (Array.Exists(found[..count], p => n % p == 0))
                    continue;

                if (count == found.Length)
                {
                    int[] old = found;
                    found = ArrayPool<int>.Shared.Rent(count * 2);
                    old.CopyTo(found, 0);
                    ArrayPool<int>.Shared.Return(old);
                }

                found[count++] = n;
            }

            return found.AsSpan(0, count).ToArray();
        }
        finally
        {
            ArrayPool<int>.Shared.Return(found);
        }
    }

    public static void Reserve(ref int[] array, int count)
    {
        if (count <= array.Length)
            return;

        int[] larger = ArrayPool<int>.Shared.Rent(count); // PG0204?
        array.AsSpan().CopyTo(larger);
        ArrayPool<int>.Shared.Return(larger); // PG0202
        array = larger;
    }

    public static int[] Digits(ulong number)
    {
        int[] digits = ArrayPool<int>.Shared.Rent(4);
        int count = 0;
        try
        {
            for (; number > 0; number /= 10)
            {
                if (count == digits.Length)
                    Grow(ref digits, count);

                digits[count++] = (int)(number % 10);
            }

            return digits.AsSpan(0, count).ToArray();
        }
        finally
        {
            ArrayPool<int>.Shared.Return(digits);
        }

        static void Grow(ref int[] array, int count)
        {
            int[] larger = ArrayPool<int>.Shared.Rent(array.Length * 2); // PG0204?
            array.AsSpan(0, count).CopyTo(larger);
            ArrayPool<int>.Shared.Return(array);
            array = larger;
        }
    }
}

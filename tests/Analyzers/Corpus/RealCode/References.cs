using System;
using System.Buffers;
using System.Collections.Generic;

namespace Corpus.RealCode;

// References that stay in a returned array, and references that something else has cleared.
public static class References
{
    // The helper clears the used part before the array goes back.
    public class Segment<T>(ArrayPool<T> pool)
    {
        private T[]? _array = pool.Rent(16);
        private int _end;

        public void Add(T item) => _array![_end++] = item;

        public void Reset()
        {
            ForgetItems(0, _end);
            _end = 0;
            if (_array != null)
            {
                pool.Return(_array);
                _array = null;
            }
        }

        private void ForgetItems(int start, int count) => _array.AsSpan(start, count).Clear();
    }

    // The same without a helper keeps the items alive.
    public class Names(ArrayPool<string> pool)
    {
        private string[]? _array = pool.Rent(16);
        private int _end;

        public void Add(string item) => _array![_end++] = item;

        public void Reset()
        {
            _end = 0;
            if (_array != null)
            {
                pool.Return(_array); // PG0206
                _array = null;
            }
        }
    }

    private struct Guess
    {
        public string? Word;
        public int Score;

        public void Forget()
        {
            Word = null;
            Score = 0;
        }
    }

    // Each element forgets its word.
    public static string? Best(string[] words)
    {
        Guess[] guesses = ArrayPool<Guess>.Shared.Rent(words.Length);
        for (int i = 0; i < words.Length; i++)
            guesses[i] = new Guess { Word = words[i], Score = words[i].Length };

        string? best = null;
        int score = 0;
        for (int i = 0; i < words.Length; i++)
        {
            ref Guess guess = ref guesses[i];
            if (guess.Score > score)
            {
                score = guess.Score;
                best = guess.Word;
            }

            guess.Forget();
        }

        ArrayPool<Guess>.Shared.Return(guesses);
        return best;
    }

    // An array that is no shorter goes back as it came.
    public class Stack<T>(ArrayPool<T> pool)
    {
        private T[] _items = pool.Rent(16);
        private int _count;

        public void Push(T item) => _items[_count++] = item;

        public void Trim()
        {
            T[] shorter = pool.Rent(_count);
            if (shorter.Length < _items.Length)
            {
                Array.Copy(_items, shorter, _count);
                pool.Return(_items, clearArray: true);
                _items = shorter;
            }
            else
            {
                pool.Return(shorter);
            }
        }
    }

    // The last batch goes back if nothing was put into it.
    public static IEnumerable<(T[] Items, int Count)> InBatches<T>(IEnumerable<T> items, int size)
    {
        T[] batch = ArrayPool<T>.Shared.Rent(size); // PG0204
        int count = 0;
        foreach (T item in items)
        {
            batch[count++] = item;
            if (count == size)
            {
                yield return (batch, count);
                count = 0;
                batch = ArrayPool<T>.Shared.Rent(size);
            }
        }

        if (count > 0)
            yield return (batch, count);
        if (count == 0)
            ArrayPool<T>.Shared.Return(batch);
    }
}

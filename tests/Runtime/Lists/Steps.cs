namespace PooledGen.Runtime.Tests.Lists;

/// <summary>
/// One random operation, the same on both lists if the random numbers are the same. Some have arguments that a list refuses. The two methods have the
/// same text on purpose: each call binds to the member of that list, which an interface of both would hide.
/// </summary>
internal sealed class Steps<T>(Random random, Func<Random, T> next)
{
    public object? Do(List<T> list)
    {
        (int kind, int index, int count) = Choose(list.Count);
        T item = next(random);
        T[] items = Items();
        switch (kind)
        {
            case 0: list.Insert(index, item); return null;
            case 1: list.AddRange(items); return null;
            case 2: list.InsertRange(index, items); return null;
            case 3: list.RemoveAt(index); return null;
            case 4: list.RemoveRange(index, count); return null;
            case 5: return list.RemoveAll(other => other!.GetHashCode() % 3 == item!.GetHashCode() % 3);
            case 6: return list.Remove(item);
            case 7: list.AddRange(new HashSet<T>(items)); return null;
            case 8: list.AddRange(list); return null;
            case 9: list.AddRange(list.GetRange(index, count)); return null;
            case 10: list.InsertRange(index, list.GetRange(count % (list.Count + 1), list.Count - (count % (list.Count + 1)))); return null;
            case 11: list[index] = item; return list[index];
            case 12: return (list.IndexOf(item), list.Contains(item));
            case 13: list.InsertRange(index, list); return null;
            case 14: list.InsertRange(index, items.Where(static other => other is not null)); return null;
            case 15: list.AddRange(list.Where(static other => other is not null)); return null;
            case 16: list.AddRange([.. items]); return null;
            default: list.Add(item); return null;
        }
    }

    public object? Do(PooledList<T> list)
    {
        (int kind, int index, int count) = Choose(list.Count);
        T item = next(random);
        T[] items = Items();
        switch (kind)
        {
            case 0: list.Insert(index, item); return null;
            case 1: list.AddRange(items.AsSpan()); return null;
            case 2: list.InsertRange(index, items); return null;
            case 3: list.RemoveAt(index); return null;
            case 4: list.RemoveRange(index, count); return null;
            case 5: return list.RemoveAll(other => other!.GetHashCode() % 3 == item!.GetHashCode() % 3);
            case 6: return list.Remove(item);
            case 7: list.AddRange(new HashSet<T>(items)); return null;
            case 8: list.AddRange(list); return null;
            case 9: list.AddRange(Part(list, index, count)); return null;
            case 10: list.InsertRange(index, Part(list, count % (list.Count + 1), list.Count - (count % (list.Count + 1)))); return null;
            case 11: list[index] = item; return list[index];
            case 12: return (list.IndexOf(item), list.Contains(item));
            case 13: list.InsertRange(index, list.AsSpan()); return null;
            case 14: list.InsertRange(index, items.Where(static other => other is not null).ToArray()); return null;
            case 15: list.AddRange(list.Where(static other => other is not null)); return null;
            case 16: list.AddRange([.. items]); return null;
            default: list.Add(item); return null;
        }
    }

    // A part of the list itself, not of a copy. The checks are those of GetRange.
    private static ReadOnlySpan<T> Part(PooledList<T> list, int index, int count)
        => index < 0 || count < 0 ? throw new ArgumentOutOfRangeException(nameof(index))
            : count > list.Count - index ? throw new ArgumentException("too long")
            : list.AsSpan().Slice(index, count);

    private (int Kind, int Index, int Count) Choose(int size)
    {
        int kind = random.Next(30), index = random.Next(-1, size + 2);
        return (kind, index, random.Next(-1, Math.Max(1, Math.Min(40, size - index + 2))));
    }

    private T[] Items() => [.. Enumerable.Range(0, random.Next(30)).Select(_ => next(random))];
}

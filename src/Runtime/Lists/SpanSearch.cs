namespace PooledGen;

/// <summary>What <see cref="Array"/> does for the elements of an array, for elements that lie in none.</summary>
internal static class SpanSearch
{
    /// <summary>The position of the first element that is equal to a value; -1 if there is none.</summary>
    public static int IndexOf<T>(ReadOnlySpan<T> elements, T item)
    {
        // Not MemoryExtensions.IndexOf, which needs elements that implement IEquatable.
        for (int i = 0; i < elements.Length; i++)
        {
            if (EqualityComparer<T>.Default.Equals(elements[i], item))
                return i;
        }

        return -1;
    }

    /// <summary>The position of the last element that is equal to a value; -1 if there is none.</summary>
    public static int LastIndexOf<T>(ReadOnlySpan<T> elements, T item)
    {
        int i = elements.Length - 1;
        while (i >= 0 && !EqualityComparer<T>.Default.Equals(elements[i], item))
            i--;

        return i;
    }

    /// <summary>The position of an element that is equal to a value; if there is none, the complement of the position of the next larger one.</summary>
    /// <exception cref="InvalidOperationException">The comparer throws.</exception>
    public static int BinarySearch<T>(ReadOnlySpan<T> elements, T item, IComparer<T>? comparer)
    {
        try
        {
            return elements.BinarySearch(item, comparer ?? Comparer<T>.Default);
        }
        catch (Exception exception)
        {
            throw new InvalidOperationException("The comparer of a search failed.", exception);
        }
    }
}

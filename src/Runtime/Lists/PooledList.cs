namespace PooledGen;

/// <summary>Creates lists without a declaration, over the pool of <see cref="SharedBuffer{T}"/>. The compiler calls it for collection expressions.</summary>
public static class PooledList
{
    /// <summary>Creates a list of elements: <c>using PooledList&lt;int&gt; list = [1, 2, 3];</c></summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="items">The elements, which are copied. Without any the list rents nothing yet.</param>
    /// <returns>The list. Dispose it.</returns>
    public static PooledList<T> Create<T>(ReadOnlySpan<T> items)
    {
        var list = new PooledList<T>(SharedBuffer<T>.Pool, items.Length);
        list.AddRange(items);
        return list;
    }
}

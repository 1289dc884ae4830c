namespace PooledGen;

/// <summary>
/// A renter of any element type that needs no declaration, for the internal code of libraries and for experiments:
/// <c>using var buffer = SharedBuffer&lt;int&gt;.Rent(n);</c> instead of <c>ArrayPool&lt;int&gt;.Shared.Rent(n)</c>.
/// </summary>
/// <remarks>
/// All code of the process that uses an element type shares its pool and its statistics. A type of your own has a pool, a name and a limit of its own.
/// </remarks>
/// <example>
/// <code>
/// using PooledGen;
///
/// Console.WriteLine(Median([5, 1, 3]));
///
/// static int Median(ReadOnlySpan&lt;int&gt; values)
/// {
///     using var sorted = SharedBuffer&lt;int&gt;.Rent(values.Length);
///     values.CopyTo(sorted);
///     sorted.Span.Sort();
///     return sorted[sorted.Length / 2];
/// }
/// </code>
/// </example>
/// <typeparam name="T">The element type.</typeparam>
[PooledBuffer(nameof(T), MaxLength = 1024 * 1024)]
public partial struct SharedBuffer<T>;

namespace PooledGen;

/// <summary>
/// A renter of any element type that needs no declaration, for the inner code of libraries and to try things out:
/// <c>using var buffer = SharedBuffer&lt;int&gt;.Rent(n);</c> where there was <c>ArrayPool&lt;int&gt;.Shared.Rent(n)</c>.
/// </summary>
/// <remarks>
/// All code of the process that uses an element type shares its pool and its figures. A type of your own has a pool, a name and a budget of its own.
/// </remarks>
/// <typeparam name="T">The element type.</typeparam>
[PooledBuffer(nameof(T), MaxLength = 1024 * 1024)]
public partial struct SharedBuffer<T>;

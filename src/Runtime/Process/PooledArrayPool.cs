using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// An <see cref="ArrayPool{T}"/> without a declared type: no other code rents from it, and <see cref="Pool"/> has its statistics and controls. All members may
/// be used from any thread. <c>static readonly PooledArrayPool&lt;byte&gt; s_keys = new(4096, new() { Name = "Keys", Clear = ClearPolicy.OnReturn });</c>
/// </summary>
/// <remarks>
/// Rent and Return do what <see cref="BufferPool{T}.AsArrayPool"/> says. Nothing has to be disposed: the garbage collector frees the pool, and its free arrays,
/// when no code refers to it any more.
/// <para>With a <see cref="Budget"/>, arrays count against it from their rent to their return, and those that are lost until the garbage collector finds
/// them.</para>
/// </remarks>
/// <example>
/// <code>
/// using System.Buffers;
/// using PooledGen;
///
/// ArrayPool&lt;byte&gt; pool = new PooledArrayPool&lt;byte&gt;(64 * 1024, new() { Name = "Uploads" });
///
/// byte[] array = pool.Rent(1500);   // 1500 elements or more
/// try
/// {
///     array.AsSpan(0, 1500).Clear();
/// }
/// finally
/// {
///     pool.Return(array);
/// }
/// </code>
/// </example>
/// <typeparam name="T">The element type.</typeparam>
public sealed class PooledArrayPool<T> : ArrayPool<T>
{
    private readonly ArrayRentals<T> _rentals;

    /// <summary>Creates a pool. When nothing refers to it or to its arrays any more, the garbage collector frees it and its free arrays.</summary>
    /// <param name="maxLength">The longest array that is pooled, in elements: 1 to 2,147,483,591. A longer one is allocated, and not kept.</param>
    /// <param name="options">The options, which are read now; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">A number or the policy is outside of the range that its documentation names.</exception>
    /// <exception cref="ArgumentException">The name is empty.</exception>
    public PooledArrayPool(int maxLength, PooledArrayPoolOptions? options = null)
    {
        options ??= new PooledArrayPoolOptions();
        if (options.Name is not null && string.IsNullOrWhiteSpace(options.Name))
            throw new ArgumentException("The name of an array pool is not empty. Leave it out to get that of the type.", nameof(options));

        Pool = PoolFactory.CreateUndeclared<T>(new PoolOptions
        {
            Name = options.Name ?? PoolFactory.NameOf(typeof(PooledArrayPool<T>)),
            MaxLength = maxLength,
            SizeClassesPerDoubling = options.SizeClassesPerDoubling,
            MaxRetainedBytes = options.MaxRetainedBytes,
            Clear = options.Clear,
        });
        Budget = options.Budget;
        _rentals = new ArrayRentals<T>(Pool, Budget);
        Pool.BecomeArrayPool(this);
    }

    /// <summary>The pool that it rents from: its statistics, <see cref="BufferPool.Trim"/>, and owners of its arrays.</summary>
    public BufferPool<T> Pool { get; }

    /// <summary>The budget of the arrays that are rented here; null for none. Owners from <see cref="Pool"/> obey it if you give it to them.</summary>
    public BufferBudget? Budget { get; }

    /// <inheritdoc/>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="InsufficientMemoryException">The budget has no room for the array, or another request waits there.</exception>
    public override T[] Rent(int minimumLength)
    {
        PooledNode? node = Pool.TryPopByNumber(minimumLength);
        return node is not null && node.TryRentAsArray() ? Unsafe.As<T[]>(node.Array) : _rentals.RentSlow(node, minimumLength);
    }

    /// <summary>Rents as <see cref="Rent"/> does, if the budget has room for the array and no other request waits there, or if there is no budget.</summary>
    /// <param name="minimumLength">The smallest length: 0 or more. Length 0 gives the empty array, which takes no room.</param>
    /// <param name="array">The array; null if the budget has no room.</param>
    /// <returns>Whether an array was rented.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    public bool TryRent(int minimumLength, [NotNullWhen(true)] out T[]? array)
    {
        array = Budget is null ? Rent(minimumLength) : _rentals.TryRentWithin(minimumLength);
        return array is not null;
    }

    /// <inheritdoc/>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    /// <exception cref="ArgumentException">The array was not rented here.</exception>
    public override void Return(T[] array, bool clearArray = false)
    {
        if (array is null || !Pool.TryReturnPoppedByNumber(array, clearArray))
            _rentals.FindAndReturn(array, clearArray);
    }
}

using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The pool of one annotated type: <c>PacketBuffer.Pool</c>. Rent through the type itself; the pool has the statistics and the controls. Or the pool of an
/// <see cref="PooledArrayPool{T}"/>. All members may be used from any thread.
/// </summary>
/// <typeparam name="T">The element type.</typeparam>
public sealed class BufferPool<T> : BufferPool
{
    private ArrayPool<T>? _arrayPool; // null until code asks for it
    private MemoryPool<T>? _memoryPool;
    private MemoryPool<T>? _memoryPoolOfReusedOwners;

    /// <param name="options">The options, all of them set.</param>
    /// <param name="trimmer">What trims the pool; null for that of the process.</param>
    /// <param name="storage">Where the elements lie; null for ordinary arrays.</param>
    internal BufferPool(in PoolOptions options, IdleTrimmer? trimmer = null, StableStorage? storage = null)
        : base(options, trimmer ?? IdleTrimmer.Shared, storage, Unsafe.SizeOf<T>(), RuntimeHelpers.IsReferenceOrContainsReferences<T>())
    {
    }

    /// <inheritdoc/>
    public override Type ElementType => typeof(T);

    /// <summary>Rents a buffer that may be stored, cross an await and be disposed on another thread. It allocates nothing after warm-up.</summary>
    /// <param name="length">
    /// The number of elements: 0 to <see cref="BufferPool.MaxLength"/> from the pool; a longer buffer is not pooled, and the pool may refuse it.
    /// </param>
    /// <returns>The owner of exactly <paramref name="length"/> elements.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    public PooledOwner<T> RentOwner(int length)
    {
        PooledNode node = RentNode(length, nameof(RentOwner), isWhole: false);
        if (ClearsOnRent)
            node.Clear(0, length);

        return node.UnsafeAsOwner<T>(length);
    }

    /// <summary>
    /// Rents as <see cref="RentOwner"/> does, with all elements of the buffer: for a field that grows, and for reads into as much room as there is. The array
    /// may be shorter the next time, so use <see cref="PooledOwner{T}.Length"/>.
    /// </summary>
    /// <param name="minimumLength">
    /// The smallest number of elements: 0 to <see cref="BufferPool.MaxLength"/> from the pool; a longer buffer is not pooled, and the pool may refuse it.
    /// </param>
    /// <returns>The owner, whose length is its capacity: at least <paramref name="minimumLength"/>, and 0 for 0.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    public PooledOwner<T> RentOwnerAtLeast(int minimumLength)
    {
        PooledNode node = RentWhole(minimumLength, nameof(RentOwnerAtLeast));
        return node.UnsafeAsOwner<T>(node.Capacity);
    }

    /// <summary>Rents as <see cref="RentOwner"/> does, if a budget has room for the buffer and no other request waits.</summary>
    /// <param name="length">The number of elements. Length 0 counts as the smallest size class, because the owner may grow.</param>
    /// <param name="budget">The budget, which the buffer's bytes count against until the owner and all its shares are disposed.</param>
    /// <param name="owner">The owner of exactly <paramref name="length"/> elements; an empty one if the budget has no room.</param>
    /// <returns>Whether a buffer was rented.</returns>
    /// <exception cref="ArgumentNullException">The budget is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    public bool TryRentOwner(int length, BufferBudget budget, out PooledOwner<T> owner)
    {
        if (budget is null)
            throw new ArgumentNullException(nameof(budget));

        bool isAdmitted = budget.TryCharge(BytesFor(length, nameof(TryRentOwner)));
        owner = isAdmitted ? RentCharged(length, nameof(TryRentOwner), budget) : default;
        return isAdmitted;
    }

#if NET
    /// <summary>Rents as <see cref="RentOwner"/> does, and waits until a budget has room for the buffer. It allocates nothing if there is room.</summary>
    /// <remarks>
    /// <para>Requests that wait are admitted in the order of their calls. A wait that the token ends rents nothing. A task that is abandoned, by
    /// <c>WaitAsync</c> or <c>WhenAny</c>, gets its owner later, and the bytes come back when the garbage collector finds the task.</para>
    /// <para><b>Do not wait while you hold buffers of the same budget</b>: if all that hold some wait for more, none of them goes on. Rent all that you need at
    /// once, or use <see cref="TryRentOwner"/> and give up what you hold.</para>
    /// </remarks>
    /// <param name="length">The number of elements. Length 0 counts as the smallest size class, because the owner may grow.</param>
    /// <param name="budget">The budget, which the buffer's bytes count against until the owner and all its shares are disposed.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The owner of exactly <paramref name="length"/> elements. Await it once.</returns>
    /// <exception cref="ArgumentNullException">The budget is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    /// <exception cref="InsufficientMemoryException">The buffer is larger than the whole budget.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled before there was room.</exception>
    public ValueTask<PooledOwner<T>> RentOwnerAsync(int length, BufferBudget budget, CancellationToken cancellationToken = default)
        => RentOwnerAsync(length, budget, Timeout.InfiniteTimeSpan, cancellationToken);

    /// <summary>
    /// Rents as <see cref="RentOwnerAsync(int, BufferBudget, CancellationToken)"/> does, and waits no longer than a time. A wait that ends so rents nothing.
    /// </summary>
    /// <param name="length">The number of elements. Length 0 counts as the smallest size class, because the owner may grow.</param>
    /// <param name="budget">The budget, which the buffer's bytes count against until the owner and all its shares are disposed.</param>
    /// <param name="timeout">
    /// The longest wait: 0 to 4,294,967,294 milliseconds, or <see cref="Timeout.InfiniteTimeSpan"/>. With 0 it tries once, and does
    /// not wait in the order of the requests.
    /// </param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The owner of exactly <paramref name="length"/> elements. Await it once.</returns>
    /// <exception cref="ArgumentNullException">The budget is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The length is negative, or it is oversize and the pool refuses that. Or the time is outside of its range.
    /// </exception>
    /// <exception cref="InsufficientMemoryException">The buffer is larger than the whole budget.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled before there was room.</exception>
    /// <exception cref="TimeoutException">There was no room within the time; with 0, there was none at once, or another request waited.</exception>
    public ValueTask<PooledOwner<T>> RentOwnerAsync(int length, BufferBudget budget, TimeSpan timeout, CancellationToken cancellationToken = default)
    {
        if (budget is null)
            throw new ArgumentNullException(nameof(budget));

        BufferErrors.ThrowIfNoTimeout(Name, timeout);
        long bytes = BytesFor(length, nameof(RentOwnerAsync));
        if (cancellationToken.IsCancellationRequested)
            return ValueTask.FromCanceled<PooledOwner<T>>(cancellationToken);

        if (PoolRegistry.ChecksRentals)
            NestedWaits.BeginFlow();

        try
        {
            return budget.ChargeOrWait(bytes, Name, timeout, cancellationToken) is { } waiter
                ? waiter.WaitAndRentAsync(this, length, timeout)
                : new(RentAdmitted(length, budget));
        }
        catch (Exception exception) when (exception is OutOfMemoryException or TimeoutException)
        {
            // Also where the budget refuses the request: the caller may have begun other rentals, and awaits all of them.
            return ValueTask.FromException<PooledOwner<T>>(exception);
        }
    }

    /// <summary>Rents a buffer whose bytes are charged.</summary>
    internal PooledOwner<T> RentAdmitted(int length, BufferBudget budget) => RentCharged(length, nameof(RentOwnerAsync), budget);

#endif
    private PooledOwner<T> RentCharged(int length, string member, BufferBudget budget)
        => RentCharged(length, member, isWhole: false, budget).UnsafeAsOwner<T>(length);

    /// <summary>Copies elements into a rented buffer, for the Detach of elements that lie in the caller's memory.</summary>
    /// <param name="elements">The elements.</param>
    /// <returns>The owner of the copy.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The copy is oversize, and the pool refuses that.</exception>
    internal PooledOwner<T> RentCopy(ReadOnlySpan<T> elements)
    {
        PooledNode node = RentNode(elements.Length, "Detach", isWhole: false);
        elements.CopyTo(node.Elements<T>());
        return node.UnsafeAsOwner<T>(elements.Length);
    }

    /// <summary>Creates a writer that collects elements in one rented array that grows. Dispose it.</summary>
    /// <param name="initialCapacity">
    /// The number of elements that fit before it grows; 0 for 256 elements, or <see cref="BufferPool.MaxLength"/> if that is less.
    /// </param>
    /// <param name="budget">The budget that the array counts against; null for none.</param>
    /// <returns>The writer; it may be cleared and used again.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative, or it is oversize and the pool refuses that.</exception>
    /// <exception cref="InsufficientMemoryException">The budget does not admit the first array.</exception>
    public PooledBufferWriter<T> CreateBufferWriter(int initialCapacity = 0, BufferBudget? budget = null) => new(this, initialCapacity, budget);

    /// <summary>
    /// This pool as an <see cref="ArrayPool{T}"/>: always the same object, usable from any thread. After warm-up, renting and
    /// returning allocate nothing.
    /// </summary>
    /// <remarks>
    /// <para><b>Rent</b> gives a whole array of the size class: at least as long as requested. Length 0 gives the empty array, which need
    /// not be returned. Above <see cref="BufferPool.MaxLength"/> the pool's oversize policy applies. The array holds arbitrary earlier contents, unless the
    /// pool's clear policy says otherwise.</para>
    /// <para><b>Return</b> clears according to the pool's policy, and the whole array if <c>clearArray</c> is set. It throws
    /// <see cref="ArgumentNullException"/> for null, and <see cref="ArgumentException"/> for an array that was never rented here.
    /// Returning an array that is not rented through this adapter is harmless and counted as misuse. This covers a second Return, concurrent ones, and one
    /// while the type itself or an owner has the array.</para>
    /// <para>An array carries no handle. If other code has rented the returned array <em>here</em> again, the adapter cannot tell a late second Return
    /// from the Return of that code, and ends its rental. Renters and owners of the annotated type do not have this weakness.</para>
    /// </remarks>
    /// <returns>The adapter.</returns>
    /// <exception cref="InvalidOperationException">The buffers are aligned or native, so they do not begin at the first element of an array.</exception>
    public ArrayPool<T> AsArrayPool()
    {
        if (_arrayPool is { } arrayPool)
            return arrayPool;

        if (IsPlaced)
            throw BufferErrors.NoArrayInBlock(Name);

        return Interlocked.CompareExchange(ref _arrayPool, new ArrayPoolAdapter<T>(this), null) ?? _arrayPool;
    }

    /// <summary>Uses an array pool in place of the adapter. Only before other code has the pool.</summary>
    /// <param name="arrayPool">The array pool whose arrays these are.</param>
    internal void BecomeArrayPool(PooledArrayPool<T> arrayPool)
    {
        if (arrayPool.Budget is not null)
            RentSlowlyOnly();

        _arrayPool = arrayPool;
    }

    /// <summary>This pool as a <see cref="MemoryPool{T}"/>, usable from any thread. Without a budget it is always the same object.</summary>
    /// <param name="budget">The budget that a block's bytes count against until its owner is disposed; null for none.</param>
    /// <remarks>
    /// <para><b>Rent</b> gives a whole block of the size class: at least as long as requested; 0 gives the smallest. Without an argument (-1)
    /// it is 4096 bytes' worth of elements, or <see cref="BufferPool.MaxLength"/> if that is less. Less than -1 or more than <c>MaxBufferSize</c> throws an
    /// <see cref="ArgumentOutOfRangeException"/>. <c>MaxBufferSize</c> is <see cref="BufferPool.MaxLength"/> if the oversize policy is to throw, and
    /// otherwise the longest possible array. Rent never waits for the budget: it throws an <see cref="InsufficientMemoryException"/> if there is no room, or
    /// while another request waits.</para>
    /// <para><b>Dispose of an owner</b> returns the block, on any thread; a second Dispose is harmless and counted as misuse. <c>Memory</c> throws
    /// <see cref="ObjectDisposedException"/> from then on. Each Rent makes a small owner object.</para>
    /// <para><b>Dispose of the adapter</b> does nothing: the pool belongs to the annotated type, and others use it.</para>
    /// </remarks>
    /// <returns>The adapter.</returns>
    public MemoryPool<T> AsMemoryPool(BufferBudget? budget = null)
        => budget is not null ? new BudgetedMemoryPoolAdapter<T>(this, budget, reuseOwners: false)
            : _memoryPool ?? Interlocked.CompareExchange(ref _memoryPool, new MemoryPoolAdapter<T>(this), null) ?? _memoryPool;

    /// <summary>
    /// This pool as a <see cref="MemoryPool{T}"/> that allocates nothing after warm-up, because each block has one owner for life. Only for consumers that
    /// dispose once and then forget the owner, as a Pipe and Kestrel do.
    /// </summary>
    /// <param name="budget">The budget that a block's bytes count against until its owner is disposed; null for none.</param>
    /// <remarks>
    /// It is dangerous because an owner does not tell its rentals apart: once the block is rented again, a late Dispose ends that rental, and a late use of
    /// Memory reads that rental's elements. All else is as for <see cref="AsMemoryPool"/>.
    /// </remarks>
    /// <returns>The adapter.</returns>
    public MemoryPool<T> DangerousAsMemoryPool(BufferBudget? budget = null)
        => budget is not null ? new BudgetedMemoryPoolAdapter<T>(this, budget, reuseOwners: true)
            : _memoryPoolOfReusedOwners
                ?? Interlocked.CompareExchange(ref _memoryPoolOfReusedOwners, new ReusingMemoryPoolAdapter<T>(this), null) ?? _memoryPoolOfReusedOwners;

    /// <inheritdoc/>
    // Not all bytes are a valid bool, enum or struct, and code that reads others may go wrong. ArrayPool<T>.Shared of .NET 11 clears the same types
    // (ElementTypeTests).
    internal override Array AllocateArray(int length, bool isPinned) => typeof(T).IsPrimitive && typeof(T) != typeof(bool)
        ? GC.AllocateUninitializedArray<T>(length, isPinned)
        : GC.AllocateArray<T>(length, isPinned);

    /// <inheritdoc/>
    internal override PlacedBlock CreateBlock(int length, Array? array, nint address) => PlacedBlock.Create<T>(length, array, address);

    /// <inheritdoc/>
    internal override ref byte FirstByteOf(PooledNode node) => ref Unsafe.As<T, byte>(ref MemoryMarshal.GetReference(node.Elements<T>()));
}

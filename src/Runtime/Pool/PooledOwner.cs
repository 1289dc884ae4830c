using System.Buffers;
#if NET
using System.ComponentModel;
#endif
using System.Diagnostics;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// A rented buffer that may leave its block: in a field, across an await, to another thread. Dispose it once, on any thread. Copies are harmless:
/// of all their Dispose calls only the first counts. <c>using PooledOwner&lt;byte&gt; packet = PacketBuffer.RentOwner(1500);</c>
/// </summary>
/// <remarks>
/// <para>It has the same type for every pool of the same elements, so a method can take the owner of any of them.</para>
/// <para>Beside the array lies a node of 64 bytes, and the array is that of a size class. So an owner is for buffers that come and go, and not for
/// thousands of small values that stay: keep those in plain arrays, or many of them in one buffer.</para>
/// <para>As a struct it allocates nothing. Converting it to <see cref="IMemoryOwner{T}"/> boxes it, which allocates.</para>
/// <para>A field that several threads use needs a lock, as a field of any struct does. A copy that is made while another thread assigns the field
/// shows elements of one array or throws; it never reaches outside the array.</para>
/// </remarks>
/// <example>
/// <code>
/// using PooledGen;
///
/// await CopyAsync(Console.OpenStandardInput(), Stream.Null);
///
/// static async Task CopyAsync(Stream source, Stream target)
/// {
///     // Lives across the awaits, which a renter cannot.
///     using PooledOwner&lt;byte&gt; block = PacketBuffer.RentOwner(4096);
///     int count;
///     while ((count = await source.ReadAsync(block.Memory)) &gt; 0)
///         await target.WriteAsync(block.Memory[..count]);
/// }
///
/// [PooledBuffer&lt;byte&gt;(MaxLength = 64 * 1024)]
/// public partial struct PacketBuffer;
/// </code>
/// </example>
/// <typeparam name="T">The element type.</typeparam>
[DebuggerDisplay("{DebuggerDisplay,nq}")]
[DebuggerTypeProxy(typeof(PooledOwnerDebugView<>))]
public readonly struct PooledOwner<T> : IMemoryOwner<T>
{
    private readonly PooledNode? _node; // null in an owner that was made by default
    private readonly nint _generation;
    private readonly int _start;
    private readonly int _length;

    internal PooledOwner(PooledNode node, nint generation, int start, int length)
    {
        _node = node;
        _generation = generation;
        _start = start;
        _length = length;
    }

    /// <summary>The elements, for asynchronous code. Valid until Dispose.</summary>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by DetachSlice or Resize.</exception>
    public Memory<T> Memory => LiveNode is { } node ? node.AsMemory<T>(_start, _length) : default;

    /// <summary>The elements. Valid until Dispose.</summary>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by DetachSlice or Resize.</exception>
    public Span<T> Span => LiveNode is { } node ? node.UnsafeAsSpan<T>(_start, _length) : default;

    /// <summary>The requested number of elements.</summary>
    public int Length => _length;

    /// <summary>Whether <see cref="Length"/> is 0.</summary>
    public bool IsEmpty => _length == 0;

    /// <summary>The element at a position, by reference.</summary>
    /// <param name="index">0 to <see cref="Length"/> - 1.</param>
    /// <returns>A reference to the element, valid until Dispose.</returns>
    /// <exception cref="IndexOutOfRangeException">The index is negative, or not below <see cref="Length"/>.</exception>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by DetachSlice or Resize.</exception>
    public ref T this[int index] => ref Span[index];

    /// <summary>The elements from a position on. The owner stays valid, unlike after <see cref="DetachSlice(int)"/>.</summary>
    /// <param name="start">0 to <see cref="Length"/>.</param>
    /// <returns>A span, valid until Dispose.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The part is not inside the buffer.</exception>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by DetachSlice or Resize.</exception>
    public Span<T> Slice(int start)
    {
        Span<T> elements = Span;
        return (uint)start <= (uint)elements.Length ? elements.Slice(start) : throw BufferErrors.Outside(Subject, start, elements.Length);
    }

    /// <summary>
    /// A part of the elements: <c>owner.Slice(2, 3)</c> or <c>owner[2..^1]</c>. The owner stays valid, unlike after <see cref="DetachSlice(int, int)"/>.
    /// </summary>
    /// <param name="start">0 to <see cref="Length"/>.</param>
    /// <param name="length">0 to <see cref="Length"/> - <paramref name="start"/>.</param>
    /// <returns>A span, valid until Dispose.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The part is not inside the buffer.</exception>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by DetachSlice or Resize.</exception>
    public Span<T> Slice(int start, int length)
    {
        Span<T> elements = Span;
        return IsInside(start, length, elements.Length)
            ? elements.Slice(start, length)
            : throw BufferErrors.Outside(Subject, start, length, elements.Length);
    }

    /// <summary>Hands the rental over to an owner of the elements from a position on. This owner is then invalid; disposing it does nothing.</summary>
    /// <param name="start">0 to <see cref="Length"/>.</param>
    /// <returns>The owner of the part. Its Dispose returns the whole buffer.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The part is not inside the buffer; this owner stays valid.</exception>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by DetachSlice or Resize.</exception>
    public PooledOwner<T> DetachSlice(int start)
    {
        int total = Span.Length;
        return (uint)start <= (uint)total ? HandOver(start, total - start) : throw BufferErrors.Outside(Subject, start, total);
    }

    /// <summary>Hands the rental over to an owner of a part of it. This owner is then invalid; disposing it does nothing.</summary>
    /// <param name="start">0 to <see cref="Length"/>.</param>
    /// <param name="length">0 to <see cref="Length"/> - <paramref name="start"/>.</param>
    /// <returns>The owner of the part. Its Dispose returns the whole buffer.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The part is not inside the buffer; this owner stays valid.</exception>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by DetachSlice or Resize.</exception>
    public PooledOwner<T> DetachSlice(int start, int length)
    {
        int total = Span.Length;
        return IsInside(start, length, total) ? HandOver(start, length) : throw BufferErrors.Outside(Subject, start, length, total);
    }

    private static bool IsInside(int start, int length, int total) => (uint)start <= (uint)total && (uint)length <= (uint)(total - start);

    // Comes after the checks, so that a call that throws leaves the owner as it was.
    private PooledOwner<T> HandOver(int start, int length)
        => _node is null ? default : new PooledOwner<T>(_node, _node.HandOver(_generation, RentalHandle.Owner), _start + start, length);

    /// <summary>
    /// Another owner of the same elements, for another holder: a cache sends a value while another thread removes it. Both are disposed of on their own, and
    /// the buffer goes back when the last of them is disposed.
    /// </summary>
    /// <remarks>
    /// <para>A share is an owner like any other: any thread may dispose of it, copies of it are harmless, it may be shared again, and a use after its Dispose
    /// throws. It allocates nothing once a buffer has had as many shares at a time, up to 1,024.</para>
    /// <para>What one holder writes the others see: share elements that nobody changes any more. <see cref="Resize"/> of a shared owner copies the elements, so
    /// that the other holders keep theirs.</para>
    /// </remarks>
    /// <returns>The other owner.</returns>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by DetachSlice or Resize.</exception>
    /// <exception cref="InvalidOperationException">The buffer has 1,048,576 holders already.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for the first share of a buffer; this owner stays valid.</exception>
    public PooledOwner<T> Share() => LiveNode is { } node ? node.Share(_generation).UnsafeAsOwner<T>(_start, _length) : default;

    /// <summary>Copies all elements.</summary>
    /// <param name="destination">At least <see cref="Length"/> elements.</param>
    /// <exception cref="ArgumentException">The destination is shorter than the buffer; nothing was copied.</exception>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by DetachSlice or Resize.</exception>
    public void CopyTo(Span<T> destination)
    {
        if (!Span.TryCopyTo(destination))
            throw BufferErrors.DestinationTooShort(Subject, destination.Length, _length);
    }

    /// <summary>Copies all elements into a new array.</summary>
    /// <returns>An array of <see cref="Length"/> elements that is not pooled.</returns>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by DetachSlice or Resize.</exception>
    public T[] ToArray() => Span.ToArray();

    /// <summary>
    /// The rented array, for a callee that takes an array, or for a hot loop of a type that keeps the array in a field. If a span is enough, use
    /// <see cref="Span"/>.
    /// </summary>
    /// <remarks>
    /// It is dangerous because an array has no handle: nothing stops its use after Dispose, when the array may belong to another rental. The array is also
    /// longer than the owner: use <see cref="Length"/> elements from <see cref="ArraySegment{T}.Offset"/> on. <see cref="Resize"/> does not copy the elements
    /// after them. Do not give the array to an array pool.
    /// </remarks>
    /// <returns>The owner's part of the array, valid until Dispose; an empty array for an owner that was made by default.</returns>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by DetachSlice or Resize.</exception>
    public ArraySegment<T> DangerousGetArray() => LiveNode is { } node ? node.AsArraySegment<T>(_start, _length) : new ArraySegment<T>([]);

#if NET
    /// <summary>
    /// The address of the first element, for native code and the operating system, without <c>fixed</c>. Stable until Dispose. Only pools whose storage is
    /// <see cref="BufferStorage.Pinned"/> or <see cref="BufferStorage.Native"/> give it.
    /// </summary>
    /// <remarks>It is dangerous because nothing stops its use after Dispose, when the memory may belong to another rental.</remarks>
    /// <returns>The address; 0 if the owner is empty.</returns>
    /// <exception cref="InvalidOperationException">The pool's storage is <see cref="BufferStorage.Array"/>.</exception>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by DetachSlice or Resize.</exception>
    [EditorBrowsable(EditorBrowsableState.Advanced)] // most pools have arrays, whose owners have no address
    public nint DangerousGetAddress() => LiveNode is { } node ? node.GetAddress<T>(_start, _length) : 0;
#endif

    /// <summary>
    /// Returns the buffer to the pool, through the calling thread. Any thread may call it. Only the first call counts. A second one, or one on a copy, is
    /// misuse: it shows in the pool's statistics and does nothing else.
    /// </summary>
    public void Dispose() => _node?.ReturnOwned(_generation);

    /// <summary>The text if the elements are char, and otherwise the annotated type's name and the length.</summary>
    /// <returns>For example <c>Net.PacketBuffer[12]</c>.</returns>
    /// <exception cref="ObjectDisposedException">The elements are char, and the owner was disposed.</exception>
    public override string ToString() => typeof(T) == typeof(char) ? Span.ToString() : DebuggerDisplay;

    // The node of a rental that is not over; null in an owner that was made by default.
    internal PooledNode? LiveNode
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            PooledNode? node = _node;
            if (node is not null && node.Generation != _generation)
                node.ThrowDisposed(_generation, RentalHandle.Owner);

            return node;
        }
    }

    private string DebuggerDisplay => $"{_node?.Pool.Name ?? "empty owner"}[{_length}]";

    // The owner's name in messages.
    private string Subject => _node is null ? "empty owner" : $"owner of {_node.Pool.Name}";

    /// <summary>The same as <see cref="Span"/>.</summary>
    /// <param name="owner">The owner.</param>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by DetachSlice or Resize.</exception>
    public static implicit operator Span<T>(PooledOwner<T> owner) => owner.Span;

    /// <summary>The same as <see cref="Span"/>, for reading.</summary>
    /// <param name="owner">The owner.</param>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by DetachSlice or Resize.</exception>
    public static implicit operator ReadOnlySpan<T>(PooledOwner<T> owner) => owner.Span;

    /// <summary>The length of the rented buffer. Up to this length <see cref="Resize"/> keeps it, unless it is shared.
    /// 0 for an owner that was made by default.</summary>
    public int Capacity => _node?.Capacity ?? 0;

    /// <summary>
    /// Hands the rental over to an owner of another length with the same elements: <c>_owner = _owner.Resize(length);</c> This owner is then invalid;
    /// disposing it does nothing.
    /// </summary>
    /// <remarks>
    /// <para>The elements stay in their array while it is long enough and not shared, and move to its start if they must. Otherwise they are copied into
    /// another array, and the old one goes back to its pool. Each larger array is of the next size class at least; above the pool's <c>MaxLength</c> it is
    /// twice as long as the old one. So an owner that grows step by step copies each element a few times at most.</para>
    /// <para>The elements past the old length are arbitrary, or their default under <c>Clear = OnRent</c>. A shorter length gives no memory
    /// back.</para>
    /// <para>Every Memory, Span and array that was taken from this owner is invalid, too.</para>
    /// </remarks>
    /// <param name="length">
    /// The number of elements: 0 to the pool's <c>MaxLength</c> from the pool; a longer buffer is not pooled, and the pool may refuse it.
    /// </param>
    /// <returns>The owner of exactly <paramref name="length"/> elements. Its Dispose returns the whole buffer.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that; this owner stays valid.</exception>
    /// <exception cref="InvalidOperationException">The owner was made by default, so it has no pool. Begin with <c>RentOwner(0)</c>.</exception>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by DetachSlice or Resize.</exception>
    /// <exception cref="OutOfMemoryException">
    /// There is no memory for the larger array, or the budget does not admit it (<see cref="InsufficientMemoryException"/>); this owner stays valid.
    /// </exception>
    public PooledOwner<T> Resize(int length)
    {
        PooledNode node = LiveNode ?? throw BufferErrors.NoPool();
        if (length < 0)
            throw BufferErrors.NegativeLength(Subject, length);

        return length <= node.Capacity && !node.IsShared ? ResizeInPlace(node, length) : Copy(node, length);
    }

    private PooledOwner<T> ResizeInPlace(PooledNode node, int length)
    {
        node.CheckPart(_start, _length);

        // Before the hand-over: while a handler of the report runs, this owner is valid.
        node.Pool.FindOverrun(node);

        // Once the generation has advanced, only this call has the array. So it moves the elements after that.
        nint generation = node.HandOver(_generation, RentalHandle.Owner);

        // Another thread has shared this owner since Resize looked.
        if (node.IsShared)
            return CopyAfterHandOver(node, generation, length);

        int start = length <= node.Capacity - _start ? _start : 0;
        if (start != _start)
            node.UnsafeAsSpan<T>(_start, _length).CopyTo(node.UnsafeAsSpan<T>(start, length));

        node.Pool.Extend(node, start, _length, length);
        return new PooledOwner<T>(node, generation, start, length);
    }

    // Kept out of line: a method with a try is slower.
    private PooledOwner<T> CopyAfterHandOver(PooledNode node, nint generation, int length)
    {
        try
        {
            return new PooledOwner<T>(node, generation, _start, _length).Copy(node, length);
        }
        catch (OutOfMemoryException)
        {
            // No code has got the new generation, so this owner can be valid again (ScarceMemoryTests).
            node.UndoHandOver(_generation);
            throw;
        }
    }

    private PooledOwner<T> Copy(PooledNode node, int length)
    {
        Span<T> elements = node.UnsafeAsSpan<T>(_start, Math.Min(_length, length));

        // The elements of a shared owner move although they fit. So the copy needs no room to grow.
        int outgrown = length > node.Capacity ? node.Capacity : 0;
        PooledNode copy = node.Pool.RentLarger(outgrown, length, content: elements.Length, node.Budget);
        try
        {
            elements.CopyTo(copy.Elements<T>());

            // A hand-over and not just a return, because a using that disposes this owner later does not count as misuse.
            node.ReturnOwned(node.HandOver(_generation, RentalHandle.Owner));
        }
        catch
        {
            // Another thread has disposed this owner meanwhile.
            copy.ReturnOwned(copy.Generation);
            throw;
        }

        return copy.UnsafeAsOwner<T>(length);
    }
}

/// <summary>The debugger's view of an owner: its elements.</summary>
internal sealed class PooledOwnerDebugView<T>(PooledOwner<T> owner) : BufferDebugView<T>(owner.Span);

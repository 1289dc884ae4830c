using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace PooledGen.PoolCheck.Guard;

/// <summary>Receives a use of a marked array, on the thread that uses it and before the use happens.</summary>
/// <param name="address">The address of the first element that is used.</param>
/// <param name="bytes">The number of bytes that a call has got; 0 if it is not known which they are, and 1 for a load or a store.</param>
/// <param name="site">The number of the place in the code.</param>
public delegate void PoolUseHandler(nint address, long bytes, long site);

/// <summary>Receives the calls of pools that are not shared: those that woven code makes, and what a pool does whose own code is woven.</summary>
public interface IPoolCalls
{
    /// <summary>Returns an array, or something in its place.</summary>
    /// <returns>False if nothing was done, so that the caller returns the array itself.</returns>
    /// <inheritdoc cref="ArrayPool{T}.Return"/>
    bool TryReturn<T>(ArrayPool<T> pool, T[] array, bool clearArray);

    /// <summary>A woven pool begins to take an array back. Another thread may rent the array before that ends.</summary>
    void BeginReturn(PoolReturn call);

    /// <summary>It has ended as it should, so that the pool has the array.</summary>
    void EndReturn<T>(PoolReturn call);

    /// <summary>It has failed, so that it is not known whether the pool has the array.</summary>
    void FailReturn(PoolReturn call);

    /// <summary>A woven pool has given out an array.</summary>
    /// <param name="array">The array.</param>
    /// <param name="isOutermost">Whether the caller is other code than that of a pool.</param>
    /// <returns>False if other code than that of a pool has rented the array already and has not returned it.</returns>
    bool EndRent<T>(T[] array, bool isOutermost);

    /// <summary>From now on arrays of a woven pool may get out without a call of Rent.</summary>
    void Escape(string pool);
}

/// <summary>A call of <c>Return</c> of a woven pool that is under way on its thread.</summary>
public sealed class PoolReturn
{
    internal PoolReturn(object pool, string name, Array array, PoolReturn? outer)
    {
        Pool = pool;
        Name = name;
        Array = array;
        Outer = outer;
    }

    /// <summary>The pool.</summary>
    public object Pool { get; }

    /// <summary>The name of the type by which the weaver knows the pool.</summary>
    public string Name { get; }

    /// <summary>The array; null from the time on when another pool has it.</summary>
    public Array? Array { get; internal set; }

    internal PoolReturn? Outer { get; }
}

/// <summary>
/// Knows which arrays were returned, and is asked by woven code before each use of memory. Safe for use by many threads. The methods that woven code calls
/// never throw, and allocate only in <see cref="Handler"/> and in calls of pools.
/// </summary>
/// <remarks>
/// A byte of shadow memory says for each eight bytes of address space whether they belong to a marked array. The shadow has regions, which exist only where an
/// array was marked. The operating system backs its pages when they are first written.
/// <para>A pool of the program has the arrays that were returned to it, and its own code may use them. So these marks are others, which do not count while code
/// of a woven pool runs on the thread.</para>
/// </remarks>
public static unsafe class PoolGuard
{
    private const int RegionBits = 26;
    private const int AddressBits = 48;
    private const int GranuleBits = 3;

    private const byte IsHeldBack = 1;
    private const byte IsInItsPool = 2;

    // How many segments of a sequence are looked at before a search.
    private const int SearchedSegments = 16;
    private const nuint RegionSize = (nuint)1 << RegionBits;

    // On 32 bits an address has fewer regions than that.
    private const nuint RegionMask = ((nuint)1 << (AddressBits - RegionBits)) - 1;

    // A constant for the compiler, so that code outside of these regions pays for one load and one comparison.
    private static readonly nint* s_regions = (nint*)NativeMemory.AllocZeroed(RegionMask + 1, (nuint)sizeof(nint));

    private static volatile PoolUseHandler? s_handler;
    private static volatile Func<string, string>? s_pathFinder;

    // The handler itself may call woven code.
    [ThreadStatic]
    private static bool t_isInHandler;

    // How many calls of methods of woven pools are under way on the thread, and the innermost one of Return.
    [ThreadStatic]
    private static int t_poolDepth;

    [ThreadStatic]
    private static PoolReturn? t_return;

    // It only grows, and has few entries.
    private static volatile PoolEscape[] s_escapes = [];

    /// <summary>What a use of a marked array calls. Null until the check begins. Its exceptions are dropped.</summary>
    public static PoolUseHandler? Handler
    {
        get => s_handler;
        set => s_handler = value;
    }

    /// <summary>What calls of pools that are not shared ask and tell. Null until the check begins. It never throws.</summary>
    public static IPoolCalls? Pools { get; set; }

    /// <summary>What finds the woven assembly for the path of one of the program's. Null until the check begins. Its exceptions are dropped.</summary>
    public static Func<string, string>? PathFinder
    {
        get => s_pathFinder;
        set => s_pathFinder = value;
    }

    /// <summary>Woven code calls this before it loads an assembly by a path: a plug-in that it has found in the program's own folder.</summary>
    /// <param name="path">The path. It may be wrong.</param>
    /// <returns>The path of the woven assembly; the same path if there is none.</returns>
    public static string? PathToLoad(string? path)
    {
        try
        {
            return path is null ? null : s_pathFinder?.Invoke(path) ?? path;
        }
        catch
        {
            return path;
        }
    }

    /// <summary>Makes each use of an array call <see cref="Handler"/>.</summary>
    /// <param name="array">The array. It must not move until <see cref="Unmark"/>, and it has no references.</param>
    /// <param name="bytes">The number of bytes of all its elements.</param>
    /// <param name="isInItsPool">Whether a woven pool has the array, so that the code of pools may use it.</param>
    /// <exception cref="OutOfMemoryException">There is no memory for the shadow. Some of the array may be marked.</exception>
    public static void Mark(Array array, long bytes, bool isInItsPool = false) => Fill(array, bytes, isInItsPool ? IsInItsPool : IsHeldBack);

    /// <summary>Ends what <see cref="Mark"/> has begun.</summary>
    /// <param name="array">The array.</param>
    /// <param name="bytes">The number of bytes of all its elements.</param>
    public static void Unmark(Array array, long bytes) => Fill(array, bytes, 0);

    /// <summary>Woven code calls this before it loads or stores at an address.</summary>
    /// <param name="target">The address. It may be null.</param>
    /// <param name="site">The number of the place.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Access(ref byte target, long site)
    {
        if (IsMarked((nuint)Unsafe.AsPointer(ref target)))
            Use(ref target, 1, site);
    }

    /// <summary>Woven code calls this before it hands an address to code that is not woven.</summary>
    /// <param name="target">The address. It may be null.</param>
    /// <param name="bytes">How many bytes the call gets.</param>
    /// <param name="site">The number of the place.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Address(ref byte target, long bytes, long site)
    {
        if (bytes != 0 && IsMarked((nuint)Unsafe.AsPointer(ref target)))
            Use(ref target, bytes, site);
    }

    /// <summary>Woven code calls this before it hands an array to code that is not woven.</summary>
    /// <param name="array">The array.</param>
    /// <param name="first">The first element that the call gets; -1 if it is not known which elements it gets.</param>
    /// <param name="count">How many elements or bytes the call gets; -1 for all.</param>
    /// <param name="site">The number of the place.</param>
    public static void Array(Array? array, long first, long count, long site)
    {
        // A call with an offset past the end throws.
        if (array is not { Length: > 0 } || count == 0 || first >= array.Length)
            return;

        ref byte data = ref MemoryMarshal.GetArrayDataReference(array);
        if (!IsMarked((nuint)Unsafe.AsPointer(ref data)))
            return;

        nint size = first < 0 ? 0 : SizeOfElement(array);
        Use(ref Unsafe.AddByteOffset(ref data, (nint)Math.Max(first, 0) * size), (count < 0 ? array.Length : count) * size, site);
    }

    /// <summary>Woven code calls this before it hands a span to code that is not woven.</summary>
    /// <typeparam name="T">The type of an element.</typeparam>
    /// <param name="span">The span.</param>
    /// <param name="site">The number of the place.</param>
    public static void ReadOnlySpan<T>(ReadOnlySpan<T> span, long site)
        => Address(ref Unsafe.As<T, byte>(ref MemoryMarshal.GetReference(span)), (long)span.Length * Unsafe.SizeOf<T>(), site);

    /// <inheritdoc cref="ReadOnlySpan"/>
    public static void Span<T>(Span<T> span, long site) => ReadOnlySpan<T>(span, site);

    /// <summary>Woven code calls this before it copies a span. A copy that does not fit uses nothing.</summary>
    /// <typeparam name="T">The type of an element.</typeparam>
    /// <param name="source">The source.</param>
    /// <param name="destination">The destination.</param>
    /// <param name="site">The number of the place.</param>
    public static void CopyReadOnlySpan<T>(ReadOnlySpan<T> source, Span<T> destination, long site)
    {
        if (source.Length <= destination.Length)
        {
            ReadOnlySpan(source, site);
            ReadOnlySpan<T>(destination[..source.Length], site);
        }
    }

    /// <inheritdoc cref="CopyReadOnlySpan"/>
    public static void CopySpan<T>(Span<T> source, Span<T> destination, long site) => CopyReadOnlySpan<T>(source, destination, site);

    /// <summary>Woven code calls this before it copies a memory. A copy that does not fit uses nothing.</summary>
    /// <typeparam name="T">The type of an element.</typeparam>
    /// <param name="source">The source.</param>
    /// <param name="destination">The destination.</param>
    /// <param name="site">The number of the place.</param>
    public static void CopyReadOnlyMemory<T>(ReadOnlyMemory<T> source, Memory<T> destination, long site)
    {
        if (source.Length <= destination.Length)
        {
            ReadOnlyMemory(source, site);
            ReadOnlyMemory<T>(destination[..source.Length], site);
        }
    }

    /// <inheritdoc cref="CopyReadOnlyMemory"/>
    public static void CopyMemory<T>(Memory<T> source, Memory<T> destination, long site) => CopyReadOnlyMemory<T>(source, destination, site);

    /// <summary>Woven code calls this before it hands a memory to code that is not woven.</summary>
    /// <typeparam name="T">The type of an element.</typeparam>
    /// <param name="memory">The memory.</param>
    /// <param name="site">The number of the place.</param>
    public static void ReadOnlyMemory<T>(ReadOnlyMemory<T> memory, long site)
    {
        // A memory manager is code of the program, which may throw.
        if (!MemoryMarshal.TryGetMemoryManager<T, MemoryManager<T>>(memory, out _) && MemoryMarshal.TryGetArray(memory, out ArraySegment<T> segment))
            Segment(segment, site);
    }

    /// <inheritdoc cref="ReadOnlyMemory"/>
    public static void Memory<T>(Memory<T> memory, long site) => ReadOnlyMemory<T>(memory, site);

    /// <summary>Woven code calls this before it hands an array segment to code that is not woven.</summary>
    /// <typeparam name="T">The type of an element.</typeparam>
    /// <param name="segment">The segment.</param>
    /// <param name="site">The number of the place.</param>
    public static void Segment<T>(ArraySegment<T> segment, long site)
    {
        if (segment.Array is not { } array)
            return;

        ref T first = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(array), segment.Offset);
        Address(ref Unsafe.As<T, byte>(ref first), (long)segment.Count * Unsafe.SizeOf<T>(), site);
    }

    /// <summary>Woven code calls this before it hands a sequence to code that is not woven.</summary>
    /// <typeparam name="T">The type of an element.</typeparam>
    /// <param name="sequence">The sequence. Its segments may be in use elsewhere already.</param>
    /// <param name="site">The number of the place.</param>
    public static void Sequence<T>(ReadOnlySequence<T> sequence, long site) => Walk(sequence, int.MaxValue, site);

    /// <summary>Woven code calls this before it searches a sequence, which may end in its first segments.</summary>
    /// <inheritdoc cref="Sequence"/>
    public static void StartOfSequence<T>(ReadOnlySequence<T> sequence, long site) => Walk(sequence, SearchedSegments, site);

    /// <summary>Woven code calls this before it copies a sequence. A copy that does not fit uses nothing.</summary>
    /// <typeparam name="T">The type of an element.</typeparam>
    /// <param name="source">The source.</param>
    /// <param name="destination">The destination.</param>
    /// <param name="site">The number of the place.</param>
    public static void CopySequence<T>(ReadOnlySequence<T> source, Span<T> destination, long site)
    {
        long length = source.Length;
        if (length < 0 || length > destination.Length)
            return;

        Sequence(source, site);
        ReadOnlySpan<T>(destination[..(int)length], site);
    }

    /// <summary>Woven code calls this before a reader of a sequence reads on.</summary>
    /// <typeparam name="T">The type of an element.</typeparam>
    /// <param name="reader">The reader.</param>
    /// <param name="site">The number of the place.</param>
    public static void Reader<T>(ref SequenceReader<T> reader, long site)
        where T : unmanaged, IEquatable<T>
    {
        // How far it reads is not known.
        ReadOnlySpan<T> current = reader.CurrentSpan;
        int index = reader.CurrentSpanIndex;
        if ((uint)index < (uint)current.Length)
            Passed(ref Unsafe.As<T, byte>(ref Unsafe.Add(ref MemoryMarshal.GetReference(current), index)), site);
    }

    /// <summary>Woven code calls this before it reads the value of a token.</summary>
    /// <param name="reader">The reader of JSON.</param>
    /// <param name="site">The number of the place.</param>
    public static void Token(ref Utf8JsonReader reader, long site)
    {
        // The value of other tokens is known without their text.
        if (reader.TokenType is not (JsonTokenType.String or JsonTokenType.PropertyName or JsonTokenType.Number or JsonTokenType.Comment))
            return;

        if (reader.HasValueSequence)
            Sequence(reader.ValueSequence, site);
        else
            ReadOnlySpan(reader.ValueSpan, site);
    }

    /// <summary>Woven code calls this before a method enumerates a sequence, which may be an array.</summary>
    /// <typeparam name="T">The type of an element.</typeparam>
    /// <param name="items">The sequence. It may be null.</param>
    /// <param name="site">The number of the place.</param>
    public static void Items<T>(IEnumerable<T>? items, long site)
    {
        if (items is T[] array)
            Array(array, 0, -1, site);
        else if (items is ArraySegment<T> segment)
            Segment(segment, site);
    }

    /// <summary>Woven code calls this before it uses an element of a list, which may be an array.</summary>
    /// <typeparam name="T">The type of an element.</typeparam>
    /// <param name="items">The list. It may be null.</param>
    /// <param name="site">The number of the place.</param>
    public static void List<T>(IEnumerable<T>? items, long site)
    {
        // A loop may call this for each element, and a cast takes longer. Which element it is is not known.
        if (items?.GetType() == typeof(T[]) && Unsafe.As<T[]>(items).Length > 0)
            Passed(ref Unsafe.As<T, byte>(ref MemoryMarshal.GetArrayDataReference(Unsafe.As<T[]>(items))), site);
        else if (items is ArraySegment<T> { Count: > 0 } segment)
            Passed(ref Unsafe.As<T, byte>(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(segment.Array!), segment.Offset)), site);
    }

    /// <summary>Woven code calls this before it reads the current element of an array segment.</summary>
    /// <typeparam name="T">The type of an element.</typeparam>
    /// <param name="enumerator">The enumerator.</param>
    /// <param name="site">The number of the place.</param>
    public static void SegmentEnumerator<T>(ref ArraySegment<T>.Enumerator enumerator, long site)
    {
        if (FrameworkFields.Current(ref enumerator, out int index) is { } array && (uint)index < (uint)array.Length)
            Address(ref Unsafe.As<T, byte>(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(array), index)), Unsafe.SizeOf<T>(), site);
    }

    /// <summary>Woven code calls this before it reads or writes at the position of a stream, which may have kept an array.</summary>
    /// <param name="stream">The stream. It may be null.</param>
    /// <param name="site">The number of the place.</param>
    public static void Stream(Stream? stream, long site)
    {
        if (stream is MemoryStream memory && FrameworkFields.Current(memory, out int position) is { } array && (uint)position < (uint)array.Length)
            Passed(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(array), position), site);
    }

    /// <summary>Woven code calls this in place of the pool's method. It throws what that throws.</summary>
    /// <inheritdoc cref="ArrayPool{T}.Return"/>
    public static void Return<T>(ArrayPool<T> pool, T[] array, bool clearArray)
    {
        GoesTo(pool, array);
        if (pool is null || array is not { Length: > 0 } || pool == ArrayPool<T>.Shared || Pools?.TryReturn(pool, array, clearArray) != true)
            pool!.Return(array!, clearArray);
    }

    /// <summary>A method of a woven pool calls this when it begins.</summary>
    public static void Enter() => t_poolDepth++;

    /// <summary>
    /// A method of a woven pool that may give out an array calls this when it begins, because its caller may not be woven. A woven one has called
    /// <see cref="Escape"/>, also while code of another pool runs on the thread.
    /// </summary>
    /// <param name="pool">The name of the pool.</param>
    /// <param name="method">The name of the method.</param>
    public static void EnterEscape(string pool, string method)
    {
        if (t_poolDepth == 0)
            Escape(pool, method);

        t_poolDepth++;
    }

    /// <summary>A method of a woven pool calls this when it ends, whether or not it throws.</summary>
    public static void Leave() => t_poolDepth--;

    /// <summary>The method <c>Rent</c> of a woven pool calls this before it returns.</summary>
    /// <typeparam name="T">The type of an element.</typeparam>
    /// <param name="array">The array that it returns.</param>
    /// <param name="name">The name of the pool.</param>
    /// <returns>The array.</returns>
    public static T[] EndRent<T>(T[] array, string name)
    {
        bool isWatched = array is { Length: > 0 } && !RuntimeHelpers.IsReferenceOrContainsReferences<T>();
        if (isWatched && Pools?.EndRent(array, isOutermost: t_poolDepth == 0) == false)
            Escape(name, by: "");

        return array;
    }

    /// <summary>The method <c>Return</c> of a woven pool calls this when it begins.</summary>
    /// <typeparam name="T">The type of an element.</typeparam>
    /// <param name="pool">The pool.</param>
    /// <param name="array">The array.</param>
    /// <param name="name">The name of the pool.</param>
    /// <returns>Null if the array is not watched, as in a call by the Return of a derived class.</returns>
    public static PoolReturn? BeginReturn<T>(ArrayPool<T> pool, T[] array, string name)
    {
        t_poolDepth++;
        GoesTo(pool, array);
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>() || Pools is not { } pools || array is not { Length: > 0 } || IsReturning(pool, array))
            return null;

        try
        {
            var call = new PoolReturn(pool, name, array, t_return);
            pools.BeginReturn(call);
            return t_return = call;
        }
        catch (OutOfMemoryException)
        {
            // The array is not watched.
            return null;
        }
    }

    /// <summary>The method <c>Return</c> of a woven pool calls this when it ends without an exception.</summary>
    /// <typeparam name="T">The type of an element.</typeparam>
    /// <param name="call">What <see cref="BeginReturn"/> has returned.</param>
    public static void EndReturn<T>(PoolReturn? call)
    {
        if (Pop(call) is { } pools)
            pools.EndReturn<T>(call!);
    }

    /// <summary>The method <c>Return</c> of a woven pool calls this when it ends with an exception.</summary>
    /// <param name="call">What <see cref="BeginReturn"/> has returned.</param>
    public static void FailReturn(PoolReturn? call)
    {
        if (Pop(call) is { } pools)
            pools.FailReturn(call!);
    }

    /// <summary>Woven code calls this before an array of a woven pool may get out without a call of <c>Rent</c>.</summary>
    /// <param name="pool">The name of the pool.</param>
    /// <param name="by">The name of the method or the field by which it may get out; empty if that is a second rent.</param>
    public static void Escape(string pool, string by)
    {
        PoolEscape? escape;
        while ((escape = EscapeOf(pool)) is null)
        {
            PoolEscape[] known = s_escapes;
            Interlocked.CompareExchange(ref s_escapes, [.. known, new PoolEscape(pool, by)], known);
        }

        // Another thread may have added the escape a moment ago. Until the marks have ended, the next use of an array would be taken for a mistake.
        if (!escape.HaveMarksEnded)
        {
            Pools?.Escape(pool);
            escape.HaveMarksEnded = true;
        }
    }

    /// <summary>
    /// The name of the method or the field by which arrays of a woven pool may get out; empty if that is a second rent of an array, null if none is known.
    /// </summary>
    /// <param name="pool">The name of the pool.</param>
    public static string? FindEscape(string pool) => EscapeOf(pool)?.By;

    private static PoolEscape? EscapeOf(string pool)
    {
        foreach (PoolEscape escape in s_escapes)
        {
            if (escape.Pool == pool)
                return escape;
        }

        return null;
    }

    // A pool that gives an array on to another pool has not got it.
    private static void GoesTo(object? pool, Array? array)
    {
        for (PoolReturn? call = t_return; call is not null; call = call.Outer)
        {
            if (call.Array == array && call.Pool != pool)
                call.Array = null;
        }
    }

    // Code that a pool calls may return another array to it meanwhile.
    private static bool IsReturning(object pool, Array array)
    {
        for (PoolReturn? call = t_return; call is not null; call = call.Outer)
        {
            if (call.Pool == pool && call.Array == array)
                return true;
        }

        return false;
    }

    private static IPoolCalls? Pop(PoolReturn? call)
    {
        t_poolDepth--;
        if (call is null)
            return null;

        t_return = call.Outer;
        return Pools;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Passed(ref byte target, long site)
    {
        if (IsMarked((nuint)Unsafe.AsPointer(ref target)))
            Use(ref target, 0, site);
    }

    // The segments are read as they are now: a pipe may empty one, or use it again, while this walks. What that leads to is caught.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Walk<T>(in ReadOnlySequence<T> sequence, int segments, long site)
    {
        try
        {
            if (SequenceMarshal.TryGetArray(sequence, out ArraySegment<T> array))
            {
                Segment(array, site);
                return;
            }

            if (!SequenceMarshal.TryGetReadOnlySequenceSegment(sequence, out ReadOnlySequenceSegment<T>? segment, out int start, out var last, out int end))
                return;

            for (; segment is not null && segments > 0; segments--)
            {
                bool isLast = segment == last;
                ReadOnlyMemory<T> memory = segment.Memory;
                int stop = isLast ? Math.Min(end, memory.Length) : memory.Length;
                if (start < stop)
                    ReadOnlyMemory(memory[start..stop], site);

                segment = isLast ? null : segment.Next;
                start = 0;
            }
        }
        catch (Exception)
        {
            // What the call does with such a sequence is its own matter.
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsMarked(nuint address)
    {
        var region = (byte*)s_regions[(address >> RegionBits) & RegionMask];
        return region != null && region[(address & (RegionSize - 1)) >> GranuleBits] != 0;
    }

    // A pool may use the arrays that it has. The mark may be gone by now, and then it was one of those.
    private static bool IsUseByAPool(nuint address)
        => t_poolDepth > 0 && ((byte*)s_regions[(address >> RegionBits) & RegionMask])[(address & (RegionSize - 1)) >> GranuleBits] != IsHeldBack;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Use(ref byte target, long bytes, long site)
    {
        // A collection may have moved the object of an unmarked address away, and a marked array may lie there now. A marked array never moves: if the address
        // is the same before and after it is found marked, it is the array's.
        nuint address = AddressOf(ref target);
        if (!IsMarked(address) || AddressOf(ref target) != address || s_handler is not { } handler || t_isInHandler || IsUseByAPool(address))
            return;

        t_isInHandler = true;
        try
        {
            handler((nint)address, bytes, site);
        }
        catch
        {
            // The program must behave as it does without the check.
        }
        finally
        {
            t_isInHandler = false;
        }
    }

    // Without reflection, which allocates on the program's thread. The second element need not exist.
    private static nint SizeOfElement(Array array)
    {
        fixed (byte* first = &MemoryMarshal.GetArrayDataReference(array))
            return Marshal.UnsafeAddrOfPinnedArrayElement(array, 1) - (nint)first;
    }

    // Not inlined: the compiler takes two conversions of one reference for the same number. Access is inlined, so a use may be missed if a collection moves an
    // array between an access and its mark, and never accused: Use converts again.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static nuint AddressOf(ref byte target) => (nuint)Unsafe.AsPointer(ref target);

    private static void Fill(Array array, long bytes, byte value)
    {
        // On 64 bits elements begin at a granule, and nothing else lies in the array's last one. On 32 bits the granules at the ends are left out.
        const nuint Granule = (nuint)1 << GranuleBits;
        nuint address = (nuint)Unsafe.AsPointer(ref MemoryMarshal.GetArrayDataReference(array));
        nuint start = (address + Granule - 1) & ~(Granule - 1);
        nuint end = (address + (nuint)bytes + (sizeof(nuint) == 8 ? Granule - 1 : 0)) & ~(Granule - 1);
        while (start < end)
        {
            nuint offset = start & (RegionSize - 1);
            nuint length = Math.Min(end - start, RegionSize - offset);
            Unsafe.InitBlockUnaligned(RegionOf(start) + (offset >> GranuleBits), value, (uint)(length >> GranuleBits));
            start += length;
        }
    }

    private static byte* RegionOf(nuint address)
    {
        nint* region = s_regions + ((address >> RegionBits) & RegionMask);
        if (*region == 0)
        {
            void* created = NativeMemory.AllocZeroed(RegionSize >> GranuleBits);
            if (Interlocked.CompareExchange(ref *region, (nint)created, 0) != 0)
                NativeMemory.Free(created);
        }

        return (byte*)*region;
    }

    /// <summary>Arrays of a pool may get out without a call of Rent.</summary>
    /// <param name="pool">The name of the pool.</param>
    /// <param name="by">The name of the method or the field by which they may; empty if that is a second rent.</param>
    private sealed class PoolEscape(string pool, string by)
    {
        private volatile bool _haveMarksEnded;

        public string Pool => pool;

        public string By => by;

        /// <summary>Whether the pool's arrays are not marked any more.</summary>
        public bool HaveMarksEnded
        {
            get => _haveMarksEnded;
            set => _haveMarksEnded = value;
        }
    }
}

using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The pool behind one annotated type: <c>PacketBuffer.Pool</c>. Renting goes through the type itself; here are the numbers and the
/// controls. All members may be used from any thread.
/// </summary>
/// <remarks>
/// Free arrays lie on the renting threads' own stacks (<see cref="ThreadStack{T}"/>); what does not fit there, or is left behind by a
/// thread that ended, in a tier per core. The emitted <c>Rent</c> serves itself from its thread's stack; this class is the slow path.
/// </remarks>
/// <typeparam name="T">The element type.</typeparam>
public sealed partial class BufferPool<T> : BufferPool
{
    private readonly SizeClasses _sizeClasses;
    private readonly int[] _depths;
    private readonly OversizePolicy _oversizePolicy;
    private readonly ClearPolicy _clearPolicy;
    private readonly CoreTier<T> _coreTier;

    /// <summary>Whether returned arrays are cleared: because clearing was asked for, or because the elements hold references.</summary>
    internal readonly bool ClearsOnReturn;

    // One entry a living thread that rented here; also the lock for joining, retiring, opening and closing places, and counting.
    private readonly List<ThreadShare<T>> _threads = [];

    // The home of nodes whose return shall take the slow path: new ones, oversize ones, watched ones. It stays empty and closed.
    private readonly ThreadStack<T> _nowhere = new(maxDepth: 0, ThreadToken.None);

    // Every rental of length 0: with a node like any other, the emitted fast path needs no test for "no node".
    private readonly PooledNode<T> _empty;

    // Reaches the emitted thread-static field, for what the runtime rents itself.
    private readonly ThreadStacks<T> _threadStacks;

    internal BufferPool(
        string name,
        int minLength,
        int maxLength,
        int threadDepth,
        OversizePolicy oversizePolicy,
        ClearPolicy clearPolicy,
        ThreadStacks<T> threadStacks,
        long maxRetainedBytes = long.MaxValue,
        Housekeeper? housekeeper = null)
        : base(name, maxRetainedBytes, housekeeper ?? Housekeeper.Shared)
    {
        _clearPolicy = clearPolicy;
        ClearsOnReturn = clearPolicy == ClearPolicy.OnReturn || (clearPolicy != ClearPolicy.Never && RuntimeHelpers.IsReferenceOrContainsReferences<T>());
        _threadStacks = threadStacks;
        _sizeClasses = new SizeClasses(minLength, maxLength);
        _oversizePolicy = oversizePolicy;
        _depths = new int[_sizeClasses.Count];
        for (int i = 0; i < _depths.Length; i++)
            _depths[i] = Retention.ThreadDepth(BufferBytes(i), threadDepth);

        _counters = new ClassCounters[_depths.Length];
        _coreTier = new CoreTier<T>(_depths);
        _empty = new PooledNode<T>(this, [], _nowhere, sizeClass: 0);
        PoolRegistry.Add(this);
    }

    /// <inheritdoc/>
    public override Type ElementType => typeof(T);

    /// <inheritdoc/>
    public override int MinLength => _sizeClasses.MinLength;

    /// <inheritdoc/>
    public override int MaxLength => _sizeClasses.MaxLength;

    /// <inheritdoc/>
    public override IReadOnlyList<int> SizeClassLengths => [.. Enumerable.Range(0, _sizeClasses.Count).Select(_sizeClasses.Length)];
}

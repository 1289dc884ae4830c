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
public sealed partial class BufferPool<T>
{
    private readonly SizeClasses _sizeClasses;
    private readonly int[] _depths;
    private readonly OversizePolicy _oversizePolicy;
    private readonly ClearPolicy _clearPolicy;
    private readonly bool _clearsOnReturn;
    private readonly CoreTier<T> _coreTier;

    // One entry a living thread that rented here; also the lock for joining, retiring, trimming and counting.
    private readonly List<ThreadShare<T>> _threads = [];

    // The home of nodes that are never free: it stays empty, so that their return always takes the slow path.
    private readonly ThreadStack<T> _nowhere = new(depth: 0);

    // Every rental of length 0: with a node like any other, the emitted fast path needs no test for "no node".
    private readonly PooledNode<T> _empty;

    // Reaches the emitted thread-static field, for what the runtime rents itself.
    private readonly ThreadStacks<T> _threadStacks;

    internal BufferPool(
        string name, int minLength, int maxLength, int threadDepth, OversizePolicy oversizePolicy, ClearPolicy clearPolicy, ThreadStacks<T> threadStacks)
    {
        Name = name;
        _clearPolicy = clearPolicy;
        _clearsOnReturn = clearPolicy == ClearPolicy.OnReturn || (clearPolicy != ClearPolicy.Never && ElementTraits<T>.MayHoldReferences);
        _threadStacks = threadStacks;
        _sizeClasses = new SizeClasses(minLength, maxLength);
        _oversizePolicy = oversizePolicy;
        _depths = new int[_sizeClasses.Count];
        for (int i = 0; i < _depths.Length; i++)
            _depths[i] = Retention.ThreadDepth((long)_sizeClasses.Length(i) * Unsafe.SizeOf<T>(), threadDepth);

        _coreTier = new CoreTier<T>(_depths.Length);
        _empty = new PooledNode<T>(this, [], _nowhere, sizeClass: 0);
    }

    /// <summary>The annotated type's name, as C# writes it.</summary>
    public string Name { get; }

    /// <summary>The length of the smallest size class, in elements.</summary>
    public int MinLength => _sizeClasses.MinLength;

    /// <summary>The longest buffer that is pooled, in elements.</summary>
    public int MaxLength => _sizeClasses.MaxLength;

    /// <summary>Lets go of every free buffer. What is rented stays rented, and is pooled again when it is returned.</summary>
    public void Trim()
    {
        lock (_threads)
        {
            foreach (ThreadShare<T> thread in _threads)
                thread.Trim();
        }

        for (int sizeClass = 0; sizeClass < _depths.Length; sizeClass++)
        {
            while (_coreTier.Take(sizeClass) is { } chain)
                _trimmed.Add(CoreTier<T>.Length(chain, Retention.LongestChain(_depths[sizeClass])));
        }
    }

    /// <summary>The name and the figures at a glance.</summary>
    /// <returns>One line.</returns>
    public override string ToString() => $"{Name}: {Statistics}";
}

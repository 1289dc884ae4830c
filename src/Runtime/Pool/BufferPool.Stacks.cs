using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

// How a rent or a return in the runtime finds the calling thread's stacks. Emitted code reads its thread-static field instead.
public abstract partial class BufferPool
{
#if NET
    // The two pools that the calling thread looked up last, and its stacks there: a cache of the emitted thread-static fields that avoids the delegate. Two,
    // because code that rents from two pools in turns is common. A thread refers to them as long as it lives, so a pool that can be unloaded is not cached
    // (UnloadTests), nor is one without an annotated type. Four fields, because the runtime boxes a thread-static struct, which would add a dependent load.
    [ThreadStatic]
    private static BufferPool? t_lastPool;

    [ThreadStatic]
    private static ThreadStack[]? t_lastStacks;

    [ThreadStatic]
    private static BufferPool? t_earlierPool;

    [ThreadStatic]
    private static ThreadStack[]? t_earlierStacks;

    private bool _staysLoaded;
#endif

    /// <summary>The calling thread's stacks, if it has any. Null, too, if the field has the stacks of another pool: the slow path then says so.</summary>
    internal ThreadStack[]? StacksOfThread
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
#if NET
            return t_lastPool == this ? t_lastStacks : t_earlierPool == this ? t_earlierStacks : FindStacks();
#else
            return _threadStacks() is { } stacks && stacks[0].Pool == this ? stacks : null;
#endif
        }
    }

#if NET
    // Not inlined, because this is rare: the delegate takes longer than the rest of a rental.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ThreadStack[]? FindStacks()
    {
        ThreadStack[]? stacks = _threadStacks();
        if (stacks is not null && stacks[0].Pool != this)
            return null;

        if (stacks is not null && StaysLoaded())
        {
            // In this order, so that no exception between two of the writes leaves a pool beside another one's stacks.
            t_earlierPool = null;
            t_earlierStacks = t_lastStacks;
            t_earlierPool = t_lastPool;
            t_lastPool = null;
            t_lastStacks = stacks;
            t_lastPool = this;
        }

        return stacks;
    }

    // Computed at a lookup and not in the constructor, because reflection takes too long for a first rental. Benign race: all threads write the same value.
    private bool StaysLoaded()
        => _staysLoaded
            || (_staysLoaded = IsDeclared
                && (!RuntimeFeature.IsDynamicCodeSupported || (!_threadStacks.Method.IsCollectible && !ElementType.IsCollectible)));
#endif

    // The calling thread's stack for a rental that takes no more than a pop and a push. Null if there is none, or, on .NET, if it takes a call to find it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ThreadStack? PlainStackOf(int length)
    {
        if ((uint)(length - 1) >= (uint)_plainLength)
            return null;

#if NET
        ThreadStack[]? stacks = t_lastStacks;
        if (t_lastPool != this)
        {
            if (t_earlierPool != this)
                return null;

            stacks = t_earlierStacks;
        }
#else
        ThreadStack[]? stacks = StacksOfThread;
        if (stacks is null)
            return null;
#endif
        // SizeClasses.Of, for powers of two only.
        return stacks![SizeClass.Log2((length - 1) | _sizeClasses.Mask) - _sizeClasses.Shift];
    }

    // The same in a pool without an annotated type.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ThreadStack? PlainStackByNumber(int length)
        => (uint)(length - 1) < (uint)_plainLength && _roster.StacksByNumber() is { } stacks
            ? stacks[SizeClass.Log2((length - 1) | _sizeClasses.Mask) - _sizeClasses.Shift]
            : null;
}

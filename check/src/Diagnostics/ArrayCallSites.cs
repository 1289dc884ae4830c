using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace PooledGen.Diagnostics;

/// <summary>
/// Takes the stacks of one watch, as long as that takes no more than a share of the time, and keeps them. Equal stacks are one object, and so are equal
/// frames, so that the memory grows with the code that rents and not with the rents. Safe for use by many threads.
/// </summary>
internal sealed class ArrayCallSites
{
    // Deep enough for the code under a test framework. From MaxWholeStacks on a stack is cut to its nearest frames, so that stacks which differ far out only
    // become one, and from MaxStacks on a stack lives as long as its rental. With these limits the stacks of a process take at most about 150 MB.
    private const int MaxFrames = 64;
    private const int MaxFramesOfACutStack = 16;
    internal const int MaxWholeStacks = 50_000;
    internal const int MaxStacks = 400_000;

    // The time that stacks took on this thread, in the watch that began then.
    [ThreadStatic]
    private static long t_ticks;

    [ThreadStatic]
    private static long t_begin;

    [ThreadStatic]
    private static bool t_isTaking;

    private readonly long _begin = Stopwatch.GetTimestamp();

    private readonly ConcurrentDictionary<ArrayCallSite, ArrayCallSite> _sites = new();

    // NativeAOT has addresses and no methods, other runtimes the reverse.
    private readonly ConcurrentDictionary<(MethodBase? Method, int Offset, nint Address), StackFrame> _frames = new();

    // ConcurrentDictionary counts by taking all its locks.
    private int _count;

    /// <summary>Whether there were so many different stacks that new ones have their nearest frames only.</summary>
    public bool AreCut => Volatile.Read(ref _count) >= MaxWholeStacks;

    /// <summary>All stacks, in no order; none if there were so many that some were not kept.</summary>
    public IEnumerable<ArrayCallSite> All => Volatile.Read(ref _count) >= MaxStacks ? [] : _sites.Select(static entry => entry.Key);

    /// <summary>Whether the calling thread is taking a stack: it may rent for that.</summary>
    public static bool IsTaking => t_isTaking;

    /// <summary>Takes the stack of the calling thread, unless the thread's stacks have taken more than a share of the time since the watch began.</summary>
    /// <param name="shareOfTime">The share.</param>
    /// <param name="taken">The stack, if it was taken before.</param>
    /// <param name="isOfDerivedPool">Whether the pool is one of the program, whose own frames do not help to find the mistake.</param>
    /// <returns>The site; null, too, where the thread or the process has no memory for it.</returns>
    // One second is added to the time, so that a short test has all stacks.
    public ArrayCallSite? Take(double shareOfTime, StackTrace? taken = null, bool isOfDerivedPool = false)
    {
        long start = Stopwatch.GetTimestamp();
        if (t_begin != _begin)
            (t_begin, t_ticks) = (_begin, 0);

        if (ArrayPoolEvents.AreOfACheck || t_ticks > shareOfTime * (start - _begin + Stopwatch.Frequency))
            return null;

        // To take one needs more of the thread's memory than a small thread has.
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            return null;

        // What is rented meanwhile has no stack, or each stack would cause another one.
        bool wasTaking = t_isTaking;
        t_isTaking = true;
        try
        {
            // An interrupt that ends a wait for a lock here is meant for the caller's own waits.
            StackTrace stack = taken ?? new StackTrace(fNeedFileInfo: false);
            ArrayCallSite site = Uninterrupted.Run(
                static state => state.sites.Find(state.stack, state.isOfDerivedPool), (sites: this, stack, isOfDerivedPool));
            t_ticks += Stopwatch.GetTimestamp() - start;
            return site;
        }
        catch (Exception)
        {
            // For example no memory. The ledger must see the event all the same: it would take the return of a rent that it missed for a second one.
            return null;
        }
        finally
        {
            t_isTaking = wasTaking;
        }
    }

    /// <summary>Takes the stack of an event inside of the watch, which looks its site up later; null if it was raised by the taking of another stack.</summary>
    public static StackTrace? TakeNested()
    {
        if (t_isTaking || ArrayPoolEvents.AreOfACheck)
            return null;

        t_isTaking = true;
        try
        {
            return new StackTrace(fNeedFileInfo: false);
        }
        catch (Exception)
        {
            // As in Take.
            return null;
        }
        finally
        {
            t_isTaking = false;
        }
    }

    // The site of a stack.
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Frames without a method are compared by their address.")]
    private ArrayCallSite Find(StackTrace stack, bool isOfDerivedPool)
    {
        StackFrame[] all = stack.GetFrames();
        int own = Array.FindIndex(all, isOfDerivedPool
            ? static frame => !ArrayCallSite.IsInside(frame) && !ArrayCallSite.IsOfDerivedPool(frame)
            : static frame => !ArrayCallSite.IsInside(frame));
        ReadOnlySpan<StackFrame> outer = all.AsSpan(Math.Max(own, 0));
        var frames = new StackFrame[Math.Min(outer.Length, AreCut ? MaxFramesOfACutStack : MaxFrames)];
        for (int i = 0; i < frames.Length; i++)
            frames[i] = _frames.GetOrAdd((outer[i].GetMethod(), outer[i].GetILOffset(), outer[i].GetNativeIP()), outer[i]);

        string? member = own > 0 ? all[own - 1].GetMethod()?.Name : null;
        var site = new ArrayCallSite(frames, member, Array.Exists(all[..Math.Max(own, 0)], ArrayCallSite.IsSharedPool));
        if (_sites.TryGetValue(site, out ArrayCallSite? known))
            return known;

        if (Volatile.Read(ref _count) >= MaxStacks || !_sites.TryAdd(site, site))
            return _sites.GetValueOrDefault(site, site);

        Interlocked.Increment(ref _count);
        return site;
    }
}

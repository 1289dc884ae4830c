namespace PooledGen;

/// <summary>A memory barrier on all cores at once: it costs the calling thread some microseconds, and the others nothing.</summary>
internal static class ProcessWideBarrier
{
#if NET
    /// <summary>Whether the barrier reaches every running thread. Where it does not, each thread needs a barrier of its own.</summary>
    // Mono protects a page for the barrier: that interrupts the other cores on x64, but not on ARM64. In WebAssembly, also Mono, it does nothing. Mono's
    // collector has two generations where the others have three. To look for one of its types would compile and load a parser of names.
    // A static readonly field, because the JIT takes it for a constant: a push pays nothing for the question.
    public static readonly bool IsReliable = GC.MaxGeneration > 1;

    /// <summary>Returns when the barrier has passed on every running thread.</summary>
    public static void Pass() => Interlocked.MemoryBarrierProcessWide();
#else
    /// <summary>Never: there is only the calling thread's own barrier.</summary>
    public static bool IsReliable => false;

    /// <summary>A barrier of the calling thread.</summary>
    public static void Pass() => Interlocked.MemoryBarrier();
#endif
}

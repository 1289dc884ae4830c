namespace PooledGen;

/// <summary>A memory barrier on all cores at once: it costs the one thread that asks for it some microseconds, and the others nothing.</summary>
internal static class ProcessWideBarrier
{
#if NET
    /// <summary>Whether no thread runs on without it.</summary>
    // Mono protects a page for it: that interrupts the other cores on x64, but not on ARM64. In WebAssembly it does nothing, and there too it is Mono's.
    // Mono's collector has two generations where the others have three. A look for one of its types would compile and load a parser of names.
    public static bool IsReliable => GC.MaxGeneration > 1;

    /// <summary>Returns when every running thread has let it pass.</summary>
    public static void Pass() => Interlocked.MemoryBarrierProcessWide();
#else
    /// <summary>There is none: the calling thread's own barrier has to do.</summary>
    public static bool IsReliable => false;

    /// <summary>A barrier of the calling thread.</summary>
    public static void Pass() => Interlocked.MemoryBarrier();
#endif
}

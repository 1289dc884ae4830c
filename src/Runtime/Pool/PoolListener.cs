using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// What the pools tell: <see cref="BufferEvents"/> writes it to the event source. A pool holds no lock when it calls a member, because a callback of a
/// listener may do anything, and no other thread can have the buffer yet: a trace never shows a buffer rented before it was returned.
/// </summary>
internal abstract class PoolListener
{
    /// <summary>What hears of the pools; null until a moment after the first rental of the process.</summary>
    public static volatile PoolListener? Current;

    /// <summary>Whether it wants to hear of trimmed buffers.</summary>
    public abstract bool HearsOfTrims { get; }

    /// <summary>A pool exists. It raises this with its first rental, before its other events.</summary>
    /// <returns>False in a listener's callback, where no event is written.</returns>
    public abstract bool TryAnnounce(BufferPool pool);

    public abstract void Rented(PooledNode node);

    public abstract void Allocated(PooledNode node);

    public abstract void Returned(PooledNode node);

    /// <summary>
    /// A free buffer was let go, on request or because it was idle. Called after the trim: a listener that rents in its callback would otherwise give the trim
    /// more and more to do (CallbackTests).
    /// </summary>
    public abstract void Trimmed(PooledNode node);

    /// <summary>A returned buffer was let go: the pool is full, or it is oversize.</summary>
    public abstract void Dropped(PooledNode node);

    /// <summary>A returned buffer was let go because a limit is reached.</summary>
    public abstract void Evicted(BufferPool pool, long bytes, long limit);

    /// <summary>A handle was disposed whose rental was over.</summary>
    public abstract void Misused(BufferPool pool);

    /// <summary>A flow waits for a budget of which it holds bytes already.</summary>
    public abstract void WaitedNested(BufferBudget budget, string poolName, string held);
}

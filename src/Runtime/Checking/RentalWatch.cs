using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// Watches the rentals of one pool: it reports them to listeners, checks all of them for misuse, or checks a sample. The pool creates it with the first
/// listener, check or sample.
/// </summary>
/// <remarks>
/// It sees every rental without a test on the fast path: a mode closes and empties the threads' stacks, so that each rent and each return takes the
/// slow path. A sample empties one slot of one stack instead.
/// </remarks>
internal sealed partial class RentalWatch<T>(BufferPool<T> pool, ThreadRoster<T> roster, Retention<T> retention)
{
    private volatile PoolMode _mode;

    // The stack whose next rental in the slow path will be checked.
    private ThreadStack<T>? _sampled;

    /// <summary>Whether returned buffers must wait in quarantine.</summary>
    public bool HoldsBack => IsChecked || Sampler.IsOn;

    private bool IsChecked => (_mode & PoolMode.Checked) != 0;

    /// <summary>Begins to watch every rental. The caller holds the lock.</summary>
    public void Enter(PoolMode mode)
    {
        _mode |= mode;
        retention.CloseToThreads();
    }

    /// <summary>Undoes <see cref="Enter"/>. The caller holds the lock.</summary>
    public void Leave(PoolMode mode)
    {
        _mode &= ~mode;
        if (_mode == PoolMode.None)
            retention.OpenToThreads();
    }

    /// <summary>Looks at a rental in the slow path, before its holder gets it.</summary>
    /// <param name="node">The rented node.</param>
    /// <param name="stacks">The calling thread's stacks.</param>
    /// <param name="length">The number of elements that the holder may use.</param>
    public void Observe(PooledNode<T> node, ThreadStack<T>[]? stacks, int length)
    {
        PoolMode mode = _mode;
        bool isChecked = (mode & PoolMode.Checked) != 0;
        bool isSample = !isChecked && TakesSample(stacks, node);
        if (mode == PoolMode.None && !isSample)
            return;

        // Without a home the node takes the slow path again when it is returned, so the watch sees the return too.
        node.Home = roster.ClosedStack;
        if ((mode & PoolMode.Traced) != 0)
            BufferEvents.Rented(node);
        if (isChecked || isSample)
            BeginCheck(node, length, isSample);
    }

    /// <summary>Makes a rental take the slow path soon, to be checked, if any thread rented since the last call. The caller holds the lock.</summary>
    public bool TrySample(Random random)
    {
        // The sampler marks a stack that its thread uses, because an idle stack would never produce a rental. The stack is in a local, because a rental may
        // remove the mark at once (CheckStormTests).
        if (roster.FindRentedFrom(random) is not { } stack)
            return false;

        _sampled = stack;
        stack.TrimNewest();
        return true;
    }

    // Benign race: the sampler may mark another stack meanwhile. The compare-exchange then leaves its mark alone, and this rental unchecked.
    private bool TakesSample(ThreadStack<T>[]? stacks, PooledNode<T> node)
        => _sampled is { } stack
            && stacks is not null
            && stacks[node.SizeClass] == stack
            && Interlocked.CompareExchange(ref _sampled, null, stack) == stack;
}

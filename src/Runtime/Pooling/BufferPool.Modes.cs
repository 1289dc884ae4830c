using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// Seeing every rental without a question on the fast path: a mode closes the threads' stacks and empties them, so that each rent and each
/// return comes here by itself. Free buffers then lie in the core tier alone.
/// </summary>
public sealed partial class BufferPool<T>
{
    private volatile PoolMode _mode;

    // What the threads lose is counted and not told: the registry's lock is held, and that of whoever starts listening.
    internal override void Enter(PoolMode mode)
    {
        using (Uninterrupted.Lock(_threads))
        {
            _mode |= mode;
            EmptyThreads(trimmed: null);
        }
    }

    // The stacks open by themselves, with what is returned to them.
    internal override void Leave(PoolMode mode)
    {
        using (Uninterrupted.Lock(_threads))
            _mode &= ~mode;
    }

    // Its return shall come by here too, whatever becomes of the stack that it would go back to.
    private PooledNode<T> Watch(PooledNode<T> node, ThreadStack<T>[]? stacks, int length)
    {
        PoolMode mode = _mode;
        bool isChecked = (mode & PoolMode.Checked) != 0;
        bool isSample = !isChecked && TakesSample(stacks, node);
        if (mode == PoolMode.None && !isSample)
            return node;

        node.Home = _nowhere;
        if ((mode & PoolMode.Traced) != 0)
            TraceRented(node);
        if (isChecked || isSample)
            BeginCheck(node, length, isSample);

        return node;
    }
}

namespace PooledGen.CompilerServices;

/// <summary>What the owning thread does in its slow path: it repairs what a trimmer has nulled, and moves nodes to the core tier.</summary>
public sealed partial class ThreadStack<T>
{
    /// <summary>Removes the newest node that no trimmer has taken away. Only the owning thread calls it.</summary>
    /// <param name="trimmed">The number of nulled slots above it.</param>
    internal PooledNode<T>? PopRepaired(out int trimmed)
    {
        trimmed = 0;
        while (Count > 0)
        {
            // model: stack/repair-read
            PooledNode<T>? node = Slot(Count);
            // model: stack/repair
            _state--;
            if (node is not null)
                return node;

            trimmed++;
        }

        return null;
    }

    /// <summary>
    /// Makes room by moving nodes into a batch: the older half, because the arrays of the newer nodes are still in this core's cache. Moves all of them
    /// if the thread has not rented since the last spill, because it then only returns what others rent. Only the owning thread calls it.
    /// </summary>
    /// <param name="batch">The target.</param>
    /// <param name="trimmed">The number of slots that a trimmer had nulled.</param>
    /// <returns>The number of nodes moved, to the first places of the batch.</returns>
    internal int Spill(Span<PooledNode<T>?> batch, out int trimmed)
    {
        int rents = (int)(_state >> 8);
        int length = rents == _rentsAtSpill ? batch.Length : (batch.Length + 1) / 2;
        _rentsAtSpill = rents;
        return TakeOldest(batch.Slice(0, length), out trimmed);
    }

    /// <summary>Moves the oldest nodes into a batch and closes the gap. Only the owning thread calls it.</summary>
    /// <param name="batch">The target, filled from its beginning, oldest node first.</param>
    /// <param name="trimmed">The number of slots that a trimmer had nulled.</param>
    /// <returns>The number of nodes moved: fewer than the batch has room for if the stack had no more.</returns>
    private int TakeOldest(Span<PooledNode<T>?> batch, out int trimmed)
    {
        uint count = Count;
        uint kept = 0;
        int moved = 0;
        trimmed = 0;
        _moves++;

        for (uint i = 1; i <= count; i++)
        {
            PooledNode<T>? node = Slot(i);

            // The moved node must not stay in its old slot, which would keep it alive long after another thread dropped it.
            // A release write, so that a thread that counts the slots sees the odd number of moves before it sees the slot empty.
            // model: stack/move
            Volatile.Write(ref Slot(i), null);
            if (node is null)
            {
                trimmed++;
            }
            else if (moved < batch.Length)
            {
                batch[moved++] = node;
            }
            else
            {
                Slot(++kept) = node;
            }
        }

        // model: stack/moved
        Volatile.Write(ref _state, (_state & ~0xFFUL) | kept);
        Volatile.Write(ref _moves, _moves + 1);
        TrimClosed();

        return moved;
    }

    /// <summary>Closes the gaps that a trimmer has left. Only the owning thread calls it.</summary>
    /// <returns>The number of slots that a trimmer had nulled.</returns>
    internal int CloseGaps()
    {
        uint i = Count;
        while (i > 0 && Slot(i) is not null)
            i--;

        if (i == 0)
            return 0;

        TakeOldest(batch: default, out int trimmed);
        return trimmed;
    }
}

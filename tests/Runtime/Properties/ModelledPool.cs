using System.Buffers;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Invariants;
using PooledGen.Runtime.Tests.Pooling;

namespace PooledGen.Runtime.Tests.Properties;

/// <summary>
/// A pool of bytes beside its model: the arrays that are rented, and all arrays that were ever seen. An array that is rented is in no other rental, it holds
/// what its holder wrote, and the pool's figures are those of the model.
/// </summary>
internal sealed class ModelledPool : IDisposable
{
    // In place of the emitted thread-static field.
    private readonly ThreadLocal<StrongBox<ThreadStack[]?>> _stacks = new(static () => new());
    private readonly BufferPool<byte> _pool;
    private readonly RandomPool _options;
    private readonly WorkerThreads _threads;
    private readonly int[] _lengths;

    private readonly List<Rental> _held = [];
    private readonly List<Rental> _ended = [];
    private readonly HashSet<byte[]> _seen = [];
    private readonly HashSet<byte[]> _seenByArrayPool = [];
    private PoolMode _mode;
    private bool _wasChecked;
    private long _rents;
    private long _oversize;
    private long _misuse;

    // What its thread rents next if it asks for that length. Null if something else has happened since.
    private (int Thread, byte[] Array)? _lastReturned;

    public ModelledPool(RandomPool options, WorkerThreads threads)
    {
        (_options, _threads) = (options, threads);
        _lengths = SizeClassModel.Lengths(options.MinLength, options.MaxLength, options.SizeClassesPerDoubling);
        _pool = options.CreatePool<byte>(() => ref _stacks.Value!.Value);
    }

    private enum Handle
    {
        Owner,
        Array,
        Memory,
        ReusedMemory,
    }

    /// <summary>Carries a step out on one of the threads, and compares.</summary>
    public void Do(Step<PoolSteps> step)
    {
        int thread = step.Value % _threads.Count;
        (int Thread, byte[] Array)? lastReturned = _lastReturned;
        _lastReturned = null;
        _threads.Do(thread, () =>
        {
            switch (step.Kind)
            {
                case PoolSteps.RentAgain when lastReturned is { } last:
                    Rent(step, Handle.Owner, last.Array.Length);
                    if (last.Thread == thread)
                        Assert.Same(last.Array, _held[^1].Array);
                    break;
                case <= PoolSteps.RentAgain: Rent(step, (Handle)((int)step.Kind % 4), step.Length); break;
                case PoolSteps.UseRenter: UseRenter(step); break;
                case PoolSteps.Return when _held.Count > 0: Return(thread, step.Of(_held.Count)); break;
                case PoolSteps.ReturnFirst when _held.Count > 0: Return(thread, 0); break;
                case PoolSteps.ReturnLast when _held.Count > 0: Return(thread, _held.Count - 1); break;
                case PoolSteps.ReturnAndRent when _held.Count > 0:
                    int length = _held[^1].Array.Length;
                    Return(thread, _held.Count - 1);
                    Rent(step, Handle.Array, length);
                    break;
                case PoolSteps.ReturnTwice when _ended.Count > 0: ReturnTwice(_ended[step.Of(_ended.Count)]); break;
                case PoolSteps.ReturnArrayOfAnother when _held.Count > 0: ReturnArrayOfAnother(_held[step.Of(_held.Count)]); break;
                case PoolSteps.Resize when _held.Count > 0: HandOver(step, owner => owner.Resize(step.Length)); break;
                case PoolSteps.Slice when _held.Count > 0: HandOver(step, owner => owner.DetachSlice(0, Math.Min(owner.Length, step.Length))); break;
                case PoolSteps.Trim: Trim(); break;
                case PoolSteps.TrimIdle: _pool.TrimIdle(); break;
                case PoolSteps.SetBudget: _pool.MaxRetainedBytes = step.Length * 4; break;
                case PoolSteps.LiftBudget: _pool.MaxRetainedBytes = long.MaxValue; break;
                case PoolSteps.Trace: Toggle(PoolMode.Traced); break;
                case PoolSteps.Check: Toggle(PoolMode.Checked); break;
            }
        });
        Compare();
    }

    /// <summary>Returns all that is rented. Then every invariant of the pool holds, and a trim leaves nothing.</summary>
    public void End()
    {
        _threads.Do(0, () =>
        {
            while (_held.Count > 0)
                Return(thread: 0, _held.Count / 2);
        });
        Compare();
        PoolInvariants.AssertHold(_pool, inUse: 0);
        Trim();
        PoolInvariants.AssertHold(_pool, inUse: 0);
    }

    public void Dispose()
    {
        if ((_mode & PoolMode.Traced) != 0)
            Toggle(PoolMode.Traced);
        if ((_mode & PoolMode.Checked) != 0)
            Toggle(PoolMode.Checked);

        _stacks.Dispose();
    }

    private void Rent(Step<PoolSteps> step, Handle handle, int length)
    {
        if (_options.Refuses(length))
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => Hold(handle, length, step.Value));
            return;
        }

        Rental rental = Hold(handle, length, step.Value);
        if (rental.Array.Length == 0)
        {
            rental.Return(); // nothing is counted, however often it is returned
            rental.Return();
            return;
        }

        Count(rental.Array, handle is Handle.Memory or Handle.ReusedMemory ? Math.Max(length, 1) : length);
        if (handle == Handle.Array)
            _seenByArrayPool.Add(rental.Array);

        Span<byte> memory = rental.Array.AsSpan(0, rental.Length);
        if (_options.Clear == ClearPolicy.OnRent)
            Assert.False(memory.ContainsAnyExcept((byte)0), "A rented buffer is not cleared.");

        memory.Fill(step.Value);
        _held.Add(rental);
        _lastReturned = null;
    }

    private Rental Hold(Handle handle, int length, byte stamp)
    {
        switch (handle)
        {
            case Handle.Owner:
                PooledOwner<byte> owner = _pool.RentOwner(length);
                Assert.Equal(length, owner.Length);
                return new Rental(handle, length == 0 ? [] : owner.DangerousGetArray().Array!, length, stamp, owner.Dispose, owner);
            case Handle.Array:
                byte[] array = _pool.AsArrayPool().Rent(length);
                return new Rental(handle, array, array.Length, stamp, () => _pool.AsArrayPool().Return(array), default);
            default:
                IMemoryOwner<byte> block = _pool.AsMemoryPool(reuseOwners: handle == Handle.ReusedMemory).Rent(length);
                Assert.True(System.Runtime.InteropServices.MemoryMarshal.TryGetArray((ReadOnlyMemory<byte>)block.Memory, out ArraySegment<byte> segment));
                return new Rental(handle, segment.Array!, segment.Count, stamp, block.Dispose, default);
        }
    }

    // A renter cannot be stored: it lasts for the step, and another rental ends inside it.
    private void UseRenter(Step<PoolSteps> step)
    {
        int length = Math.Min(step.Length, _options.MaxLength);
        if (length == 0)
            return;

        PooledNode outer = _pool.RentSlow(length);
        Count(outer.Array, length);
        PooledNode inner = _pool.RentSlow(length);
        Assert.NotSame(outer.Array, inner.Array);
        Assert.DoesNotContain(_held, rental => rental.Array == inner.Array);
        Count(inner.Array, length);
        nint generation = inner.Generation;
        inner.Return(generation);
        outer.Return(outer.Generation);
        inner.Return(generation);
        _misuse++;
    }

    private void Count(Array array, int length)
    {
        Assert.DoesNotContain(_held, rental => rental.Array == array);
        Assert.Equal(length > _options.MaxLength ? length : _lengths.First(other => other >= length), array.Length);
        _rents++;
        if (array.Length > _options.MaxLength)
            _oversize++;
        else
            _seen.Add((byte[])array);
    }

    private void Return(int thread, int index)
    {
        Rental rental = _held[index];
        _held.RemoveAt(index);
        Assert.False(rental.Array.AsSpan(0, rental.Length).ContainsAnyExcept(rental.Stamp), "Another holder wrote into a rented buffer.");
        rental.Return();
        _ended.Add(rental);

        // Watched buffers wait, and a budget may leave no place for this one.
        if (_mode == PoolMode.None && _pool.MaxRetainedBytes == long.MaxValue && rental.Array.Length <= _options.MaxLength)
            _lastReturned = (thread, rental.Array);
    }

    private void ReturnTwice(Rental rental)
    {
        // These two kinds have no handle of their own, so a late return ends a rental of the same kind. That is documented.
        if (rental.Handle is Handle.Array or Handle.ReusedMemory && _held.Any(other => other.Array == rental.Array && other.Handle == rental.Handle))
            return;

        rental.Return();
        _misuse++;
    }

    private void ReturnArrayOfAnother(Rental rental)
    {
        if (rental.Handle == Handle.Array)
            return;

        if (!_seenByArrayPool.Contains(rental.Array))
        {
            Assert.Throws<ArgumentException>(() => _pool.AsArrayPool().Return(rental.Array));
            return;
        }

        _pool.AsArrayPool().Return(rental.Array);
        _misuse++;
    }

    private void HandOver(Step<PoolSteps> step, Func<PooledOwner<byte>, PooledOwner<byte>> handOver)
    {
        int index = step.Of(_held.Count);
        Rental old = _held[index];
        if (old.Handle != Handle.Owner)
            return;

        PooledOwner<byte> owner;
        try
        {
            owner = handOver(old.Owner);
        }
        catch (ArgumentOutOfRangeException)
        {
            Assert.True(_options.Refuses(step.Length), "A hand-over was refused.");
            return;
        }

        old.Owner.Dispose(); // was given up: no misuse
        Assert.Throws<ObjectDisposedException>(() => old.Owner.Memory);
        int kept = Math.Min(owner.Length, old.Length);
        Assert.False(owner.Span[..kept].ContainsAnyExcept(old.Stamp), "A hand-over has changed the elements.");
        byte[] array = owner.Length == 0 && owner.Capacity == 0 ? [] : owner.DangerousGetArray().Array!;
        _held.RemoveAt(index);
        if (array != old.Array)
            Count(array, owner.Capacity);

        owner.Span.Fill(step.Value);
        _held.Insert(index, new Rental(Handle.Owner, array, owner.Length, step.Value, owner.Dispose, owner));
    }

    private void Trim()
    {
        _pool.Trim();
        Assert.Equal(0, _pool.Statistics.Retained);
    }

    private void Toggle(PoolMode mode)
    {
        _mode ^= mode;
        _wasChecked |= mode == PoolMode.Checked;
        if ((_mode & mode) != 0)
            _pool.Enter(mode);
        else
            _pool.Leave(mode);
    }

    private void Compare()
    {
        PoolStatistics statistics = _pool.StatisticsAtRest;
        Assert.Equal((_held.Count, _held.Sum(static rental => rental.Array.Length)), (statistics.InUse, statistics.InUseBytes));
        Assert.Equal((_rents, _oversize, _misuse), (statistics.Rents, statistics.Oversize, statistics.Misuse));
        Assert.Equal((_seen.Count, _seen.Sum(static array => array.Length)), (statistics.Misses, statistics.AllocatedBytes));

        // The quarantine of a checked pool keeps buffers that no budget pays for.
        long limit = _wasChecked ? long.MaxValue : _pool.MaxRetainedBytes;
        Assert.True(statistics.RetainedBytes <= limit, $"{statistics.RetainedBytes} of {limit} bytes are retained.");
        int pooled = _held.Count(rental => rental.Array.Length <= _options.MaxLength);
        Assert.Equal(statistics.Misses, pooled + statistics.Retained + statistics.Trimmed + statistics.Dropped + statistics.Evicted);
    }

    private sealed record Rental(Handle Handle, byte[] Array, int Length, byte Stamp, Action Return, PooledOwner<byte> Owner);
}

using PooledGen;

namespace SlowClients;

/// <summary>What decides whether a connection may queue one more update. A refused connection is closed: its client is too slow.</summary>
internal abstract class Limit
{
    /// <summary>The bytes that may wait for all clients together.</summary>
    protected const long MaxBytes = 64 * 1024 * 1024;

    /// <summary>The names on the command line, and what each makes for a server.</summary>
    public static IReadOnlyDictionary<string, Func<Limit>> Kinds { get; } = new Dictionary<string, Func<Limit>>
    {
        ["none"] = static () => new NoLimit(),
        ["counter"] = static () => new CounterLimit(),
        ["budget"] = static () => new BudgetLimit(),
        ["connection"] = static () => new ConnectionLimit(),
    };

    /// <summary>The bytes that wait for clients now; null if nothing counts them.</summary>
    public abstract long? QueuedBytes { get; }

    /// <summary>What one connection asks, from its first update to its end.</summary>
    public abstract IConnectionLimit Connect();

    /// <summary>Updates are rented, and their number is not limited.</summary>
    private sealed class NoLimit : Limit, IConnectionLimit
    {
        public override long? QueuedBytes => null;

        public override IConnectionLimit Connect() => this;

        public bool TryRent(int length, out PooledOwner<byte> update)
        {
            update = UpdateBuffer.RentOwner(length);
            return true;
        }

        public void Return(PooledOwner<byte> update) => update.Dispose();
    }

    /// <summary>The program counts itself what it has queued.</summary>
    private sealed class CounterLimit : Limit, IConnectionLimit
    {
        private long _queued;

        public override long? QueuedBytes => Volatile.Read(ref _queued);

        public override IConnectionLimit Connect() => this;

        public bool TryRent(int length, out PooledOwner<byte> update)
        {
            bool hasRoom = Interlocked.Add(ref _queued, length) <= MaxBytes;
            if (!hasRoom)
                Interlocked.Add(ref _queued, -length);

            update = hasRoom ? UpdateBuffer.RentOwner(length) : default;
            return hasRoom;
        }

        public void Return(PooledOwner<byte> update)
        {
            Interlocked.Add(ref _queued, -update.Length);
            update.Dispose();
        }
    }

    /// <summary>All connections share one budget.</summary>
    private sealed class BudgetLimit : Limit
    {
        private readonly BufferBudget _budget = new(MaxBytes, name: "updates");

        public override long? QueuedBytes => _budget.InUseBytes;

        public override IConnectionLimit Connect() => new WithinBudget(_budget);
    }

    /// <summary>Each connection has a budget of its own, and all of them together have one.</summary>
    private sealed class ConnectionLimit : Limit
    {
        // 140 connections may queue 35 MB. So the process has room left when the slow ones have used up theirs.
        private const long MaxBytesOfConnection = 256 * 1024;

        private readonly BufferBudget _budget = new(MaxBytes, name: "updates");

        public override long? QueuedBytes => _budget.InUseBytes;

        // Without a name: the meter keeps a sum for each name.
        public override IConnectionLimit Connect() => new WithinBudget(new BufferBudget(MaxBytesOfConnection, parent: _budget));
    }

    private sealed class WithinBudget(BufferBudget budget) : IConnectionLimit
    {
        public bool TryRent(int length, out PooledOwner<byte> update) => UpdateBuffer.Pool.TryRentOwner(length, budget, out update);

        public void Return(PooledOwner<byte> update) => update.Dispose();
    }
}

/// <summary>The limit of one connection.</summary>
internal interface IConnectionLimit
{
    /// <summary>Rents an update, unless the limit is reached.</summary>
    bool TryRent(int length, out PooledOwner<byte> update);

    /// <summary>Ends the rental of an update.</summary>
    void Return(PooledOwner<byte> update);
}

using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>
/// A limit for the bytes that are rented at the same time, in one pool or in several: <c>new BufferBudget(64 * 1024 * 1024)</c>. Owners, streams, writers and
/// memory pools that are given the budget obey it; renters do not. All members may be used from any thread.
/// </summary>
/// <remarks>
/// <para>A buffer counts from its rent to its return with all bytes of its size class, and a shared buffer counts once. The free buffers of a pool do not
/// count: <see cref="BufferPool.MaxRetainedBytes"/> limits those.</para>
/// <para>A request is admitted, refused, or made to wait. Whoever waits is admitted in the order of arrival, and nobody is admitted before those who wait: so a
/// request that could be refused is refused while others wait. A request that is larger than the whole budget is admitted when nothing else is rented.</para>
/// <para>An owner that is never disposed keeps its bytes. <see cref="PooledBuffers.Check"/> finds such owners.</para>
/// </remarks>
public sealed class BufferBudget
{
    // One lock for a budget and all that have the same ancestor: a request is admitted by all budgets of its path in one step.
    private readonly object _lock;

    // Invariant: the first that waits here does not fit. Each change that could make it fit ends with Admit (BudgetStormTests, and the model in budget.pml).
    private readonly LinkedList<Waiter> _queue = [];
    private readonly bool _refusesLarger;
    private long _inUse;
    private long _waiting;
    private long _refused;

    /// <summary>Creates a budget of which nothing is in use.</summary>
    /// <param name="maxBytes">The most bytes that may be rented at the same time: 1 or more.</param>
    /// <param name="name">The name in messages. A budget with a name also shows in the meter <c>PooledGen</c>; those of one name show as their sum.</param>
    /// <param name="parent">A budget that each request must fit into as well: that of the process, if this one is for a tenant or a connection.</param>
    /// <param name="refusesLarger">
    /// Whether a request larger than <paramref name="maxBytes"/> is refused, and not admitted when nothing else is rented.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException">The maximum is less than 1.</exception>
    public BufferBudget(long maxBytes, string? name = null, BufferBudget? parent = null, bool refusesLarger = false)
    {
        if (maxBytes < 1)
            throw new ArgumentOutOfRangeException(nameof(maxBytes), maxBytes, "The maximum of a BufferBudget is 1 or more, in bytes.");

        MaxBytes = maxBytes;
        Name = name;
        Parent = parent;
        _refusesLarger = refusesLarger;
        _lock = parent?._lock ?? new object();
        if (name is not null)
            s_named.Add(this, null);
    }

    // Keeps no budget alive.
    private static readonly ConditionalWeakTable<BufferBudget, object?> s_named = new();

#if NET
    /// <summary>The budgets that have a name, for the meter.</summary>
    internal static IEnumerable<BufferBudget> Named => s_named.Select(static entry => entry.Key);
#endif

    /// <summary>The most bytes that may be rented at the same time.</summary>
    public long MaxBytes { get; }

    /// <summary>The name in messages and in the meter; null if there is none.</summary>
    public string? Name { get; }

    /// <summary>The budget that each request must fit into as well; null if there is none.</summary>
    public BufferBudget? Parent { get; }

    /// <summary>
    /// The bytes that are rented, here and through the budgets that have this one for their parent. Above <see cref="MaxBytes"/> only while one request that is
    /// larger than that is rented. A request that has room here, and waits for the parent, is included.
    /// </summary>
    public long InUseBytes => Read(ref _inUse);

    /// <summary>How many requests wait: for this budget, for its parent, and those of the budgets that have this one for their parent.</summary>
    public long Waiting => Read(ref _waiting);

    /// <summary>How many requests were refused, by this budget or by its parent. A wait that was cancelled is not counted.</summary>
    public long Refused => Read(ref _refused);

    /// <summary>The name and the figures.</summary>
    /// <returns>One line.</returns>
    public override string ToString()
    {
        using (Uninterrupted.Lock(_lock))
            return $"{Subject}: {_inUse} of {MaxBytes} bytes in use, {_waiting} waiting, {_refused} refused";
    }

    private string Subject => Name is null ? "budget" : $"budget {Name}";

    private long Read(ref long figure)
    {
        using (Uninterrupted.Lock(_lock))
            return figure;
    }

    /// <summary>Charges bytes, if there is room for them here and in the parents, and nobody waits.</summary>
    /// <returns>Whether they were charged. The caller then calls <see cref="Release"/>.</returns>
    internal bool TryCharge(long bytes)
    {
        using (Uninterrupted.Lock(_lock))
        {
            BufferBudget? full = FindFull(bytes);
            if (full is null)
                Climb(bytes);
            else
                CountRefused(full);

            return full is null;
        }
    }

    /// <summary>Charges bytes as <see cref="TryCharge"/> does.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="poolName">The pool that is asked for a buffer.</param>
    /// <exception cref="InsufficientMemoryException">There is no room for them, or others wait. Nothing was charged.</exception>
    internal void Charge(long bytes, string poolName)
    {
        if (!TryCharge(bytes))
            throw Refusal(bytes, poolName);
    }

    /// <summary>Charges bytes, now or when there is room for them.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="poolName">The pool that is asked for a buffer.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>Null if they are charged already; otherwise a task that ends when they are, or that is cancelled and has charged nothing.</returns>
    /// <exception cref="InsufficientMemoryException">They are more than a budget has that refuses this. Nothing was charged.</exception>
    internal Task? ChargeAsync(long bytes, string poolName, CancellationToken cancellationToken)
    {
        BufferBudget? full, refusing;
        using (Uninterrupted.Lock(_lock))
        {
            full = FindFull(bytes);
            if (full is null)
            {
                Climb(bytes);
                return null;
            }

            refusing = FindRefusing(bytes);
            if (refusing is not null)
                CountRefused(refusing);
        }

        if (CheckedMode.IsOn)
            NestedWaits.Look(full, poolName);

        return refusing is null ? WaitAsync(new Waiter(this, bytes, cancellationToken)) : throw Refusal(bytes, poolName);
    }

    /// <summary>Gives charged bytes back, and admits those who waited for them.</summary>
    internal void Release(long bytes)
    {
        AdmittedList admitted = default;
        using (Uninterrupted.Lock(_lock))
        {
            // All budgets first: a request that is admitted here looks at the parents, too.
            // model: budget/release
            Refund(bytes, end: null);

            // model: budget/admit
            Admit(ref admitted);
        }

        admitted.Complete();
    }

    // The room may have come since the caller looked.
    private async Task WaitAsync(Waiter waiter)
    {
        using (Uninterrupted.Lock(_lock))
        {
            // model: budget/arrive
            waiter.Place(Climb(waiter.Bytes));
            if (waiter.Budget is null)
                return;

            CountWaiting(1);
        }

        try
        {
            using (waiter.CancellationToken.Register(static waiter => ((Waiter)waiter!).TryCancel(), waiter))
                await waiter.Task.ConfigureAwait(false);
        }
        catch (OutOfMemoryException)
        {
            // There is no memory to wait. If the bytes were charged meanwhile, no other code gives them back.
            if (!waiter.TryCancel())
                Release(waiter.Bytes);

            throw;
        }
    }

    // The lock is held in the methods from here to CountRefused.

    // Whether a request is admitted. Nobody overtakes those who wait.
    private bool HasRoom(long bytes) => _queue.Count == 0 && Fits(bytes);

    private bool Fits(long bytes) => bytes <= MaxBytes - _inUse || (_inUse == 0 && !_refusesLarger);

    // The first budget of the path that has no room.
    private BufferBudget? FindFull(long bytes)
    {
        BufferBudget? budget = this;
        while (budget is not null && budget.HasRoom(bytes))
            budget = budget.Parent;

        return budget;
    }

    // The first budget of the path that never admits the request.
    private BufferBudget? FindRefusing(long bytes)
    {
        BufferBudget? budget = this;
        while (budget is not null && !(budget._refusesLarger && bytes > budget.MaxBytes))
            budget = budget.Parent;

        return budget;
    }

    // Charges the path up to the first budget that has no room, and returns that one. Null if all are charged.
    private BufferBudget? Climb(long bytes)
    {
        BufferBudget? budget = this;
        while (budget is not null && budget.HasRoom(bytes))
        {
            // model: budget/charge
            budget._inUse += bytes;
            budget = budget.Parent;
        }

        return budget;
    }

    // Gives back what a request has charged below a budget; null for the whole path.
    private void Refund(long bytes, BufferBudget? end)
    {
        for (BufferBudget? budget = this; budget != end; budget = budget!.Parent)
            budget!._inUse -= bytes;
    }

    // Those who wait for a parent have room in the budgets below it, so they come first.
    private void Admit(ref AdmittedList admitted)
    {
        Parent?.Admit(ref admitted);

        // model: budget/first
        while (_queue.First is { Value: Waiter first } && Fits(first.Bytes))
        {
            _queue.RemoveFirst();
            _inUse += first.Bytes;
            first.Place(Parent?.Climb(first.Bytes));
            if (first.Budget is not null)
                continue;

            first.Asked.CountWaiting(-1);
            admitted.Add(first);
        }
    }

    private void CountWaiting(int change)
    {
        for (BufferBudget? budget = this; budget is not null; budget = budget.Parent)
            budget._waiting += change;
    }

    // A budget counts what it refuses, and what a parent refuses it.
    private void CountRefused(BufferBudget refusing)
    {
        for (BufferBudget budget = this; ; budget = budget.Parent!)
        {
            budget._refused++;
            if (budget == refusing)
                return;
        }
    }

    /// <summary>The exception for a request that is not admitted.</summary>
    private InsufficientMemoryException Refusal(long bytes, string poolName) => new(
        $"{poolName} was asked for a buffer of {bytes} bytes that its budget does not admit. The "
        + string.Join("; its parent is the ", Path().Select(static budget => budget.ToString()))
        + ". Return buffers first, rent fewer at a time, or wait with RentOwnerAsync.");

    private IEnumerable<BufferBudget> Path()
    {
        for (BufferBudget? budget = this; budget is not null; budget = budget.Parent)
            yield return budget;
    }

    /// <summary>Whether this budget or a parent of it is another one.</summary>
    internal bool IsWithin(BufferBudget other) => Path().Contains(other);

    /// <summary>A request that waits.</summary>
    // Its continuations run elsewhere: the thread that returns a buffer must not run the code that waited for it.
    private sealed class Waiter : TaskCompletionSource<bool>
    {
        /// <summary>The budget that was asked. Those of its path below <see cref="Budget"/> are charged already.</summary>
        public readonly BufferBudget Asked;
        public readonly long Bytes;
        public readonly CancellationToken CancellationToken;

        // One entry for all queues. Removing and adding it allocates nothing, because a return must not need memory.
        private readonly LinkedListNode<Waiter> _place;
        private bool _isCancelled;

        public Waiter(BufferBudget asked, long bytes, CancellationToken cancellationToken)
            : base(TaskCreationOptions.RunContinuationsAsynchronously)
        {
            Asked = asked;
            Bytes = bytes;
            CancellationToken = cancellationToken;
            _place = new LinkedListNode<Waiter>(this);
        }

        /// <summary>The budget in whose queue the request is. Null if it is in none: it is admitted or cancelled.</summary>
        public BufferBudget? Budget { get; private set; }

        /// <summary>The next one of those that are admitted in one step.</summary>
        public Waiter? Next { get; set; }

        /// <summary>Puts the request into the queue of a budget; null if all have admitted it. The lock is held.</summary>
        public void Place(BufferBudget? budget)
        {
            Budget = budget;
            budget?._queue.AddLast(_place);
        }

        /// <summary>Ends the wait. What was charged for it is given back, and those who waited behind it are admitted if they fit.</summary>
        /// <returns>False if the request is admitted already: the bytes are then its own.</returns>
        public bool TryCancel()
        {
            AdmittedList admitted = default;
            using (Uninterrupted.Lock(Asked._lock))
            {
                // model: budget/cancel
                if (Budget is not { } budget)
                    return _isCancelled;

                budget._queue.Remove(_place);
                Budget = null;
                _isCancelled = true;
                Asked.CountWaiting(-1);

                // model: budget/refund
                Asked.Refund(Bytes, end: budget);

                // model: budget/next
                Asked.Admit(ref admitted);
            }

            TrySetCanceled(CancellationToken);
            admitted.Complete();
            return true;
        }
    }

    /// <summary>The requests that one step has admitted, in order.</summary>
    private struct AdmittedList
    {
        private Waiter? _first;
        private Waiter? _last;

        public void Add(Waiter waiter)
        {
            if (_last is null)
                _first = waiter;
            else
                _last.Next = waiter;

            _last = waiter;
        }

        /// <summary>Ends their waits. Not under the lock, because a listener may hear of the end of a task.</summary>
        public readonly void Complete()
        {
            for (Waiter? waiter = _first; waiter is not null; waiter = waiter.Next)
                waiter.TrySetResult(true);
        }
    }
}

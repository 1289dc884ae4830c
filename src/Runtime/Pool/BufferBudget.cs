#if NET
using System.Runtime.CompilerServices;

#endif
namespace PooledGen;

// A request that finds the budget full. It comes from RentOwnerAsync of BufferPool<T>, and takes these steps:
// 1. ChargeOrWait finds too few spare bytes. Under the lock FindFull looks at the budget and its parents, and first gives back what is spare.
// 2. In checked mode NestedWaits looks for a deadlock.
// 3. Waiter.WaitAndRentAsync charges the budgets that have room, and waits in the queue of the first one that has none. While it waits, LostRentals asks for
//    collections, because rentals that no code can end may have the bytes.
// 4. A return gives its bytes back: RetainOrDrop in BufferPool.Return.cs calls Release. Admit takes the requests that fit now out of the queues, in order,
//    and Complete lets them go on after the lock is released.
// 5. BufferPool.RentCharged (BufferPool.Budget.cs) rents the buffer, whose bytes are charged already.
// A wait that the token or the timeout ends takes TryCancel in place of 4 and 5. A request that does not wait ends with step 1 and asks for one collection:
// that of TryCharge, or one with a timeout of zero.

/// <summary>
/// A limit for the bytes that are rented at the same time, in one pool or in several: <c>new BufferBudget(64 * 1024 * 1024)</c>. Owners, streams, writers and
/// memory pools that are given the budget obey it; renters do not. All members may be used from any thread.
/// </summary>
/// <remarks>
/// <para>A buffer counts from its rent to its return with all bytes of its size class, and a shared buffer counts once. The free buffers of a pool do not
/// count: <see cref="BufferPool.MaxRetainedBytes"/> limits those.</para>
/// <para>A request is admitted, refused, or made to wait. Requests that wait are admitted in the order of their arrival. While one waits, all requests that do
/// not wait are refused, even if there is room for them. A request that is larger than the whole budget is always refused.</para>
/// <para>An owner, a block, a stream or a writer that is never disposed keeps its bytes until the garbage collector finds it: dispose all the same, because
/// that may take long. While requests are refused or wait, a collection runs in the background every ten seconds. <see cref="RentalCheck"/> finds
/// such owners.</para>
/// </remarks>
/// <example>
/// <code>
/// using PooledGen;
///
/// var budget = new BufferBudget(64 * 1024 * 1024, name: "uploads");
///
/// // Refused at once if the budget has no room for it.
/// if (PacketBuffer.Pool.TryRentOwner(1500, budget, out PooledOwner&lt;byte&gt; packet))
/// {
///     using (packet)
///         packet.Span.Clear();
/// }
///
/// // Waits until there is room, in the order of arrival.
/// using PooledOwner&lt;byte&gt; next = await PacketBuffer.Pool.RentOwnerAsync(1500, budget, TimeSpan.FromSeconds(5));
///
/// [PooledBuffer&lt;byte&gt;(MaxLength = 64 * 1024)]
/// public partial struct PacketBuffer;
/// </code>
/// </example>
public sealed class BufferBudget
{
    // What _spare is while ended rentals give their bytes back.
    private const long Closed = -1;

    // How many budgets of one ancestor may have spare bytes: more than busy connections. The ancestor refers to them, and code may have let go of them.
    private const int MaxOpen = 1000;

    // One lock for a budget and all that have the same ancestor: a request is admitted by all budgets of its path in one step.
    private readonly object _lock;
    private readonly BufferBudget _root;

    // With the spare bytes, here and of the budgets that have this one for their parent.
    private long _inUse;
    private long _refused;

    // The bytes of ended rentals that are still charged to this budget and its parents: the next rental takes them without the lock. Whenever a request would
    // not be admitted, and whenever the figures are read, all of one ancestor are given back first, under the lock. None are kept while a request waits.
    private long _spare = Closed;

    // Of the root: the first budget with spare bytes, and how many there are.
    private BufferBudget? _firstOpen;
    private int _openBudgets;

    // The next one of those with spare bytes.
    private BufferBudget? _nextOpen;

    /// <summary>Creates a budget of which nothing is in use.</summary>
    /// <param name="maxBytes">The most bytes that may be rented at the same time: 1 or more.</param>
    /// <param name="name">
    /// The name in messages. On .NET, a budget with a name also shows in the meter <c>PooledGen</c>. Budgets of one name show as their sum, so give a budget
    /// and its parent different names. The process keeps each name: leave it out where budgets come and go.
    /// </param>
    /// <param name="parent">A budget that each request must fit into as well: that of the process, if this one is for a tenant or a connection.</param>
    /// <exception cref="ArgumentOutOfRangeException">The maximum is less than 1.</exception>
    public BufferBudget(long maxBytes, string? name = null, BufferBudget? parent = null)
    {
        if (maxBytes < 1)
            throw new ArgumentOutOfRangeException(nameof(maxBytes), maxBytes, "The maximum of a BufferBudget is 1 or more, in bytes.");

        MaxBytes = maxBytes;
        Name = name;
        Parent = parent;
        _lock = parent?._lock ?? new object();
        _root = parent?._root ?? this;
#if NET
        if (name is not null)
        {
            _refusedOfName = RefusedOf(name); // before other threads see the budget
            List(this);
        }
#endif
    }

    /// <summary>The most bytes that may be rented at the same time.</summary>
    public long MaxBytes { get; }

    /// <summary>The name in messages and in the meter; null if there is none.</summary>
    public string? Name { get; }

    /// <summary>The budget that each request must fit into as well; null if there is none.</summary>
    public BufferBudget? Parent { get; }

    /// <summary>
    /// The bytes that are rented, here and through the budgets that have this one for their parent: never above <see cref="MaxBytes"/>. A request that has room
    /// here, and waits for the parent, is included.
    /// </summary>
    public long InUseBytes
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                CloseAll();
                return _inUse;
            }
        }
    }

    /// <summary>
    /// How many requests were refused, by this budget or by its parent. A wait that was cancelled, or that took too long, is not counted, nor is one of zero.
    /// </summary>
    public long RefusedCount => Read(ref _refused);

    /// <summary>The name and the figures.</summary>
    /// <returns>One line.</returns>
    public override string ToString()
    {
        string name = Name is null ? "budget" : $"budget {Name}";
        string figures = $"{name}: {InUseBytes} of {MaxBytes} bytes in use";
#if NET
        figures += $", {WaitingCount} waiting";
#endif
        return $"{figures}, {RefusedCount} refused";
    }

    private long Read(ref long figure)
    {
        using (Uninterrupted.Lock(_lock))
            return figure;
    }

    /// <summary>Charges bytes, if there is room for them here and in the parents, and no request waits.</summary>
    /// <returns>Whether they were charged. The caller then calls <see cref="Release"/>.</returns>
    internal bool TryCharge(long bytes)
    {
        if (TryAddToSpare(-bytes))
            return true;

        BufferBudget? full;
        using (Uninterrupted.Lock(_lock))
        {
            full = FindFull(bytes);
            if (full is null)
                ChargePath(bytes);
            else
                CountRefused(full);
        }

        if (full is null)
            return true;

        LostRentals.RequestCollection();
        return false;
    }

    /// <summary>Charges bytes as <see cref="TryCharge"/> does.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="poolName">The pool that is asked for a buffer.</param>
    /// <exception cref="InsufficientMemoryException">There is no room for them, or a request waits. Nothing was charged.</exception>
    internal void Charge(long bytes, string poolName)
    {
        if (!TryCharge(bytes))
            throw Refusal(bytes, poolName);
    }

    /// <summary>Gives charged bytes back, and admits the requests that waited for them.</summary>
    internal void Release(long bytes)
    {
        if (TryAddToSpare(bytes))
            return;

#if NET
        AdmittedList admitted = default;
        using (Uninterrupted.Lock(_lock))
        {
            // All budgets first: a request that is admitted here looks at the parents, too.
            // model: budget/release
            Refund(bytes, end: null);

            // model: budget/admit
            Admit(ref admitted);
            Open();
        }

        admitted.Complete();
#else
        using (Uninterrupted.Lock(_lock))
        {
            Refund(bytes, end: null);
            Open();
        }
#endif
    }

    // Without the lock. Takes bytes if the change is negative. False if there are too few, or none are kept.
    private bool TryAddToSpare(long change)
    {
        long spare = Volatile.Read(ref _spare);
        while (spare >= 0 && spare + change >= 0)
        {
            // model: budget/spare
            long seen = Interlocked.CompareExchange(ref _spare, spare + change, spare);
            if (seen == spare)
                return true;

            spare = seen;
        }

        return false;
    }

    // The lock is held in the methods from here to CountRefused.

    // Whether a request is admitted. None overtakes those that wait.
#if NET
    private bool HasRoom(long bytes) => _queue.Count == 0 && Fits(bytes);

    private bool IsAwaited => _root._waiting > 0;
#else
    private bool HasRoom(long bytes) => Fits(bytes);

    private static bool IsAwaited => false;
#endif

    // Keeps the bytes of the rentals that end from now on.
    private void Open()
    {
        // model: budget/open
        if (_spare != Closed || IsAwaited)
            return;

        if (_root._openBudgets == MaxOpen)
            CloseAll();

        _nextOpen = _root._firstOpen;
        _root._firstOpen = this;
        _root._openBudgets++;
        Volatile.Write(ref _spare, 0);
    }

    // Gives the spare bytes of all budgets with the same ancestor back. No request waits for them.
    private void CloseAll()
    {
        while (_root._firstOpen is { } open)
        {
            _root._firstOpen = open._nextOpen;
            open._nextOpen = null;

            // model: budget/close
            long spare = Interlocked.Exchange(ref open._spare, Closed);
            open.Refund(spare, end: null);
        }

        _root._openBudgets = 0;
    }

    private bool Fits(long bytes) => bytes <= MaxBytes - _inUse;

    // The first budget of the path that has no room. Nothing is spare then.
    private BufferBudget? FindFull(long bytes)
    {
        BufferBudget? budget = this;
        while (budget is not null)
        {
            if (!budget.HasRoom(bytes))
            {
                // model: budget/look
                CloseAll();
                if (!budget.HasRoom(bytes))
                    return budget;
            }

            budget = budget.Parent;
        }

        return null;
    }

    // Charges the path up to the first budget that has no room, and returns that one. Null if all are charged.
    private BufferBudget? ChargePath(long bytes)
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

    // A budget counts what it refuses, and what a parent refuses it.
    private void CountRefused(BufferBudget refusing)
    {
        for (BufferBudget budget = this; ; budget = budget.Parent!)
        {
            budget._refused++;
#if NET
            if (budget._refusedOfName is { } refused)
                Interlocked.Increment(ref refused.Value);
#endif
            if (budget == refusing)
                return;
        }
    }

    // The first budget of the path that is smaller than the request, and so never admits it.
    private BufferBudget? FindSmaller(long bytes)
    {
        BufferBudget? budget = this;
        while (budget is not null && bytes <= budget.MaxBytes)
            budget = budget.Parent;

        return budget;
    }

    private InsufficientMemoryException Refusal(long bytes, string poolName) => new(
        Request(bytes, poolName, "the budget of the request does not admit it")
        + (FindSmaller(bytes) is null
            ? ". Return buffers first, or rent fewer at a time."
            : ". That is more than the whole budget: raise its maximum, or request less."));

#if NET
    private TimeoutException Expiry(long bytes, string poolName, TimeSpan timeout) => new(
        Request(bytes, poolName, timeout == TimeSpan.Zero
            ? "the budget of the request had no room for it at once, or another request waits"
            : $"within {timeout} the budget of the request had no room for it")
        + ". Nothing was rented: return buffers earlier, or wait longer.");

#endif
    private string Request(long bytes, string poolName, string answer)
        => $"A buffer of {bytes} bytes was requested from {poolName}, and {answer}. The {string.Join("; its parent is the ", Path())}";

    private IEnumerable<BufferBudget> Path()
    {
        for (BufferBudget? budget = this; budget is not null; budget = budget.Parent)
            yield return budget;
    }

    /// <summary>Whether this budget or a parent of it is another one.</summary>
    internal bool IsWithin(BufferBudget other) => Path().Contains(other);

#if NET
    // The budgets that have a name, and for each name what all its budgets refused. A budget may be collected. The sum stays, because it never falls.
    private static readonly List<WeakReference<BufferBudget>> s_named = [];
    private static readonly Dictionary<string, StrongBox<long>> s_refused = [];

    private readonly StrongBox<long>? _refusedOfName;

    /// <summary>The budgets that have a name and are still alive, in the order in which they were created.</summary>
    internal static IReadOnlyList<BufferBudget> Named
    {
        get
        {
            var living = new List<BufferBudget>();
            using (Uninterrupted.Lock(s_named))
            {
                foreach (WeakReference<BufferBudget> reference in s_named)
                {
                    if (reference.TryGetTarget(out BufferBudget? budget))
                        living.Add(budget);
                }
            }

            return living;
        }
    }

    /// <summary>How many requests the budgets of each name refused, including budgets that were collected.</summary>
    internal static IReadOnlyList<KeyValuePair<string, long>> RefusedByName
    {
        get
        {
            var refused = new List<KeyValuePair<string, long>>();
            using (Uninterrupted.Lock(s_named))
            {
                // A loop, because the first use of LINQ loads an assembly.
                foreach (KeyValuePair<string, StrongBox<long>> name in s_refused)
                    refused.Add(KeyValuePair.Create(name.Key, Interlocked.Read(ref name.Value.Value)));
            }

            return refused;
        }
    }

    private static void List(BufferBudget budget)
    {
        using (Uninterrupted.Lock(s_named))
        {
            // Only before the list grows: a program may create one for each connection.
            if (s_named.Count == s_named.Capacity)
                s_named.RemoveAll(static reference => !reference.TryGetTarget(out _));

            s_named.Add(new WeakReference<BufferBudget>(budget));
        }
    }

    private static StrongBox<long> RefusedOf(string name)
    {
        using (Uninterrupted.Lock(s_named))
        {
            if (!s_refused.TryGetValue(name, out StrongBox<long>? refused))
                s_refused.Add(name, refused = new StrongBox<long>());

            return refused;
        }
    }

    // Invariant: the first that waits here does not fit. Each change that could make it fit ends with Admit (BudgetStormTests, and the model in budget.pml).
    private readonly LinkedList<Waiter> _queue = [];
    private long _waiting;

    /// <summary>How many requests wait: for this budget, for its parent, and those of the budgets that have this one for their parent.</summary>
    public long WaitingCount => Read(ref _waiting);

    /// <summary>Charges bytes, if there is room for them now.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="poolName">The pool that is asked for a buffer.</param>
    /// <param name="timeout">The longest wait. With zero the request does not wait at all, so that no other one is refused because of it.</param>
    /// <param name="cancellationToken">What may end the wait.</param>
    /// <returns>Null if they are charged; otherwise the request, whose <see cref="Waiter.WaitAndRentAsync"/> has to be called next.</returns>
    /// <exception cref="InsufficientMemoryException">They are more than a whole budget. Nothing was charged.</exception>
    /// <exception cref="TimeoutException">There is no room for them, or a request waits, and the time is zero. Nothing was charged.</exception>
    internal Waiter? ChargeOrWait(long bytes, string poolName, TimeSpan timeout, CancellationToken cancellationToken)
    {
        if (TryAddToSpare(-bytes))
            return null;

        BufferBudget? full, smaller;
        using (Uninterrupted.Lock(_lock))
        {
            full = FindFull(bytes);
            if (full is null)
            {
                ChargePath(bytes);
                return null;
            }

            smaller = FindSmaller(bytes);
            if (smaller is not null)
                CountRefused(smaller);
        }

        if (smaller is not null)
            throw Refusal(bytes, poolName);

        if (timeout == TimeSpan.Zero)
        {
            LostRentals.RequestCollection();
            throw Expiry(bytes, poolName, timeout);
        }

        if (PoolRegistry.ChecksRentals)
            NestedWaits.ReportIfNested(full, poolName);

        return new Waiter(this, bytes, cancellationToken);
    }

    // Of the root: whether LostRentals asks for collections because a request waits.
    private bool _isWatched;

    /// <summary>Whether a request waits, for this budget or for one below it. If none does, the next one that waits tells <see cref="LostRentals"/>.</summary>
    internal bool IsStillAwaited()
    {
        using (Uninterrupted.Lock(_lock))
            return _isWatched = _waiting > 0;
    }

    // Collections go on while the request waits.
    private void RequestCollections()
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (!_root._isWatched)
            {
                LostRentals.AddAwaited(_root);
                _root._isWatched = true;
            }
        }

        LostRentals.RequestCollection();
    }

    // The next budget on the way down from the oldest parent. Null outside of Admit, which the lock covers.
    private BufferBudget? _below;

    // Those who wait for a parent have room in the budgets below it, so they come first. No recursion, because budgets may nest deeply. The lock is held.
    private void Admit(ref AdmittedList admitted)
    {
        BufferBudget budget = this;
        while (budget.Parent is { } parent)
        {
            parent._below = budget;
            budget = parent;
        }

        for (BufferBudget? next = budget; next is not null;)
        {
            budget = next;
            next = budget._below;
            budget._below = null;
            budget.AdmitOwn(ref admitted);
        }
    }

    private void AdmitOwn(ref AdmittedList admitted)
    {
        // model: budget/first
        while (_queue.First is { Value: Waiter first } && Fits(first.Bytes))
        {
            _queue.RemoveFirst();
            _inUse += first.Bytes;
            first.WaitFor(Parent?.ChargePath(first.Bytes));
            if (first.Budget is null)
                admitted.Add(first);
        }
    }

    // The lock is held.
    private void CountWaiting(int change)
    {
        for (BufferBudget? budget = this; budget is not null; budget = budget.Parent)
            budget._waiting += change;
    }

    /// <summary>A request that may have to wait. Its result is whether the bytes were charged.</summary>
    internal sealed class Waiter : TaskCompletionSource<bool>, IThreadPoolWorkItem
    {
        private readonly BufferBudget _asked;
        private readonly CancellationToken _cancellationToken;

        // One entry for all queues. Removing and adding it allocates nothing, because a return must not need memory.
        private readonly LinkedListNode<Waiter> _entry;
        private bool _isCancelled;
        private bool _isCharged;

        /// <param name="asked">The budget that was asked. Those of its path below <see cref="Budget"/> are charged already.</param>
        /// <param name="bytes">The requested bytes.</param>
        /// <param name="cancellationToken">What may end the wait.</param>
        public Waiter(BufferBudget asked, long bytes, CancellationToken cancellationToken)
        {
            _asked = asked;
            Bytes = bytes;
            _cancellationToken = cancellationToken;
            _entry = new LinkedListNode<Waiter>(this);
        }

        public long Bytes { get; }

        /// <summary>The budget in whose queue the request is. Null if it is in none: it is admitted or cancelled.</summary>
        public BufferBudget? Budget { get; private set; }

        /// <summary>The next one of those that are admitted in one step.</summary>
        public Waiter? Next { get; set; }

        /// <summary>Waits for the bytes, and rents a buffer with them.</summary>
        /// <typeparam name="T">The element type.</typeparam>
        /// <param name="pool">The pool.</param>
        /// <param name="length">The length whose bytes these are.</param>
        /// <param name="timeout">The longest wait.</param>
        /// <returns>The owner.</returns>
        /// <exception cref="TimeoutException">There was no room within the time.</exception>
        // One asynchronous method, so that its try covers each allocation from the moment at which the request is in a queue.
        public async ValueTask<PooledOwner<T>> WaitAndRentAsync<T>(BufferPool<T> pool, int length, TimeSpan timeout)
        {
            // Outside of the try: if this fails, nothing is charged.
            bool hasToWait = Begin();
            try
            {
                if (hasToWait)
                {
                    _asked.RequestCollections();

                    // The registration is not disposed, because that could wait for a cancellation that is under way. That one finds the request admitted.
                    CancellationTokenRegistration registration = Uninterrupted.Run(
                        static waiter => waiter._cancellationToken.UnsafeRegister(static waiter => ((Waiter)waiter!).TryCancel(), waiter), this);
                    Timer? expiry = Limit(timeout);
                    bool isCharged = await Task.ConfigureAwait(false);
                    Uninterrupted.Run(static wait => Forget(wait.Registration, wait.Expiry), (Registration: registration, Expiry: expiry));
                    if (!isCharged)
                        throw Ended(pool.Name, timeout);
                }
            }
            catch
            {
                // It is cancelled, or there is no memory to wait. If the bytes were charged meanwhile, no other code gives them back.
                if (!TryCancel())
                    _asked.Release(Bytes);

                throw;
            }

            return pool.RentAdmitted(length, _asked);
        }

        private Exception Ended(string poolName, TimeSpan timeout)
            => _cancellationToken.IsCancellationRequested ? new OperationCanceledException(_cancellationToken) : _asked.Expiry(Bytes, poolName, timeout);

        private static bool Forget(CancellationTokenRegistration registration, Timer? expiry)
        {
            registration.Unregister();
            expiry?.Dispose();
            return true;
        }

        // What ends the wait after a time; null if only the token ends it.
        private Timer? Limit(TimeSpan timeout) => timeout == Timeout.InfiniteTimeSpan
            ? null
            : Uninterrupted.Run(
                static wait => new Timer(static waiter => ((Waiter)waiter!).TryCancel(), wait.Waiter, wait.Timeout, Timeout.InfiniteTimeSpan),
                (Waiter: this, Timeout: timeout));

        // Whether it has to wait. The room may have come since ChargeOrWait looked.
        private bool Begin()
        {
            using (Uninterrupted.Lock(_asked._lock))
            {
                _asked.CloseAll();

                // model: budget/arrive
                WaitFor(_asked.ChargePath(Bytes));
                if (Budget is not null)
                    _asked.CountWaiting(1);

                return Budget is not null;
            }
        }

        /// <summary>Waits in the queue of the budget that has no room. Null: all have admitted the request, and it waits no longer. The lock is held.</summary>
        public void WaitFor(BufferBudget? full)
        {
            Budget = full;
            full?._queue.AddLast(_entry);
        }

        // Ends the wait. Its charges are given back, and the requests that waited after it are admitted if they fit. False if the request is admitted
        // already: the bytes are then its own.
        private bool TryCancel()
        {
            AdmittedList admitted = default;
            using (Uninterrupted.Lock(_asked._lock))
            {
                // model: budget/cancel
                if (Budget is not { } budget)
                    return _isCancelled;

                budget._queue.Remove(_entry);
                Budget = null;
                _isCancelled = true;
                _asked.CountWaiting(-1);

                // model: budget/refund
                _asked.Refund(Bytes, end: budget);

                // model: budget/next
                _asked.Admit(ref admitted);
            }

            admitted.Complete();
            End(isCharged: false);
            return true;
        }

        /// <summary>Notes that the wait is over. The lock is held.</summary>
        public void NoteAdmission() => _asked.CountWaiting(-1);

        /// <summary>
        /// Lets the code that waits go on, in the thread pool: the thread that returns a buffer must not run it. Not under the lock, because a listener may
        /// hear of the end of a task.
        /// </summary>
        public void End(bool isCharged)
        {
            _isCharged = isCharged;
            try
            {
                // A task that has ended twice has ended once, so this may run again after an interrupt. TrySetResult may not: it would forget what waits.
                Uninterrupted.Run(static waiter => ThreadPool.UnsafeQueueUserWorkItem(waiter, preferLocal: false), this);
            }
            catch (OutOfMemoryException)
            {
                // The thread pool has no memory for what waited. The others must not wait for it, the return that is under way must not fail, and on the
                // thread of a timer the exception would end the process.
            }
        }

        void IThreadPoolWorkItem.Execute() => TrySetResult(_isCharged);
    }

    /// <summary>The requests that one step has admitted, in order.</summary>
    private struct AdmittedList
    {
        private Waiter? _first;
        private Waiter? _last;

        public void Add(Waiter waiter)
        {
            waiter.NoteAdmission();
            if (_last is null)
                _first = waiter;
            else
                _last.Next = waiter;

            _last = waiter;
        }

        /// <summary>Ends their waits. Not under the lock.</summary>
        public readonly void Complete()
        {
            for (Waiter? waiter = _first; waiter is not null; waiter = waiter.Next)
                waiter.End(isCharged: true);
        }
    }
#endif
}

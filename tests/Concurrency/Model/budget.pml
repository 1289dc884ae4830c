/*
 * A budget and its parent (src/Runtime/Pool/BufferBudget.cs): two requests of the child and one of the parent arrive, wait or not, may be cancelled while they
 * wait, and give back what they got. A request may also refuse to wait. A marker in a comment names the statement of the code that a step stands for, and quotes it.
 *
 * All that the code does under its lock is one atomic step here, and a request that is cancelled looks at its own state in such a step. A request may lose
 * what it got: the collector's finalizer then gives the bytes back, and another finalizer may do the same, because it returns the buffer.
 *
 * An ended request may leave its bytes charged, as spare ones, and the next request of that budget takes them. Both are steps without the lock.
 *
 * Checked: no budget is exceeded; nobody is admitted before those who wait; nobody is refused or waits because
 * of spare bytes; a request that is admitted keeps its bytes, and a cancelled one has none; nobody waits forever; nothing is in use in the end.
 */

#define REQUESTS 3

#define CHILD 0
#define PARENT 1
#define NONE 2

/* Each request chooses its size: 1 fits three times, 3 is all. A larger one is refused before it comes here. */
#define MAX_CHILD 3
#define MAX_PARENT 3

/* The states of a request. */
#define NEW 0
#define WAITS 1
#define ADMITTED 2
#define CANCELLED 3
#define DONE 4
#define REFUSED 5

byte inUse[2]; /* with the spare bytes */
byte spare[2];
bool isOpen[2];
byte state[REQUESTS];
byte bytes[REQUESTS];
byte asked[REQUESTS];
byte place[REQUESTS]; /* the budget in whose queue the request is */
bool isCharged[REQUESTS]; /* whether the node of the request has a budget: BudgetedRental._budget */
byte finalizers;
chan queueOfChild = [REQUESTS] of { byte };
chan queueOfParent = [REQUESTS] of { byte };
byte done;

#define FITS(budget, max, request) (bytes[request] + inUse[budget] <= max)

inline Fits(budget, request, answer)
{
    if
    :: budget == CHILD -> answer = FITS(CHILD, MAX_CHILD, request)
    :: else -> answer = FITS(PARENT, MAX_PARENT, request)
    fi
}

inline CheckMaximum()
{
    assert(inUse[CHILD] <= MAX_CHILD);
    assert(inUse[PARENT] <= MAX_PARENT)
}

/* Without the lock. A request that takes its bytes sees no other one wait. */
inline Spare(request, isTaken)
{
    atomic {
        seen = spare[asked[request]];
        canChange = isOpen[asked[request]] && (!isTaken || seen >= bytes[request])
#ifdef PLAIN_SPARE
    };
    atomic {
#endif
        /* budget/spare: long seen = Interlocked.CompareExchange(ref _spare, spare + change, spare); */
        if
        :: canChange ->
            spare[asked[request]] = (isTaken -> seen - bytes[request] : seen + bytes[request]);
            assert(!isTaken || (len(queueOfChild) == 0 && len(queueOfParent) == 0));
            CheckMaximum()
        :: else
        fi;
        seen = 0
    }
}

inline CloseAll()
{
    /* budget/close: long spare = Interlocked.Exchange(ref open._spare, Closed); */
    inUse[PARENT] = inUse[PARENT] - spare[CHILD] - spare[PARENT];
    inUse[CHILD] = inUse[CHILD] - spare[CHILD];
    spare[CHILD] = 0;
    spare[PARENT] = 0;
    isOpen[CHILD] = false;
    isOpen[PARENT] = false
}

#define HAS_ROOM(budget, max, queue, request) (len(queue) == 0 && FITS(budget, max, request))

inline IsFull(request, start)
{
    isFull = (start == CHILD && !HAS_ROOM(CHILD, MAX_CHILD, queueOfChild, request)) || !HAS_ROOM(PARENT, MAX_PARENT, queueOfParent, request)
}

/* Charges the path from a budget on, and puts the request into the queue of the first one that has no room. */
inline ChargePath(request, start)
{
    place[request] = start;
    do
    :: place[request] == NONE -> break
    :: else ->
        Fits(place[request], request, fits);
#ifdef OVERTAKES
        if
        :: !fits -> break
        :: else
        fi;
#else
        if
        :: !fits || (place[request] == CHILD && len(queueOfChild) > 0) || (place[request] == PARENT && len(queueOfParent) > 0) -> break
        :: else
        fi;
#endif
        /* budget/charge: budget._inUse += bytes; */
        assert(place[request] == PARENT || len(queueOfChild) == 0);
        assert(place[request] == CHILD || len(queueOfParent) == 0);
        inUse[place[request]] = inUse[place[request]] + bytes[request];
        place[request]++
    od;
    fits = false;
    if
    :: place[request] == CHILD -> queueOfChild!request
    :: place[request] == PARENT -> queueOfParent!request
    :: else
    fi;
    CheckMaximum()
}

/* Admits those who come first, while they fit: those who wait for the parent, then those who wait for the child. */
inline Admit(fromChild)
{
    do
    :: len(queueOfParent) > 0 ->
        queueOfParent?<first>;

        /* budget/first: while (_queue.First is { Value: Waiter first } && Fits(first.Bytes)) */
        Fits(PARENT, first, fits);
        if
        :: !fits -> break
        :: else -> queueOfParent?first; inUse[PARENT] = inUse[PARENT] + bytes[first]; place[first] = NONE; state[first] = ADMITTED
        fi
    :: else -> break
    od;
    do
    :: fromChild && len(queueOfChild) > 0 ->
        queueOfChild?<first>;
        Fits(CHILD, first, fits);
        if
        :: !fits -> break
        :: else ->
            queueOfChild?first;
            inUse[CHILD] = inUse[CHILD] + bytes[first];
            ChargePath(first, PARENT);
            if
            :: place[first] == NONE -> state[first] = ADMITTED
            :: else
            fi
        fi
    :: else -> break
    od;
    first = 0;
    fits = false;
    CheckMaximum()
}

/* Gives back what a request has charged below a budget. */
inline Refund(request, end)
{
    if
    :: asked[request] == CHILD && end != CHILD -> assert(inUse[CHILD] >= bytes[request]); inUse[CHILD] = inUse[CHILD] - bytes[request]
    :: else
    fi;
    if
    :: end == NONE -> assert(inUse[PARENT] >= bytes[request]); inUse[PARENT] = inUse[PARENT] - bytes[request]
    :: else
    fi
}

/* What the holder's return does, or a finalizer. */
inline End(own)
{
    atomic {
        taken = isCharged[own];
#ifdef PLAIN_TAKE
    };
    atomic {
#endif
        /* budget/take: budget = Interlocked.Exchange(ref _budget, null); */
        isCharged[own] = false
    };
    if
    :: taken -> Spare(own, false)
    :: else
    fi;
    atomic {
        if
        :: taken && canChange -> state[own] = DONE
        :: taken && !canChange ->
            /* budget/release: Refund(bytes, end: null); */
            Refund(own, NONE);
            state[own] = DONE;
#ifndef WAKES_NOBODY
            /* budget/admit: Admit(ref admitted); */
            Admit(asked[own] == CHILD);
#endif
            if
#ifdef OPENS_WHILE_AWAITED
            :: true ->
                isOpen[asked[own]] = true
#else
            :: len(queueOfChild) == 0 && len(queueOfParent) == 0 ->
                /* budget/open: if (_spare != Closed || IsAwaited) */
                isOpen[asked[own]] = true
            :: else
#endif
            fi
        :: else
        fi;
        canChange = false
    }
}

/* The finalizer of a charge that was lost. */
proctype Finalizer(byte own)
{
    byte first, seen;
    bool fits, taken, canChange;

    /* budget/lose: if (budget is not null && Interlocked.CompareExchange(ref _budget, s_lost, budget) == budget) */
    End(own);
    finalizers--
}

proctype Request(byte own)
{
    byte first, seen;
    bool fits, isFull, mayCancel, taken, canChange;

    if
    :: bytes[own] = 1
    :: bytes[own] = 3
    fi;
    Spare(own, true);
    atomic {
        /* A request that does not wait looks first, and charges nothing if a budget is full. */
        IsFull(own, asked[own]);
#ifndef LEAVES_SPARE
        if
        :: isFull && !canChange ->
            /* budget/look: CloseAll(); */
            CloseAll();
            IsFull(own, asked[own])
        :: else
        fi;
#endif
        if
        :: canChange -> state[own] = ADMITTED
        :: !canChange && isFull -> state[own] = REFUSED
        :: !canChange ->
            /* budget/arrive: WaitFor(_asked.ChargePath(Bytes)); */
            ChargePath(own, asked[own]);
            if
            :: place[own] == NONE -> state[own] = ADMITTED
            :: place[own] != NONE -> state[own] = WAITS; mayCancel = true
            :: place[own] != NONE -> state[own] = WAITS
            fi
        fi;
        assert(state[own] == ADMITTED || (spare[CHILD] == 0 && spare[PARENT] == 0));
        isFull = false;
        canChange = false
    };

    /* A request that waits may be cancelled at any time, also when it is admitted meanwhile. */
    if
    :: state[own] == ADMITTED || state[own] == REFUSED
    :: atomic {
        mayCancel;
        /* budget/cancel: if (Budget is not { } budget) */
#ifdef CANCELS_ADMITTED
        if
        :: state[own] == ADMITTED -> Refund(own, NONE)
        :: else
        fi;
#endif
        if
        :: state[own] == WAITS ->
            if
            :: place[own] == CHILD -> queueOfChild??eval(own)
            :: else -> queueOfParent??eval(own)
            fi;
            state[own] = CANCELLED;
#ifndef KEEPS_CHARGE
            /* budget/refund: _asked.Refund(Bytes, end: budget); */
            Refund(own, place[own]);
#endif
#ifndef WAKES_NO_NEXT
            /* budget/next: _asked.Admit(ref admitted); */
            Admit(asked[own] == CHILD)
#endif
        :: else
        fi
    }
    fi;

    if
    :: state[own] == ADMITTED ->
        atomic {
            isCharged[own] = true;
            /* One of them is enough. */
            if
            :: own == 0 -> finalizers++; run Finalizer(own)
            :: else
            fi
        };
        End(own)
    :: else
    fi;
    atomic {
        /* What nobody reads any more. The finalizer reads the bytes of its own. */
        mayCancel = false;
        place[own] = NONE;
        state[own] = DONE;
        if
        :: own != 0 -> bytes[own] = 0
        :: else
        fi;
        done++
    }
}

init {
    atomic {
        /* Earlier rentals may have ended. */
        if
        :: isOpen[CHILD] = true; isOpen[PARENT] = true
        :: true
        fi;
        asked[0] = CHILD;
        asked[1] = CHILD;
        asked[2] = PARENT;
        run Request(0);
        run Request(1);
        run Request(2)
    };

    /* With nothing else to do, somebody waits forever. */
    do
    :: done == REQUESTS && finalizers == 0 -> break
    :: timeout -> assert(false)
    od;
    CloseAll();
    assert(inUse[CHILD] == 0 && inUse[PARENT] == 0);
    assert(len(queueOfChild) == 0 && len(queueOfParent) == 0)
}

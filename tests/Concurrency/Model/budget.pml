/*
 * A budget and its parent (src/Runtime/Pool/BufferBudget.cs): two requests of the child and one of the parent arrive, wait or not, may be cancelled while they
 * wait, and give back what they got. A request may also refuse to wait. A marker in a comment names the statement of the code that a step stands for, and quotes it.
 *
 * All that the code does under its lock is one atomic step here, and a request that is cancelled looks at its own state in such a step. A request may lose
 * what it got: the collector's finalizer then gives the bytes back, and another finalizer may do the same, because it returns the buffer.
 *
 * Checked: no budget is exceeded, except by one request that is larger than it; nobody is admitted before those who wait; a request that is admitted keeps
 * its bytes, and a cancelled one has none; nobody waits forever; nothing is in use in the end.
 */

#define REQUESTS 3

#define CHILD 0
#define PARENT 1
#define NONE 2

/* Each request chooses its size: 1 fits three times, 3 is all, 4 is larger than both budgets. */
#define MAX_CHILD 3
#define MAX_PARENT 3

/* The states of a request. */
#define NEW 0
#define WAITS 1
#define ADMITTED 2
#define CANCELLED 3
#define DONE 4
#define REFUSED 5

byte inUse[2];
byte state[REQUESTS];
byte bytes[REQUESTS];
byte asked[REQUESTS];
byte place[REQUESTS]; /* the budget in whose queue the request is */
bool isCharged[REQUESTS]; /* whether the node of the request has a budget: Charge._budget */
byte finalizers;
chan queueOfChild = [REQUESTS] of { byte };
chan queueOfParent = [REQUESTS] of { byte };
byte done;

#define FITS(budget, max, request) (bytes[request] + inUse[budget] <= max || inUse[budget] == 0)

inline Fits(budget, request, answer)
{
    if
    :: budget == CHILD -> answer = FITS(CHILD, MAX_CHILD, request)
    :: else -> answer = FITS(PARENT, MAX_PARENT, request)
    fi
}

inline CheckMaximum()
{
    assert(inUse[CHILD] <= MAX_CHILD || inUse[CHILD] == 4);
    assert(inUse[PARENT] <= MAX_PARENT || inUse[PARENT] == 4)
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
    atomic {
        if
        :: taken ->
            /* budget/release: Refund(bytes, end: null); */
            Refund(own, NONE);
            state[own] = DONE;
#ifndef WAKES_NOBODY
            /* budget/admit: Admit(ref admitted); */
            Admit(asked[own] == CHILD)
#endif
        :: else
        fi
    }
}

/* The finalizer of a charge that was lost. */
proctype Finalizer(byte own)
{
    byte first;
    bool fits, taken;

    /* budget/lose: if (budget is not null && Interlocked.CompareExchange(ref _budget, s_lost, budget) == budget) */
    End(own);
    finalizers--
}

proctype Request(byte own)
{
    byte first;
    bool fits, isFull, mayCancel, mayWait, taken;

    atomic {
        if
        :: mayCancel = true
        :: true
        fi;
        if
        :: mayWait = true
        :: true
        fi;
        if
        :: bytes[own] = 1
        :: bytes[own] = 3
        :: bytes[own] = 4
        fi;
        /* A request that does not wait looks first, and charges nothing if a budget is full. */
        IsFull(own, asked[own]);
        if
        :: !mayWait && isFull -> state[own] = REFUSED
        :: else ->
            /* budget/arrive: Enqueue(_asked.ChargePath(Bytes)); */
            ChargePath(own, asked[own]);
            if
            :: place[own] == NONE -> state[own] = ADMITTED
            :: else -> state[own] = WAITS
            fi
        fi;
        isFull = false
    };

    /* It may be cancelled at any time, also when it is admitted already. */
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
    done++
}

init {
    atomic {
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
    assert(inUse[CHILD] == 0 && inUse[PARENT] == 0);
    assert(len(queueOfChild) == 0 && len(queueOfParent) == 0)
}

/*
 * A buffer with several holders (src/Runtime/Pool/Shares.cs): two threads share one owner, while a third thread ends it, and rents and ends the buffer once
 * more. With SECOND one of the two shares the owner of that second rental. A marker in a comment names the statement of the code that a step stands for, and
 * quotes it.
 *
 * The nodes have no part in it. A thread that has changed the word has its node alone.
 *
 * Checked: the buffer never comes back while a holder is left, it comes back once for each rental, and the count is right in the end.
 */

#define THREADS 3
#define ADDRESSES 3

#define GENERATION 0
#define HOME 1
#define COUNT 2

/* Homes. */
#define STACK 0
#define CLOSED 1

/* All threads read the home plainly, and those that share read the generation so. */
#define READS_PLAINLY(thread) true
#define READS_AHEAD(thread) \
    READ_AHEAD(thread, GENERATION) \
    READ_AHEAD(thread, HOME)

#include "memory.pml"

byte holders;
bool isFree;
#ifdef SECOND
bool isSecond;          /* the second rental has begun, and the other thread may have got its owner */
#endif
byte done;

inline Freed()
{
    atomic {
        assert(!isFree && holders == 0);
        isFree = true
    }
}

/*
 * The last holder may be the thread to whose stack the buffer belongs. It makes the stack the home again, and the buffer free for itself. Where another thread
 * rents it next, it has got it from this one.
 */
inline Return(thread)
{
    if
    ::  /* share/reopen: buffer.Home = home; */
        Store(thread, HOME, STACK);
#ifndef REOPENS_LATE
        if
        :: thread != 2 -> ALL_IS_WRITTEN(thread)
        :: else
        fi
#endif
    :: true
    fi;
    Freed()
}

/* Gives up a hold, and frees the buffer if it was the last one. */
inline GiveUp(thread)
{
    do
    ::  /* share/read: long state = Volatile.Read(ref _state); */
        LoadAcquire(thread, COUNT, count);

        /* share/end: if (next == state || TryChange(state, next)) */
        if
#ifdef BELOW_ZERO
        :: count == 0 -> CompareExchange(thread, COUNT, 0, 255, succeeded)
#else
        :: count == 0 -> succeeded = true
#endif
#ifdef PLAIN_END
        :: count != 0 -> Store(thread, COUNT, count - 1); succeeded = true
#else
        :: count != 0 -> CompareExchange(thread, COUNT, count, count - 1, succeeded)
#endif
        fi;
        if
        :: succeeded && count == 0 -> Return(thread); break
        :: succeeded && count != 0 -> break
        :: else
        fi
    od;
    count = 0;
    succeeded = false
}

/* One step, because no other thread sees the write before it leaves the buffer. */
inline CloseHome(thread)
{
    atomic {
        Load(thread, HOME, home);
        if
        ::  home != CLOSED ->
            /* share/home: Volatile.Write(ref buffer.Home, _closedStack); */
            StoreRelease(thread, HOME, CLOSED)
        :: else
        fi;
        home = 0
    }
}

proctype Sharer(byte thread)
{
    byte count, generation, home, shared;
    bool succeeded;

#ifdef SECOND
    /* A thread that gets an owner sees what was written before the owner was given away. */
    if
    :: thread == 0
    :: atomic { thread == 1 && isSecond -> shared = 1; ForgetAll(thread) }
    fi;

#endif
    /* PooledOwner.Share looks at the generation first. */
    Load(thread, GENERATION, generation);
    if
    :: generation == shared ->
#ifndef HOME_LAST
        CloseHome(thread);
#endif
        do
        :: succeeded -> break
        :: else ->
            LoadAcquire(thread, COUNT, count);
            /* share/count: else if (TryChange(state, (created is null ? WithNode(state, free.NextFreeShare) : state) + OneHolder)) */
            CompareExchange(thread, COUNT, count, count + 1, succeeded)
        od;
        succeeded = false;
        count = 0;
#ifdef HOME_LAST
        CloseHome(thread);
#endif

        /* share/compare: if (holder.Generation == generation) */
        atomic {
            Load(thread, GENERATION, generation);
#ifdef NO_COMPARE
            generation = shared;
#endif
            if
            :: generation == shared -> holders++
            :: else
            fi
        };
        if
        :: generation == shared -> holders--; GiveUp(thread)
#ifdef FORGETS_TO_END
        :: else
#else
        :: else -> GiveUp(thread)
#endif
        fi
    :: else
    fi;
    generation = 0;
    shared = 0;
    done++
}

/* The thread to whose stack the buffer belongs. */
proctype Owner(byte thread)
{
    byte count, home;
    bool succeeded, isRenter;

    /* share/advance: => Interlocked.CompareExchange(ref _generation, unchecked(generation + OneReturn), generation) == generation; */
    atomic {
        CompareExchange(thread, GENERATION, 0, 1, succeeded);
        holders--
    };
    succeeded = false;
    /* share/look: ThreadStack home = Home; */
    Load(thread, HOME, home);
    if
    :: home == STACK -> Freed()
    :: else -> GiveUp(thread)
    fi;

    /* It rents the buffer again. A thread that takes it from the core tier writes the home; on its own stack it stays as it is. */
    isFree;
    atomic { isFree = false; holders++ };
    if
    :: Store(thread, HOME, STACK)
    :: true
    fi;

#ifdef SECOND
    atomic { ALL_IS_WRITTEN(thread) -> isSecond = true };

#endif
    /* A renter reads the home before it writes the generation, and an owner does so afterwards. A renter whose stack is full looks at the count, too. */
    if
#ifndef SECOND
    :: Load(thread, HOME, home); holders--; isRenter = true
#endif
    :: holders--; CompareExchange(thread, GENERATION, 1, 2, succeeded); succeeded = false; Load(thread, HOME, home)
    fi;
    if
    :: home == STACK -> Freed()
    :: home != STACK || isRenter -> GiveUp(thread)
    fi;
    isRenter = false;
    home = 0;
    done++
}

init {
    atomic {
        holders = 1;
        run Processor(0);
        run Processor(1);
        run Processor(2);
        run Sharer(0);
        run Sharer(1);
        run Owner(2)
    };

    done == 3 && ALL_IS_WRITTEN(0) && ALL_IS_WRITTEN(1) && ALL_IS_WRITTEN(2);
    assert(isFree && holders == 0 && memory[COUNT] == 0)
}

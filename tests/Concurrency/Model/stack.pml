/*
 * A thread's stack (src/Runtime/Pool/ThreadStack.cs): its owner rents, returns and spills, while other threads trim, close the stack and visit it. A
 * marker in a comment names the statement of the code that a step stands for, and quotes it.
 *
 * Checked: no node has two holders, nothing is free and held, the sentinels stay null, no node lies above the reserved capacity, and no thread waits
 * forever.
 */

#define THREADS 1       /* that have a store buffer: see WriteThrough */
#define ADDRESSES 6

#define DEPTH 2
#define SLOT(i) (i)     /* 0 and DEPTH + 1 are the sentinels */
#define COUNT 4         /* the low byte of the state */
#define CAPACITY 5

#define NODES 2

#ifndef OPERATIONS
#ifdef REORDER
#define OPERATIONS 2
#else
#define OPERATIONS 3
#endif
#endif

#define OWNER 0

/* The owner's reads of the slots and of the depth are plain. */
#define READS_PLAINLY(thread) true
#define READS_AHEAD(thread) \
    READ_AHEAD(thread, SLOT(1)) \
    READ_AHEAD(thread, SLOT(2)) \
    READ_AHEAD(thread, CAPACITY)

#include "memory.pml"

bool isHeld[NODES + 1];
bool isGone[NODES + 1];     /* the owner has given it away */
byte created;
byte paid;                  /* under the lock */
bool isLocked;
byte done;

/* The other threads need no buffers: before they read again, each of their writes passes a barrier. So a write that comes late is one that begins late. */
#define WriteThrough(target, number) memory[target] = number
#define ReadThrough(target, result) result = memory[target]

#define Lock() atomic { !isLocked -> isLocked = true }
#define Unlock() isLocked = false

/* stack/pass-settle: ProcessWideBarrier.Pass(); */
inline Barrier()
{
#ifdef NO_BARRIER
    skip
#else
#ifdef NETSTANDARD
    skip
#else
    Fence(OWNER)
#endif
#endif
}

inline Rented(number)
{
    assert(!isHeld[number] && !isGone[number]);
    isHeld[number] = true
}

/* After a write into a slot. */
inline TrimClosed()
{
#ifndef NO_LOOK
#ifdef NETSTANDARD
#ifndef NO_FENCE
    /* stack/own-barrier: Interlocked.MemoryBarrier(); */
    Fence(OWNER);
#endif
#endif
    /* stack/look: if (Count > (uint)Volatile.Read(ref _limits.Capacity)) */
#ifndef REUSES_DEPTH
    LoadAcquire(OWNER, CAPACITY, capacity);
#endif
    Load(OWNER, COUNT, count);
    if
    :: count > capacity ->
        /* stack/null: Volatile.Write(ref Slot(i), null); */
        for (i : 1 .. DEPTH) {
            if
            :: i > capacity -> StoreRelease(OWNER, SLOT(i), 0)
            :: else
            fi
        }
        i = 0
    :: else
    fi;
#endif
    skip
}

inline TryPush()
{
    pushed = false;
    Load(OWNER, COUNT, count);

    /* stack/capacity: if (Count >= (uint)_limits.Capacity) */
    Load(OWNER, CAPACITY, capacity);
    if
    :: count < capacity ->
        /* stack/push: Slot(Count + 1) = node; */
        Store(OWNER, SLOT(count + 1), node);

        /* stack/count: Volatile.Write(ref _state, _state + 1); */
        StoreRelease(OWNER, COUNT, count + 1);
        TrimClosed();
        pushed = true
    :: else
    fi
}

inline RentSlow()
{
    do
    :: Load(OWNER, COUNT, count);
        if
        :: count == 0 -> node = 0; break
        :: else
        fi;

        /* stack/repair-read: PooledNode? node = Slot(Count); */
        Load(OWNER, SLOT(count), node);

        /* stack/repair: _state--; */
        Store(OWNER, COUNT, count - 1);
        if
        :: node -> break
        :: else
        fi
    od;

    if
    :: node -> Rented(node)
    :: !node && created < NODES -> created++; Rented(created)
    :: else
    fi
}

inline Return()
{
    isHeld[node] = false;
    Load(OWNER, COUNT, count);

    /* stack/compare: if (Slot((byte)state) != node) */
    Load(OWNER, SLOT(count + 1), other);
    if
    :: other == node ->
        /* stack/push-back: _state = state; */
        Store(OWNER, COUNT, count + 1)
    :: else ->
        TryPush();
        if
        :: !pushed ->
            /* A budget may refuse the node. */
            if
            :: true ->
                Lock();
                Fence(OWNER);
                LoadAcquire(OWNER, CAPACITY, capacity);
                if
                :: capacity < DEPTH ->
                    /* stack/grow: internal void Grow() => Volatile.Write(ref _limits.Capacity, ++_limits.ReservedCapacity); */
                    paid++;
                    StoreRelease(OWNER, CAPACITY, paid)
                :: else
                fi;
                Fence(OWNER);
                Unlock();
                TryPush()
            :: true
            fi
        :: else
        fi;
        if
        :: !pushed -> isGone[node] = true
        :: else
        fi
    fi;
    other = 0
}

/* All nodes leave. */
inline Spill()
{
    Load(OWNER, COUNT, count);
    for (i : 1 .. DEPTH) {
        if
        :: i <= count ->
            Load(OWNER, SLOT(i), node);

            /* stack/move: Volatile.Write(ref Slot(i), null); */
            Store(OWNER, SLOT(i), 0);
            if
            :: node -> isGone[node] = true; assert(!isHeld[node])
            :: else
            fi
        :: else
        fi
    }
    i = 0;

    /* stack/moved: Volatile.Write(ref _state, (_state & ~0xFFUL) | kept); */
    StoreRelease(OWNER, COUNT, 0);
    TrimClosed()
}

proctype Owner()
{
    byte count, node, other, capacity, i, operations;
    bool pushed;
    do
    :: operations < OPERATIONS ->
        operations++;
        if
        :: Load(OWNER, COUNT, count);

            /* stack/read: node = stack.Slot((byte)state); */
            Load(OWNER, SLOT(count), node);
            if
            :: node ->
                /* stack/pop: stack._state = state + OneRent - 1; */
                Store(OWNER, COUNT, count - 1);
                Rented(node)
            :: else -> RentSlow()
            fi
        :: isHeld[1] -> node = 1; Return()
        :: isHeld[2] -> node = 2; Return()
        :: Spill()
        fi;
        node = 0;
        count = 0;
        capacity = 0;
        pushed = false
    :: break
    od;
    done++
}

/* stack/highest: while (highest > least && Volatile.Read(ref Slot((uint)highest)) is null) */
inline HighestInUse(least)
{
    highest = paid;
    do
    :: highest > least ->
        ReadThrough(SLOT(highest), found);
        if
        :: found -> break
        :: else -> highest--
        fi
    :: else -> break
    od;
    found = 0
}

/* On request, or because rentals are watched. */
inline Close()
{
    Lock();

    /* stack/close: internal void Close() => Volatile.Write(ref _limits.Capacity, 0); */
    WriteThrough(CAPACITY, 0);

    /* stack/pass-close: ProcessWideBarrier.Pass(); */
    Barrier();
    for (slot : 1 .. DEPTH) {
        WriteThrough(SLOT(slot), 0)
    }
    slot = 0;

    /* stack/give-up: _limits.ReservedCapacity = above; */
    paid = 0;
    Unlock()
}

/* An idle visit. It may judge any node to be idle, so it takes any or none. */
inline Visit()
{
    Lock();
    for (slot : 1 .. DEPTH) {
        ReadThrough(SLOT(slot), found);
        if
        :: slot <= paid && found ->
            /* stack/trim: if (node is { IsIdle: true } && Interlocked.CompareExchange(ref slot, null, node) == node && i <= count) */
            atomic {
                if
                :: memory[SLOT(slot)] == found -> WriteThrough(SLOT(slot), 0)
                :: else
                fi
            }
        :: true
        fi
    }
    slot = 0;
    found = 0;

    /* stack/shrink: Volatile.Write(ref _limits.Capacity, HighestInUse(least: 0)); */
    HighestInUse(0);
    WriteThrough(CAPACITY, highest);
    Barrier();

    /* stack/settle: _limits.ReservedCapacity = HighestInUse(Capacity); */
#ifdef CLOSES_LATE
    HighestInUse(0);
#else
    capacity = highest;
    HighestInUse(capacity);
#endif
    paid = highest;

    /* stack/raise: Volatile.Write(ref _limits.Capacity, _limits.ReservedCapacity); */
    WriteThrough(CAPACITY, paid);
    highest = 0;
    capacity = 0;
    Unlock()
}

proctype Keeper()
{
    byte slot, found, highest, capacity;
    if
    :: Close()
    :: Visit()
    :: Close(); Visit()
    :: Visit(); Close()
    fi;
    done++
}

/* Any thread, at any time. */
proctype Trimmer()
{
    byte count;

    /* stack/forget: internal void RemoveNewest() => Volatile.Write(ref Slot((byte)Volatile.Read(ref _state)), null); */
    ReadThrough(COUNT, count);
    WriteThrough(SLOT(count), 0);
#ifdef LOWERS_COUNT
    if
    :: count > 0 -> WriteThrough(COUNT, count - 1)
    :: else
    fi;
#endif
    done++
}

init {
    byte i;
    atomic {
        /* The owner may have used the stack before. */
        if
        :: true
        :: created = 1; paid = 1; memory[CAPACITY] = 1; memory[SLOT(1)] = 1; memory[COUNT] = 1
        fi;
        run Processor(OWNER);
        run Owner();
        run Keeper();
        run Trimmer()
    };

    done == 3 && ALL_IS_WRITTEN(OWNER);
    d_step {
        assert(memory[SLOT(0)] == 0 && memory[SLOT(DEPTH + 1)] == 0);
        assert(memory[CAPACITY] == paid && paid <= DEPTH && memory[COUNT] <= DEPTH);
        for (i : 1 .. DEPTH) {
            assert(i <= paid || memory[SLOT(i)] == 0);
            assert(i > memory[COUNT] || memory[SLOT(i)] == 0 || (!isHeld[memory[SLOT(i)]] && !isGone[memory[SLOT(i)]]))
        }
        assert(memory[COUNT] < 2 || memory[SLOT(1)] == 0 || memory[SLOT(1)] != memory[SLOT(2)])
    }
}

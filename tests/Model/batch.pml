/*
 * A slot of the core tier (src/Runtime/Tiers/BatchSlot.cs, CoreTier.cs): threads claim it, give nodes to it and take nodes from it, while another thread
 * closes it or visits it. A marker in a comment names the statement of the code that a step stands for, and quotes it.
 *
 * With NEAR the nodes are native: they lie on no stack, and a thread first tries the slot of its core, one node at a time.
 *
 * Checked: no node has two holders, no node is lost, no node lies in a place that is not reserved, and no thread waits forever.
 */

#define THREADS 2
#ifdef NEAR
#define ADDRESSES 5
#else
#define ADDRESSES 4
#endif

#define DEPTH 2
#define COUNT 0
#define NODE(i) ((i) + 1)
#define OPEN 3
#define OPEN_SLOTS 4
#define CLAIMED 255

#ifndef OPERATIONS
#define OPERATIONS 2
#endif

/* Fewer where the memory has more states. */
#ifdef REORDER
#define OPERATIONS_OF(thread) (OPERATIONS - thread)
#else
#define OPERATIONS_OF(thread) OPERATIONS
#endif

/* The nodes are read and written plainly by the thread that has claimed the slot. */
#define READS_PLAINLY(thread) true
#define READS_AHEAD(thread) \
    READ_AHEAD(thread, NODE(0)) \
    READ_AHEAD(thread, NODE(1))

#include "memory.pml"

/* The keeper needs no buffer: before it reads again, each of its writes passes a barrier. So a write that comes late is one that begins late. */
#define WriteThrough(target, number) memory[target] = number
#define ReadThrough(target, result) result = memory[target]

byte holder[3];     /* the thread's number and 1; 0 where nobody holds the node */
bool isGone[3];
byte places;    /* under the lock, which only the keeper takes here */
byte done;

/* batch/claim: public bool TryClaim(int count) => Interlocked.CompareExchange(ref _count, Claimed, count) == count; */
inline TryClaim(thread, count)
{
#ifdef PLAIN_CLAIM
    LoadAcquire(thread, COUNT, now);
    succeeded = now == count;
    if
    :: succeeded -> StoreRelease(thread, COUNT, CLAIMED)
    :: else
    fi;
    now = 0
#else
    CompareExchange(thread, COUNT, count, CLAIMED, succeeded)
#endif
}

/* batch/release: public void Release(int count) => Volatile.Write(ref _count, count); */
inline Release(thread, count)
{
#ifdef PLAIN_RELEASE
    Store(thread, COUNT, count)
#else
    StoreRelease(thread, COUNT, count)
#endif
}

inline Rented(thread, number)
{
    assert(number != 0 && !holder[number] && !isGone[number]);
    holder[number] = thread + 1
}

/* The room of the slot, once more after the claim. */
inline RoomOf(thread)
{
#ifndef NO_RECHECK
    LoadAcquire(thread, OPEN, open)
#else
    skip
#endif
}

inline Give(thread, number)
{
    holder[number] = 0;
    given = false;

    /* batch/open: private int Open(int sizeClass) => Volatile.Read(ref _open[sizeClass]); */
    LoadAcquire(thread, OPEN, open);

    /* batch/count: public int Count => Volatile.Read(ref _count); */
    LoadAcquire(thread, COUNT, count);
    if
    :: count < open ->
        TryClaim(thread, count);
        if
        :: succeeded ->
            /* batch/recheck: if (count < RoomOf(i, node.SizeClass)) */
            /* batch/recheck-empty: room = RoomOf(slot, sizeClass); */
            RoomOf(thread);
            if
            :: count < open ->
                /* batch/load: claimed.Nodes(count + 1)[count] = node; */
                Store(thread, NODE(count), number);

                /* batch/loaded: claimed.Release(count + 1); */
                Release(thread, count + 1);
                given = true
            :: else ->
                /* batch/give-back: slots[i].Release(count); */
                Release(thread, count)
            fi
        :: else
        fi
    :: else
    fi;

    /* It is dropped. */
    if
    :: !given -> isGone[number] = true
    :: else
    fi
}

inline Take(thread)
{
    /* batch/places: int places = Volatile.Read(ref _open[sizeClass]); */
    LoadAcquire(thread, OPEN, open);
    LoadAcquire(thread, COUNT, count);
    if
    :: open > 0 && count > 0 && count != CLAIMED ->
        TryClaim(thread, count);
        if
        :: succeeded ->
            /* batch/newest: PooledNode<T> newest = nodes[left]!; */
            count--;
            Load(thread, NODE(count), taken);
            Rented(thread, taken);

            /* The stack has room for the others, or it has not. That of native nodes has none. */
            /* batch/adopt: while (left > 0 && stack.TryAdopt(nodes[left - 1]!)) */
            left = count;
#ifndef NEAR
            if
            :: left > 0 -> left--; Load(thread, NODE(left), taken); Rented(thread, taken)
            :: true
            fi;
#endif

            /* batch/clear: nodes.Slice(left).Clear(); */
            Store(thread, NODE(left), 0);
            if
            :: left < count -> Store(thread, NODE(count), 0)
            :: else
            fi;

            /* batch/unloaded: claimed.Release(left); */
            Release(thread, left)
        :: else
        fi
    :: else
    fi;
    taken = 0;
    left = 0
}

#ifdef NEAR
inline TakeNear(thread)
{
    /* batch/near-slots: int open = Volatile.Read(ref _openSlots[sizeClass]); */
    LoadAcquire(thread, OPEN_SLOTS, open);
    LoadAcquire(thread, COUNT, count);
    if
    :: open > 0 && count > 0 && count != CLAIMED ->
        TryClaim(thread, count);
        if
        :: succeeded ->
            /* batch/near-newest: PooledNode<T> node = newest!; */
            Load(thread, NODE(count - 1), taken);
            Rented(thread, taken);

            /* batch/near-null: newest = null; */
            Store(thread, NODE(count - 1), 0);

            /* batch/near-taken: slot.Release(count - 1); */
            Release(thread, count - 1)
        :: else
        fi
    :: else
    fi;
    taken = 0
}

inline GiveNear(thread, number)
{
    given = false;

    /* batch/near-room: int open = Volatile.Read(ref _openSlots[node.SizeClass]); */
    LoadAcquire(thread, OPEN_SLOTS, open);
    LoadAcquire(thread, COUNT, count);
    if
    :: open > 0 && count != CLAIMED ->
        TryClaim(thread, count);
        if
        :: succeeded ->
            /* batch/near-recheck: if (count < RoomOf(near, node.SizeClass)) */
            RoomOf(thread);
            if
            :: count < open && count < DEPTH ->
                holder[number] = 0;
                Store(thread, NODE(count), number);
                Release(thread, count + 1);
                given = true
            :: else ->
                /* batch/near-give-back: slot.Release(count); */
                Release(thread, count)
            fi
        :: else
        fi
    :: else
    fi;

    if
    :: !given -> Give(thread, number)
    :: else
    fi
}
#endif

proctype User(byte thread)
{
    byte count, open, taken, left, operations, now;
    bool succeeded, given;
    do
    :: operations < OPERATIONS_OF(thread) ->
        operations++;
        if
        :: Take(thread)
#ifdef NEAR
        :: TakeNear(thread)
        :: holder[1] == thread + 1 -> GiveNear(thread, 1)
        :: holder[2] == thread + 1 -> GiveNear(thread, 2)
#else
        :: holder[1] == thread + 1 -> Give(thread, 1)
        :: holder[2] == thread + 1 -> Give(thread, 2)
#endif
        fi;
        count = 0;
        open = 0;
        succeeded = false;
        given = false
    :: break
    od;
    done++
}

/* batch/take-all: if (count <= 0 || !slot.TryClaim(count)) */
inline TakeAll()
{
    atomic {
        if
        :: count > 0 && count != CLAIMED && memory[COUNT] == count -> WriteThrough(COUNT, CLAIMED); succeeded = true
        :: else -> succeeded = false
        fi
    };
    if
    :: succeeded ->
        for (i : 0 .. DEPTH - 1) {
            if
            :: i < count ->
                ReadThrough(NODE(i), taken);
                assert(taken != 0 && !holder[taken] && !isGone[taken]);
                isGone[taken] = true;

                /* batch/null: nodes.Clear(); */
                WriteThrough(NODE(i), 0)
            :: else
            fi
        }
        i = 0;
        taken = 0;

        /* batch/empty: slot.Release(0); */
        WriteThrough(COUNT, 0)
    :: else
    fi
}

/* There is one slot. */
inline SetOpen(number)
{
    WriteThrough(OPEN, number);
#ifdef NEAR
    /* batch/open-slots: Volatile.Write(ref _openSlots[sizeClass], SlotsFor(sizeClass, places)); */
    WriteThrough(OPEN_SLOTS, (number > 0 -> 1 : 0))
#endif
}

inline Close()
{
    /* batch/close: SetOpen(sizeClass, 0); */
    SetOpen(0);
    places = 0;

    /* batch/await: for (int count = slot.Count; count != 0; count = slot.Count) */
    do
    :: ReadThrough(COUNT, count);
        if
        :: count == 0 -> break
#ifdef SKIPS_CLAIMED
        :: count == CLAIMED -> break
#else
        :: count == CLAIMED -> memory[COUNT] != CLAIMED
#endif
        :: else -> TakeAll()
        fi
    od
}

/* An idle visit, which may judge the nodes to be idle or not. The slot stays open if it is in use or was open at the first look. */
inline Visit()
{
    ReadThrough(COUNT, count);
    if
    :: count != 0 && count != CLAIMED -> TakeAll()
    :: true
    fi;

    /* batch/narrow: SetOpen(sizeClass, CapacityInUse(sizeClass, open: 0)); */
    ReadThrough(COUNT, count);
    open = (count == 0 -> 0 : places);
    SetOpen(open);

    /* batch/settle: _reserved[sizeClass] = CapacityInUse(sizeClass, Open(sizeClass)); */
    ReadThrough(COUNT, count);
#ifdef CLOSES_LATE
    places = (count == 0 -> 0 : places);
#else
    places = (count == 0 && open == 0 -> 0 : places);
#endif

    /* batch/reopen: SetOpen(sizeClass, _reserved[sizeClass]); */
    SetOpen(places)
}

/* batch/widen: public void Grow(int sizeClass, int places) => SetOpen(sizeClass, _reserved[sizeClass] += places); */
inline Grow()
{
    if
    :: places < DEPTH -> places++; SetOpen(places)
    :: true
    fi
}

proctype Keeper()
{
    byte count, open, taken, i;
    bool succeeded;
    if
    :: Close()
    :: Visit()
    fi;
    Grow();
    done++
}

init {
    byte i;
    atomic {
        if
        :: places = 2
#ifndef REORDER
        :: places = 1
#endif
        fi;
        memory[OPEN] = places;
#ifdef NEAR
        memory[OPEN_SLOTS] = 1;
#endif
        holder[1] = 1;
        holder[2] = 2;
        run Processor(0);
        run Processor(1);
        run User(0);
        run User(1);
        run Keeper()
    };

    done == 3 && ALL_IS_WRITTEN(0) && ALL_IS_WRITTEN(1);
    d_step {
        assert(memory[OPEN] == places && memory[COUNT] <= places);
        for (i : 0 .. DEPTH - 1) {
            assert((memory[NODE(i)] == 0) == (i >= memory[COUNT]));
            assert(memory[NODE(i)] == 0 || (!holder[memory[NODE(i)]] && !isGone[memory[NODE(i)]]))
        }
        for (i : 1 .. 2) {
            assert(holder[i] || isGone[i] || memory[NODE(0)] == i || memory[NODE(1)] == i)
        }
    }
}

/*
 * A slot of the core tier (src/Runtime/Pool/CoreTier.cs): threads claim it, give nodes to it and take nodes from it, while another thread
 * closes it or visits it. A marker in a comment names the statement of the code that a step stands for, and quotes it.
 *
 * With NATIVE the nodes are native: they lie on no stack, and a thread first tries the slot of its core, one node at a time.
 *
 * Checked: no node has two holders, no node is lost, no node lies above the reserved capacity, and no thread waits forever.
 */

#define THREADS 2
#ifdef NATIVE
#define ADDRESSES 5
#else
#define ADDRESSES 4
#endif

#define DEPTH 2
#define COUNT 0
#define NODE(i) ((i) + 1)
#define CAPACITY 3
#define SLOT_COUNT 4
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
byte reserved;    /* under the lock, which only the keeper takes here */
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

/* The capacity of the slot, once more after the claim. */
inline CapacityOf(thread)
{
#ifndef NO_RECHECK
    LoadAcquire(thread, CAPACITY, capacity)
#else
    skip
#endif
}

inline Give(thread, number)
{
    holder[number] = 0;
    given = false;

    /* batch/read-capacity: private int Capacity(int sizeClass) => Volatile.Read(ref _capacity[sizeClass]); */
    LoadAcquire(thread, CAPACITY, capacity);

    /* batch/count: public int Count => Volatile.Read(ref _count); */
    LoadAcquire(thread, COUNT, count);
    if
    :: count < capacity ->
        TryClaim(thread, count);
        if
        :: succeeded ->
            /* batch/recheck: if (count < CapacityOf(i, node.SizeClass)) */
            /* batch/recheck-empty: capacity = CapacityOf(slot, sizeClass); */
            CapacityOf(thread);
            if
            :: count < capacity ->
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
    /* batch/capacity: int capacity = Volatile.Read(ref _capacity[sizeClass]); */
    LoadAcquire(thread, CAPACITY, capacity);
    LoadAcquire(thread, COUNT, count);
    if
    :: capacity > 0 && count > 0 && count != CLAIMED ->
        TryClaim(thread, count);
        if
        :: succeeded ->
            /* batch/newest: PooledNode newest = nodes[left]!; */
            count--;
            Load(thread, NODE(count), taken);
            Rented(thread, taken);

            /* The stack takes the others, or it is full. That of native nodes is always full. */
            /* batch/adopt: while (left > 0 && stack.TryAdopt(nodes[left - 1]!)) */
            left = count;
#ifndef NATIVE
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

#ifdef NATIVE
inline TakeNear(thread)
{
    /* batch/native-slots: int slotCount = Volatile.Read(ref _slotCounts[sizeClass]); */
    LoadAcquire(thread, SLOT_COUNT, capacity);
    LoadAcquire(thread, COUNT, count);
    if
    :: capacity > 0 && count > 0 && count != CLAIMED ->
        TryClaim(thread, count);
        if
        :: succeeded ->
            /* batch/native-newest: PooledNode node = newest!; */
            Load(thread, NODE(count - 1), taken);
            Rented(thread, taken);

            /* batch/native-null: newest = null; */
            Store(thread, NODE(count - 1), 0);

            /* batch/native-taken: slot.Release(count - 1); */
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

    /* batch/native-capacity: int slotCount = Volatile.Read(ref _slotCounts[node.SizeClass]); */
    LoadAcquire(thread, SLOT_COUNT, capacity);
    LoadAcquire(thread, COUNT, count);
    if
    :: capacity > 0 && count != CLAIMED ->
        TryClaim(thread, count);
        if
        :: succeeded ->
            /* batch/native-recheck: if (count < CapacityOf(first, node.SizeClass)) */
            CapacityOf(thread);
            if
            :: count < capacity && count < DEPTH ->
                holder[number] = 0;
                Store(thread, NODE(count), number);
                Release(thread, count + 1);
                given = true
            :: else ->
                /* batch/native-give-back: slot.Release(count); */
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
    byte count, capacity, taken, left, operations, now;
    bool succeeded, given;
    do
    :: operations < OPERATIONS_OF(thread) ->
        operations++;
        if
        :: Take(thread)
#ifdef NATIVE
        :: TakeNear(thread)
        :: holder[1] == thread + 1 -> GiveNear(thread, 1)
        :: holder[2] == thread + 1 -> GiveNear(thread, 2)
#else
        :: holder[1] == thread + 1 -> Give(thread, 1)
        :: holder[2] == thread + 1 -> Give(thread, 2)
#endif
        fi;
        count = 0;
        capacity = 0;
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
inline SetCapacity(number)
{
    WriteThrough(CAPACITY, number);
#ifdef NATIVE
    /* batch/slot-count: Volatile.Write(ref _slotCounts[sizeClass], SlotsFor(sizeClass, nodes)); */
    WriteThrough(SLOT_COUNT, (number > 0 -> 1 : 0))
#endif
}

inline Close()
{
    /* batch/close: SetCapacity(sizeClass, 0); */
    SetCapacity(0);
    reserved = 0;

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

/* An idle visit, which may judge the nodes to be idle or not. The slot keeps its capacity if it is in use or had it at the first look. */
inline Visit()
{
    ReadThrough(COUNT, count);
    if
    :: count != 0 && count != CLAIMED -> TakeAll()
    :: true
    fi;

    /* batch/shrink: SetCapacity(sizeClass, CapacityInUse(sizeClass, least: 0)); */
    ReadThrough(COUNT, count);
    capacity = (count == 0 -> 0 : reserved);
    SetCapacity(capacity);

    /* batch/settle: _reservedCapacity[sizeClass] = CapacityInUse(sizeClass, Capacity(sizeClass)); */
    ReadThrough(COUNT, count);
#ifdef CLOSES_LATE
    reserved = (count == 0 -> 0 : reserved);
#else
    reserved = (count == 0 && capacity == 0 -> 0 : reserved);
#endif

    /* batch/raise: SetCapacity(sizeClass, _reservedCapacity[sizeClass]); */
    SetCapacity(reserved)
}

/* batch/grow: public void Grow(int sizeClass, int nodes) => SetCapacity(sizeClass, _reservedCapacity[sizeClass] += nodes); */
inline Grow()
{
    if
    :: reserved < DEPTH -> reserved++; SetCapacity(reserved)
    :: true
    fi
}

proctype Keeper()
{
    byte count, capacity, taken, i;
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
        :: reserved = 2
#ifndef REORDER
        :: reserved = 1
#endif
        fi;
        memory[CAPACITY] = reserved;
#ifdef NATIVE
        memory[SLOT_COUNT] = 1;
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
        assert(memory[CAPACITY] == reserved && memory[COUNT] <= reserved);
        for (i : 0 .. DEPTH - 1) {
            assert((memory[NODE(i)] == 0) == (i >= memory[COUNT]));
            assert(memory[NODE(i)] == 0 || (!holder[memory[NODE(i)]] && !isGone[memory[NODE(i)]]))
        }
        for (i : 1 .. 2) {
            assert(holder[i] || isGone[i] || memory[NODE(0)] == i || memory[NODE(1)] == i)
        }
    }
}

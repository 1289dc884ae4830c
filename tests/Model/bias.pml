/*
 * The end of an owner (src/Runtime/Owners/OwnerBias.cs): the thread that rented ends its owners by plain writes as long as the pool is biased, and the
 * first end on another thread revokes the bias. A marker in a comment names the statement of the code that a step stands for, and quotes it.
 *
 * Checked: of all ends of one rental exactly one succeeds, a handle of an earlier rental ends nothing, and no thread waits forever.
 */

#define THREADS 3
#define ADDRESSES 4

#define GENERATION 0    /* of the node: twice the number of the rental, and 1 where owners end by exchange */
#define ENDING 1        /* of the home: its thread is ending a rental by plain writes */
#define BIASED 2        /* of the home */
#define REVOKED 3       /* of the pool */

#define RENTALS 2

/* The two plain reads of the code, which are of the generation. The others are volatile. */
#define READS_PLAINLY(thread) true
#define READS_AHEAD(thread) READ_AHEAD(thread, GENERATION)

#include "memory.pml"

#define NUMBER(generation) ((generation) / 2)
#define EXCHANGE(generation) ((generation) % 2)

byte ends[RENTALS + 1];     /* how many ends of each rental have succeeded */
byte handle;                /* the generation of the last rental, as handed to all threads */
bool rosterIsBiased = true;
bool isLocked;
byte done;

inline NoteEnd(generation)
{
    ends[NUMBER(generation)]++;
    assert(ends[NUMBER(generation)] == 1)
}

/* bias/barrier: ProcessWideBarrier.Pass(); */
inline Barrier(thread)
{
#ifdef NO_BARRIER
    Fence(thread)
#else
    atomic {
        ALL_IS_WRITTEN(0) && ALL_IS_WRITTEN(1) && ALL_IS_WRITTEN(2);
        d_step { ForgetAll(0); ForgetAll(1); ForgetAll(2) }
    }
#endif
}

/* bias/exchange: => Interlocked.CompareExchange(ref _generation, unchecked(generation + OneReturn) | mark, generation) == generation; */
inline Advance(thread, generation, mark)
{
    atomic {
        CompareExchange(thread, GENERATION, generation, (generation + 2 - EXCHANGE(generation)) + mark, wins);
        if
        :: wins -> NoteEnd(generation)
        :: else
        fi
    }
}

/* The thread that rents, again and again as long as its own ends succeed. */
proctype Home(byte thread)
{
    byte generation, now, biased, round;
    bool wins;
    do
    :: round < RENTALS ->
        round++;

        /* What it rents is free, so it sees the generation that the last end has left. */
        Load(thread, GENERATION, generation);
        handle = generation;
        if
        :: EXCHANGE(generation) -> Advance(thread, generation, 1)
        :: else ->
#ifndef NO_FLAG
            /* bias/flag: home.IsEnding = true; */
            StoreRelease(thread, ENDING, 1);
#endif
            /* bias/look: if (home.IsBiased && _generation == generation) */
#ifdef NO_LOOK
            biased = 1;
#else
            LoadAcquire(thread, BIASED, biased);
#endif
            now = generation;
            wins = false;
            if
            :: biased -> Load(thread, GENERATION, now); wins = now == generation
            :: else
            fi;
            if
            :: wins ->
                /* bias/advance: _generation = unchecked(generation + OneReturn); */
                Store(thread, GENERATION, generation + 2);
                NoteEnd(generation)
            :: else
            fi;
#ifndef NO_FLAG
            /* bias/clear: home.IsEnding = false; */
#ifdef PLAIN_CLEAR
            Store(thread, ENDING, 0);
#else
            StoreRelease(thread, ENDING, 0);
#endif
#endif
            if
            :: !wins -> Advance(thread, generation, 1)
            :: else
            fi
        fi;

        /* If another thread has ended the rental, that thread has the node. */
        if
        :: !wins -> break
        :: else
        fi
    :: else -> break
    od;
    done++
}

/* Another thread, which ends what it was handed: the last rental or an earlier one. */
proctype Other(byte thread)
{
    byte generation, now, revoked, ending;
    bool wins;
    generation = handle;

    LoadAcquire(thread, REVOKED, revoked);
    if
    :: revoked -> Advance(thread, generation, 1)
    :: else ->
        /* bias/compare: if (node.Generation != generation) */
        Load(thread, GENERATION, now);
        if
        :: now != generation -> goto over
        :: else
        fi;

        /* bias/lock: using (Uninterrupted.Lock(this)) */
        atomic { !isLocked -> isLocked = true };
        Fence(thread);
        if
        :: rosterIsBiased ->
            rosterIsBiased = false;

            /* bias/revoke: state.RevokeBias(); */
            StoreRelease(thread, BIASED, 0);
            Barrier(thread);
#ifndef NO_WAIT
            /* bias/await: while (_isEnding) */
            do
            :: LoadAcquire(thread, ENDING, ending);
                if
                :: !ending -> break
                :: else
                fi
            od
#endif
        :: else
        fi;
        Fence(thread);
        isLocked = false;

        /* bias/revoked: _isRevoked = true; */
        StoreRelease(thread, REVOKED, 1);
        Advance(thread, generation, 1)
    fi;

over:
    done++
}

init {
    byte rental;
    atomic {
        memory[BIASED] = 1;
        run Processor(0);
        run Processor(1);
        run Processor(2);
        run Home(0);
        run Other(1);
        run Other(2)
    };

    done == 3;

    /* The last rental was ended by one of the threads, and so was each before it. */
    rental = 0;
    do
    :: rental <= NUMBER(handle) -> assert(ends[rental] == 1); rental++
    :: else -> break
    od
}

/*
 * The memory that the models share. Each thread has a store buffer: what it writes reaches the memory later, and only the thread itself reads it before
 * that.
 *
 * Without REORDER the buffer keeps its order (TSO, as x64). With REORDER a plain write may overtake older ones to other addresses, and a plain read may
 * give what the memory held earlier, as on ARM64. A release write waits for all older writes, and nothing that the thread reads after an acquire read is
 * older than that. An interlocked operation is a full barrier.
 *
 * A model defines THREADS, ADDRESSES and, for REORDER, the plain reads: READS_PLAINLY says which threads do them, and READS_AHEAD of which addresses. It
 * includes this file.
 */

#define ROOM 3

typedef Buffer {
    byte length;
    byte address[ROOM];
    byte value[ROOM];
    bool isRelease[ROOM]
}

typedef Seen {
    bool has[ADDRESSES];
    byte value[ADDRESSES]
}

byte memory[ADDRESSES];
Buffer buffer[THREADS];

#ifdef REORDER
Seen seen[THREADS];     /* what a thread has read ahead */
#endif

byte _i, _j;            /* of the steps below, each of which is one transition */

#define ALL_IS_WRITTEN(thread) (buffer[thread].length == 0)

inline Append(thread, target, number, release)
{
    atomic {
        buffer[thread].length < ROOM;
        d_step {
            buffer[thread].address[buffer[thread].length] = target;
            buffer[thread].value[buffer[thread].length] = number;
            buffer[thread].isRelease[buffer[thread].length] = release;
            buffer[thread].length++;
            Forget(thread, target)
        }
    }
}

inline Store(thread, target, number) { Append(thread, target, number, false) }

inline StoreRelease(thread, target, number) { Append(thread, target, number, true) }

inline Forget(thread, target)
{
#ifdef REORDER
    seen[thread].has[target] = false;
    seen[thread].value[target] = 0;
#else
    skip;
#endif
}

inline ForgetAll(thread)
{
#ifdef REORDER
    for (_j : 0 .. ADDRESSES - 1) {
        seen[thread].has[_j] = false;
        seen[thread].value[_j] = 0;
    }
    _j = 0;
#else
    skip;
#endif
}

/* The newest write of the thread itself, or else the memory. */
inline ReadNow(thread, target, result)
{
    result = memory[target];
    for (_i : 1 .. ROOM) {
        if
        :: _i <= buffer[thread].length && buffer[thread].address[_i - 1] == (target) -> result = buffer[thread].value[_i - 1]
        :: else
        fi
    }
    _i = 0
}

inline Load(thread, target, result)
{
    d_step {
        ReadNow(thread, target, result);
#ifdef REORDER
        if
        :: seen[thread].has[target] -> result = seen[thread].value[target]
        :: else
        fi
#endif
    }
}

inline LoadAcquire(thread, target, result)
{
    d_step {
        ForgetAll(thread);
        ReadNow(thread, target, result)
    }
}

inline Fence(thread)
{
    atomic {
        ALL_IS_WRITTEN(thread);
        d_step { ForgetAll(thread) }
    }
}

/* Whether the address held what was expected; then it holds the other value now. */
inline CompareExchange(thread, target, expected, number, succeeded)
{
    atomic {
        ALL_IS_WRITTEN(thread);
        d_step {
            ForgetAll(thread);
            if
            :: memory[target] == (expected) -> memory[target] = number; succeeded = true
            :: else -> succeeded = false
            fi
        }
    }
}

/* Writes one entry of a buffer to the memory. */
inline Write(thread, entry)
{
    d_step {
        memory[buffer[thread].address[entry]] = buffer[thread].value[entry];
        for (_i : entry .. ROOM - 2) {
            buffer[thread].address[_i] = buffer[thread].address[_i + 1];
            buffer[thread].value[_i] = buffer[thread].value[_i + 1];
            buffer[thread].isRelease[_i] = buffer[thread].isRelease[_i + 1];
        }
        _i = 0;
        buffer[thread].address[ROOM - 1] = 0;
        buffer[thread].value[ROOM - 1] = 0;
        buffer[thread].isRelease[ROOM - 1] = false;
        buffer[thread].length--
    }
}

#ifdef REORDER

/* Whether an entry may overtake the older ones. */
#define DIFFERS(thread, entry, older) (buffer[thread].address[entry] != buffer[thread].address[older])
#define OVERTAKES1(thread) (buffer[thread].length > 1 && !buffer[thread].isRelease[1] && DIFFERS(thread, 1, 0))
#define OVERTAKES2(thread) (buffer[thread].length > 2 && !buffer[thread].isRelease[2] && DIFFERS(thread, 2, 0) && DIFFERS(thread, 2, 1))

/* A read that the processor does early. */
#define READ_AHEAD(thread, target) \
    :: d_step { READS_PLAINLY(thread) && !seen[thread].has[target] -> seen[thread].has[target] = true; ReadNow(thread, target, seen[thread].value[target]) }

#endif

/* The part of a processor that writes a thread's buffer to the memory at some time, and reads ahead. */
proctype Processor(byte thread)
{
end:
    do
    :: atomic { buffer[thread].length > 0 -> Write(thread, 0) }
#ifdef REORDER
    :: atomic { OVERTAKES1(thread) -> Write(thread, 1) }
    :: atomic { OVERTAKES2(thread) -> Write(thread, 2) }
    READS_AHEAD(thread)
#endif
    od
}

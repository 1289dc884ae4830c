#!/bin/sh
# Breaks the lock-free sites of the runtime one at a time, and runs the test that the site's comment names: it has to be red. Prints a row for each, and
# fails if a test stays green. It takes a quarter of an hour.
#   tests/scripts/broken.sh [word]        those with the word in their line only
cd "$(dirname "$0")/../.." || exit 1
word=$1
export DOTNET_CLI_UI_LANGUAGE=en POOLEDGEN_STORM_SECONDS=40
. tests/scripts/copy.sh

# Only what this target compiles is broken.
sed -i 's|<TargetFrameworks>net10.0;.*<|<TargetFrameworks>net10.0<|' src/Runtime/PooledGen.csproj
green=0

# What is broken, the file, how (a sed script), the tests' project, the test.
broken() {
    case "$*" in *"$word"*) ;; *) return ;; esac
    file=src/Runtime/$2
    cp "$file" "$copy/unbroken"
    sed -i -e "$3" "$file"
    if cmp -s "$file" "$copy/unbroken"; then
        result='NOT BROKEN: the line has changed'
    elif ! dotnet build "tests/$4" -c Release -v quiet -nologo >"$copy/log" 2>&1; then
        result="NOT BROKEN: $(grep -m1 error "$copy/log")"
    elif timeout -k 10 300 dotnet test "tests/$4" -c Release --no-build --filter "FullyQualifiedName~$5" >"$copy/log" 2>&1; then
        result='GREEN'
    else
        result=red
    fi
    [ "$result" = red ] || green=1
    printf '| %s | `%s` | %s |\n' "$1" "$5" "$result"
    cp "$copy/unbroken" "$file"
}

stack=Pool/ThreadStack.cs
broken 'a trimmer lowers the count of a stack' $stack 's/trimmed?\.Add(node);/{ trimmed?.Add(node); _state--; }/' Runtime TrimmerStormTests
broken 'the owner does not look at the capacity after a push' $stack \
    's/if (Count > (uint)Volatile.Read(ref _limits.Capacity))/if (Count > 1000)/' Runtime CloseStormTests
broken 'a visit takes away capacity of a stack that it left at first' $stack 's/HighestInUse(Capacity)/HighestInUse(0)/' Runtime CapacityTests
broken 'a push writes the state before the slot' $stack \
    '/model: stack\/push/{n;s/.*/        Volatile.Write(ref _state, _state + 1);/};/model: stack\/count/{n;s/.*/        Slot(Count) = node;/}' \
    Serial/Runtime StatisticsUnderLoadTests
broken 'a count of slots does not see that nodes moved' $stack 's/(moves & 1) == 0 && moves == Volatile.Read(ref _moves) && state/state/' \
    Serial/Runtime StatisticsUnderLoadTests
broken 'a claim is a plain write' Pool/CoreTier.cs \
    's/=> Interlocked.CompareExchange(ref _count, Claimed, count) == count;/{ if (_count != count) return false; _count = Claimed; return true; }/' \
    Runtime CoreTierStormTests
broken 'a thread that claims an empty slot does not look at its capacity again' Pool/CoreTier.cs 's/capacity = CapacityOf(slot, sizeClass);/capacity = depths[sizeClass];/' \
    Runtime CloseStormTests
broken 'a thread that adds a native node does not look at the capacity after its claim' Pool/CoreTier.cs \
    's/if (count < CapacityOf(first, node.SizeClass))/if (count < depths[node.SizeClass])/' Runtime CloseStormTests
broken 'the closing of slots passes by a claimed one' Pool/CoreTier.cs 's/wait.SpinUninterrupted();/{ wait.SpinUninterrupted(); break; }/' \
    Runtime CloseStormTests
broken 'a visit takes away capacity of the core tier that it left at first' Pool/CoreTier.cs \
    's/CapacityInUse(sizeClass, Capacity(sizeClass))/CapacityInUse(sizeClass, 0)/' Runtime CapacityTests
broken 'a thread reads the slots before the capacity' Pool/CoreTier.cs \
    's/=> SlotsOf(sizeClass, Capacity(sizeClass));/{ var slots = _classes[sizeClass]; return slots.AsSpan(0, SlotsFor(sizeClass, Capacity(sizeClass))); }/' \
    Runtime FirstPlaceStormTests
broken 'a thread that reserves bytes does not look at the maximum again' Pool/RetentionLimit.cs \
    's/if (before + bytes <= Interlocked.Read(ref _max) /if (before < long.MaxValue /' Runtime CloseStormTests
broken 'a change of spare bytes is a plain write' Pool/BufferBudget.cs \
    's/long seen = Interlocked.CompareExchange(ref _spare, spare + change, spare);/long seen = spare; _spare = spare + change;/' Runtime SpareBytesStormTests
broken 'spare bytes are read and given back in two steps' Pool/BufferBudget.cs \
    's/long spare = Interlocked.Exchange(ref open._spare, Closed);/long spare = open._spare; open._spare = Closed;/' Runtime SpareBytesStormTests
broken 'a stack grows although a trim has raised its capacity to the largest one' Pool/BufferPool.Return.cs \
    's/if (stack.IsAtMaxCapacity || _isClosedToThreads || !_retentionLimit.TryReserve/if (_isClosedToThreads || !_retentionLimit.TryReserve/' Runtime Lifetime.CapacityTests
broken 'a timer is set under the lock of the pool' Pool/BufferPool.Return.cs 's/            stack.Grow();/            _trimmer.EnsureVisit(); stack.Grow();/' \
    Runtime IdleTrimmerTests
broken 'a generation advances by plain writes' Pool/PooledNode.cs \
    's/=> Interlocked.CompareExchange(ref _generation, .*/{ if (_generation != generation) return false; _generation = generation + OneReturn; return true; }/' \
    Runtime OwnerStormTests
broken 'nothing compares the part of an owner with its buffer' Pool/PooledNode.Memory.cs \
    's/if ((ulong)(uint)start + (uint)length > (uint)Capacity)/if (start < 0)/' Runtime TornOwnerTests
broken 'all nodes begin with the same generation' Pool/PooledNode.cs \
    's/_generation = unchecked((nint).*/_generation = Interlocked.Increment(ref s_nodes) * 0;/' Runtime TornOwnerTests
broken 'the adapter returns an array at the generation of its node' Handles/ArrayRentals.cs \
    's/node.ReturnOwned(node.RentedAsArrayAt)/node.ReturnOwned(node.Generation)/' Runtime Adapters.StormTests
broken 'native buffers lie on the stacks of threads' Storage/NativeBlocks.cs \
    's/override bool IsNative => true/override bool IsNative => false/' Runtime NativeStormTests
broken 'the finalizer that notices the end of a thread uses a WeakReference' Pool/ThreadRoster.cs \
    's/GCHandle _state/WeakReference _state/;s/GCHandle.Alloc(state, GCHandleType.Weak)/new(state)/;s/!_state.IsAllocated/_state is null/;s/_state.Free();//' \
    Runtime ThreadEndTests
broken 'the number of a thread is free as soon as the thread has ended' Pool/ThreadRoster.cs \
    's/new RosterEntry(pool, stacks, number);/new RosterEntry(pool, stacks);/' Runtime ThreadNumberTests
broken 'a pool keeps the stacks of an ended thread at the number' Pool/ThreadRoster.cs 's/_byNumber!\[number.Value\] = null;/_ = number;/' Runtime ThreadNumberTests
broken 'a thread makes room for its number without the lock' Pool/ThreadRoster.cs \
    '/ThreadNumber number = ThreadNumber.OfThread();/{n;s/using (Uninterrupted.Lock(this))//}' Runtime ThreadNumberTests
broken 'a thread remembers a pool without an annotated type' Pool/BufferPool.Stacks.cs \
    's/_staysLoaded = IsDeclared/_staysLoaded = true/' Runtime OwnArrayPoolLifetimeTests.Pool_ThatOtherThreadsUsed
exit $green

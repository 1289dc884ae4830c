#!/bin/sh
# Runs the tests of tests/Serial/Checking, and those of check/tests/ArrayPools and check/tests/Probes, as programs of NativeAOT. Needs gcc. Linux on x64 only.
cd "$(dirname "$0")/../.." || exit 1
failed=0
run() {
    dotnet publish "$1" -c Release -r linux-x64 -v quiet -nologo -o "$1/bin/published" && "$1/bin/published/$2" || failed=1
}

run tests/Serial/AheadOfTime PooledGen.Checking.AheadOfTime
run check/tests/AheadOfTime PooledGen.ArrayPools.AheadOfTime
exit $failed

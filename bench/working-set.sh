#!/bin/sh
# The peak of resident memory of three programs, each with ArrayPool.Shared and with PooledGen, above that of a process that does nothing:
# medians of nine runs in turns. Linux only. Arguments: --json for a result file; then how many rounds.
set -e
cd "$(dirname "$0")/.."
json=
[ "$1" = --json ] && { json=$1; shift; }
rounds=${1:-9}
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

dotnet build -c Release -v quiet -nologo bench/WorkingSet >&2
dotnet build -c Release -v quiet -nologo bench/Publish >&2
program=bench/WorkingSet/bin/Release/net10.0/PooledGen.Bench.WorkingSet.dll

peak() { dotnet $program "$@" >> "$scratch/$1$2"; }

median() { sort -n "$scratch/$1" | sed -n "$(((rounds + 1) / 2))p"; }

round=0
while [ $round -lt "$rounds" ]; do
    round=$((round + 1))
    peak nothing
    for shape in reader serializer builder; do
        peak $shape ArrayPool
        peak $shape PooledGen
    done
done

nothing=$(median nothing)
for shape in reader serializer builder; do
    awk -v shape=$shape -v nothing="$nothing" -v shared="$(median ${shape}ArrayPool)" -v ours="$(median ${shape}PooledGen)" \
        'BEGIN { shared -= nothing; ours -= nothing; printf "%s\t%.3f\t%.3f\t%.3f\n", shape, shared / 1024, ours / 1024, ours / shared }'
done | dotnet bench/Publish/bin/Release/net10.0/PooledGen.Bench.Publish.dll table $json \
    "medians of $rounds runs in turns, above the $((nothing / 1024)) MB of a process that does nothing" \
    "Program" "ArrayPool.Shared, MB:0.0" "PooledGen, MB:0.0" "Ratio:0.00"

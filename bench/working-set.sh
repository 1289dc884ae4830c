#!/bin/sh
# The peak of resident memory of three programs, each with ArrayPool.Shared and with PooledGen, above that of a process that does nothing: a Markdown
# table, medians of nine runs in turns. Linux only. A row takes a minute.
set -e
cd "$(dirname "$0")/.."
rounds=${1:-9}
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

dotnet build -c Release -v quiet -nologo bench/WorkingSet >/dev/null
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
echo "| Program | ArrayPool.Shared, MB | PooledGen, MB | Ratio |"
echo "|---|---|---|---|"
for shape in reader serializer builder; do
    awk -v shape=$shape -v nothing="$nothing" -v shared="$(median ${shape}ArrayPool)" -v ours="$(median ${shape}PooledGen)" \
        'BEGIN { shared -= nothing; ours -= nothing; printf "| %s | %.1f | %.1f | %.2f |\n", shape, shared / 1024, ours / 1024, ours / shared }'
done
echo
awk -v nothing="$nothing" 'BEGIN { printf "The process that does nothing has %.1f MB.\n", nothing / 1024 }'

#!/bin/sh
# What the first rental of a process compiles, takes and loads: medians of nine runs of each row, in turns. Linux only. Takes a minute.
# Arguments: --json for a result file; then how many rounds.
set -e
cd "$(dirname "$0")/.."
json=
[ "$1" = --json ] && { json=$1; shift; }
rounds=${1:-9}
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

dotnet build -c Release -v quiet -nologo bench/FirstRental >&2
dotnet build -c Release -v quiet -nologo bench/Publish >&2
dotnet publish -c Release -v quiet -nologo -r linux-x64 --self-contained false -p:PublishReadyToRun=true -o "$scratch/ahead" bench/FirstRental >&2
program=PooledGen.Bench.FirstRental.dll
jit=bench/FirstRental/bin/Release/net10.0/$program

round=0
while [ $round -lt "$rounds" ]; do
    round=$((round + 1))
    dotnet $jit --values >> "$scratch/ours"
    DOTNET_TieredCompilation=0 dotnet $jit --values >> "$scratch/untiered"
    dotnet "$scratch/ahead/$program" --values >> "$scratch/ready"
    dotnet $jit further --values >> "$scratch/further"
    dotnet $jit shared --values >> "$scratch/shared"
    dotnet $jit shared-struct --values >> "$scratch/shared-struct"
done

median() { cut -f "$2" "$scratch/$1" | sort -n | sed -n "$(((rounds + 1) / 2))p"; }
row() { printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$2" "$(median "$1" 1)" "$(median "$1" 2)" "$(median "$1" 3)" "$(median "$1" 4)" "$(median "$1" 5)"; }

{
    row ours 'PooledGen'
    row further 'of a further element type, a struct of your own'
    row untiered 'without the tiers of the compiler (`DOTNET_TieredCompilation=0`)'
    row ready 'compiled ahead of time (ReadyToRun), which the package is not'
    row shared '`ArrayPool<byte>.Shared`'
    row shared-struct '`ArrayPool<T>.Shared`, of a struct of your own'
} | dotnet bench/Publish/bin/Release/net10.0/PooledGen.Bench.Publish.dll table $json "medians of $rounds runs in turns" \
    "First rental" "Methods, it returns:0" "ms:0.0" "Methods, 90 ms later:0" "Resident memory, MB:0.0" "ICU:yes;;no"

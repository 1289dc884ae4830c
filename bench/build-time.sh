#!/bin/sh
# How much longer a project takes to build with 1, 100 and 1,000 annotated types than with none: medians of three builds in turns.
# The compiler starts anew for each build, as it does in CI. Let the machine do nothing else meanwhile.
# Arguments: --json for a result file; then how many rounds.
set -e
cd "$(dirname "$0")/.."
repository=$PWD
. bench/annotated-types.sh
json=
[ "$1" = --json ] && { json=$1; shift; }
rounds=${1:-3}
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

dotnet build -c Release -v quiet -nologo src/Runtime >&2
dotnet build -c Release -v quiet -nologo bench/Publish >&2

for types in 0 1 100 1000; do
    mkdir "$scratch/$types"
    project "$scratch/$types/Types.csproj" "<TargetFramework>net10.0</TargetFramework>"
    renters $types > "$scratch/$types/Types.cs"
    dotnet restore -v quiet "$scratch/$types" >/dev/null
done

build() {
    touch "$scratch/$1/Types.cs"
    start=$(date +%s%N)
    dotnet build -c Release -v quiet -nologo --no-restore -p:BuildProjectReferences=false -p:UseSharedCompilation=false -nodeReuse:false "$scratch/$1" >/dev/null
    echo $((($(date +%s%N) - start) / 1000000)) >> "$scratch/$1.ms"
}

round=0
while [ $round -lt "$rounds" ]; do
    round=$((round + 1))
    for types in 0 1 100 1000; do build $types; done
done

median() { sort -n "$scratch/$1.ms" | sed -n "$(((rounds + 1) / 2))p"; }

for types in 0 1 100 1000; do
    awk -v types=$types -v ms="$(median $types)" -v base="$(median 0)" 'BEGIN { printf "%d\t%.3f\t%.3f\n", types, ms / 1000, (ms - base) / 1000 }'
done | dotnet bench/Publish/bin/Release/net10.0/PooledGen.Bench.Publish.dll table $json "medians of $rounds builds in turns" \
    "Annotated types" "Build, s:0.0" "Longer than without, s:0.0"

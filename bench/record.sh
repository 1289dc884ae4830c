#!/bin/sh
# Measures everything and puts the result into bench/results and docs/benchmarks.md. Let the machine do nothing else meanwhile.
# Arguments go to the comparer: `--quick` tries the script out.
set -e
cd "$(dirname "$0")/.."

result=bench/results/quick-net10.0-x64.json
page=docs/benchmarks.md
quick="dotnet bench/Quick/bin/Release/net10.0/PooledGen.Bench.Quick.dll"
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

# Written beside first: a run that fails leaves the last result alone.
dotnet build -c Release -v quiet bench/Quick
$quick --json "$@" > "$scratch/result.json"
$quick --markdown "$scratch/result.json" > "$scratch/table.md"

awk -v table="$scratch/table.md" '
    /<!-- end of results -->/ { skip = 0 }
    !skip { print }
    /<!-- results:/ { skip = 1; print ""; while ((getline line < table) > 0) print line; print "" }
' "$page" > "$scratch/page.md"

cp "$scratch/result.json" "$result"
cp "$scratch/page.md" "$page"

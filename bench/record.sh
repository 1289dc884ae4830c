#!/bin/sh
# Measures what is published, puts each result into bench/results, and the figures into README.md, docs and bench/results/README.md. Let the machine do nothing else meanwhile.
# Arguments: the names of the results to renew, such as `latency retained`; without them all are. ROUNDS=5 in the environment tries the comparers out.
# Commit first: each result names the commit, and says whether a file differed from it. Draw the charts with bench/charts.sh afterwards.
set -e
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

build() { dotnet build -c Release -v quiet -nologo "bench/$1" >&2; }
program() { echo "bench/$1/bin/Release/net10.0/PooledGen.Bench.$1.dll"; }

# Written beside first: a run that fails leaves the last result alone.
record() {
    name=$1
    shift
    echo "== $name" >&2
    start=$(date +%s)
    "$@" > "$scratch/$name.json"
    cp "$scratch/$name.json" "bench/results/$name.json"
    echo "-- $(($(date +%s) - start)) s" >&2
}

measure() {
    case $1 in
        quick) build Quick; record quick-net10.0-x64 dotnet "$(program Quick)" --json --rounds "${ROUNDS:-151}" ;;
        pools) build Quick; record pools-net10.0-x64 dotnet "$(program Quick)" --pools --json --rounds "${ROUNDS:-31}" ;;
        latency) build Tables; record latency dotnet "$(program Tables)" latency --json ;;
        large-objects) build Tables; record large-objects dotnet "$(program Tables)" large --json ;;
        memory-ways) build Tables; record memory-ways dotnet "$(program Tables)" memory --json ;;
        memory-limit) build Tables; record memory-limit dotnet "$(program Tables)" memory-limit --json ;;
        retained) build Tables; record retained dotnet "$(program Tables)" retained --json ;;
        idle-threads) build Tables; record idle-threads dotnet "$(program Tables)" idle-threads --json ;;
        first-rental) record first-rental sh bench/first-rental.sh --json ;;
        working-set) build Tables; record working-set dotnet "$(program Tables)" working-set --json ;;
        build-time) record build-time sh bench/build-time.sh --json 3 ;;
        server) build Tables; record server dotnet "$(program Tables)" server --json ;;
        server-memory) build Tables; record server-memory dotnet "$(program Tables)" server-memory --json ;;
        generator) build GeneratorCost; record generator dotnet "$(program GeneratorCost)" --json ;;
        rules) build AnalyzerCost; record rules dotnet "$(program AnalyzerCost)" 20000 9 --json ;;
        net11.0) build Quick; record quick-net11.0-x64 sh tests/scripts/runtimes.sh net11 dotnet "$(program Quick)" --json --rounds "${ROUNDS:-31}" ;;
        net8.0) record quick-net8.0-x64 sh bench/runtimes.sh net8.0 --json --rounds "${ROUNDS:-31}" ;;
        aot) record quick-net9.0-aot-x64 sh bench/runtimes.sh aot --json --rounds "${ROUNDS:-31}" ;;
        aot-size) record aot-size sh bench/aot-size.sh --json ;;
        mono) record mono sh bench/mono.sh --json ;;
        *) echo "record.sh knows no result '$1'." >&2; exit 1 ;;
    esac
}

for result in ${*:-quick pools latency large-objects memory-ways memory-limit retained idle-threads first-rental working-set server server-memory build-time generator rules net11.0 net8.0 aot aot-size mono}; do
    measure "$result"
done

build Publish
dotnet "$(program Publish)"

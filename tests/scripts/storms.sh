#!/bin/sh
# The storms, for a number of seconds under each configuration of the .NET runtime: a Markdown table. A configuration in which a storm fails makes the exit
# code 1. The end of its log is printed, and the whole log is kept.
#   tests/scripts/storms.sh [seconds] [configuration...]        60 seconds and all configurations, unless you name them
# STORMS, a filter of dotnet test, selects some of the storms: FullyQualifiedName~MixedStorm.
# The last six configurations run the program in tests/Concurrency/Stress, on other runtimes and with a garbage collection at every allocation, until it has rented
# RENTALS buffers (100000000; 10000 in gc-stress). The one for NativeAOT needs gcc, and mono needs Debian's mono-devel.
cd "$(dirname "$0")/../.." || exit 1
seconds=${1:-60}
[ $# -gt 0 ] && shift
all='default tiers no-pgo no-ready-to-run small-gen0 server-gc hard-limit netstandard stress net8.0 net11 aot mono gc-stress'
configurations=${*:-$all}
logs=$(mktemp -d)
failed=0

export POOLEDGEN_STORM_SECONDS="$seconds" POOLEDGEN_STORM_ROUNDS="${POOLEDGEN_STORM_ROUNDS:-50000}" DOTNET_CLI_UI_LANGUAGE=en

programs=tests/Concurrency/Stress/bin/published

[ -n "$NOBUILD" ] || for project in Runtime Runtime.NetStandard; do
    dotnet build "tests/$project" -v quiet -nologo >"$logs/build" || { cat "$logs/build"; exit 1; }
done

# What the storms of one configuration are, and the settings of the process that runs them; -e sets them in that process only.
describe() {
    project=tests/Runtime
    program=''
    rentals=${RENTALS:-100000000}
    options=''
    filter=${STORMS:-FullyQualifiedName~Storm}
    settings=''
    case $1 in
        default) ;;
        tiers) settings='TieredCompilation=1' ;;
        no-pgo) settings='TieredCompilation=1 TieredPGO=0' ;;
        no-ready-to-run) settings='TieredCompilation=1 ReadyToRun=0' ;;
        small-gen0) settings='GCgen0size=0x10000' ;;
        server-gc) settings='gcServer=1' ;;
        hard-limit) settings='GCHeapHardLimit=0xC000000' filter='FullyQualifiedName~ScarceMemoryStorm' ;;
        netstandard) project=tests/Runtime.NetStandard ;;
        # Each allocation takes ten milliseconds or more.
        gc-stress) settings='GCStress=0x3' rentals=${RENTALS:-10000} program="env DOTNET_GCStress=0x3 dotnet $programs/gc-stress/PooledGen.Stress.dll" ;;
        stress) program="dotnet $programs/stress/PooledGen.Stress.dll" ;;
        net8.0) options='-r linux-x64 --self-contained -p:StressFramework=net8.0' program="$programs/net8.0/PooledGen.Stress" ;;
        net11) program="tests/scripts/runtimes.sh net11 dotnet $programs/net11/PooledGen.Stress.dll" ;;
        aot) options='-r linux-x64 -p:StressFramework=net9.0 -p:StressAheadOfTime=true' program="$programs/aot/PooledGen.Stress" ;;
        mono) options='-p:StressFramework=net472' program="mono $programs/mono/PooledGen.Stress.exe" ;;
        *) echo "No configuration is named $1; there are $all." >&2; exit 2 ;;
    esac
}

run() {
    # shellcheck disable=SC2086 # the options and the program are several words
    if [ -n "$program" ]; then
        dotnet publish tests/Concurrency/Stress -c Release -v quiet -nologo $options -o "$programs/$name" && $program "$rentals"
    else
        for setting in $settings; do options="$options -e DOTNET_$setting"; done
        dotnet test "$project" --no-build -nologo --filter "$filter" --logger 'console;verbosity=detailed' $options
    fi
}

# Adds up the lines "storm: 12 rentals, 0 double holders, 0 lost".
row() {
    awk -v name="$1" -v settings="$2" -v outcome="$3" '
        / storm: / || /^storm: / { sub(/.*storm: /, ""); split($0, part, ", "); storms++; rentals += part[1]; holders += part[2]; lost += part[3] }
        END { printf "|%s|%s|%d|%d|%d|%d|%s|\n", name, settings, storms, rentals, holders, lost, outcome }' "$logs/$1"
}

echo '|Configuration|Settings, after `DOTNET_`|Storms|Rentals|Double holders|Lost|Tests|'
echo '|---|---|---|---|---|---|---|'
for name in $configurations; do
    describe "$name"
    # A filter that selects no test passes, too.
    if run >"$logs/$name" 2>&1 && grep -q 'storm: ' "$logs/$name"; then
        outcome='passed'
    else
        outcome='**failed**'
        failed=1
        tail -n 40 "$logs/$name" >&2
    fi
    row "$name" "$(echo "$settings" | sed 's/[^ ][^ ]*/`&`/g')" "$outcome"
done

[ $failed = 0 ] && rm -r "$logs" || echo "The logs are in $logs." >&2
exit $failed

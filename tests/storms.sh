#!/bin/sh
# The storms, for a number of seconds under each configuration of the .NET runtime: a Markdown table. A configuration in which a storm fails makes the exit
# code 1, and its log is kept.
#   tests/storms.sh [seconds] [configuration...]        60 seconds and all configurations, unless you name them
# STORMS, a filter of dotnet test, selects some of the storms: FullyQualifiedName~MixedStorm.
cd "$(dirname "$0")/.." || exit 1
seconds=${1:-60}
[ $# -gt 0 ] && shift
all='default tiers no-pgo no-ready-to-run small-gen0 server-gc hard-limit gc-stress netstandard'
configurations=${*:-$all}
logs=$(mktemp -d)
failed=0

export POOLEDGEN_STORM_SECONDS="$seconds" POOLEDGEN_STORM_ROUNDS="${POOLEDGEN_STORM_ROUNDS:-50000}" DOTNET_CLI_UI_LANGUAGE=en

[ -n "$NOBUILD" ] || for project in Runtime Runtime.NetStandard; do
    dotnet build "tests/$project" -v quiet -nologo >"$logs/build" || { cat "$logs/build"; exit 1; }
done

# What the storms of one configuration are, and the settings of the process that runs them; -e sets them in that process only.
describe() {
    project=tests/Runtime
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
        # A garbage collection at every allocation is some hundred times slower, so two storms have to be enough.
        gc-stress) settings='GCStress=0x3' filter='FullyQualifiedName~TrimmerStorm|FullyQualifiedName~MixedStorm' ;;
        netstandard) project=tests/Runtime.NetStandard ;;
        *) echo "No configuration is named $1; there are $all." >&2; exit 2 ;;
    esac
}

# Adds up the lines "storm: 12 rentals, 0 double holders, 0 lost".
row() {
    awk -v name="$1" -v settings="$2" -v outcome="$3" '
        / storm: / || /^storm: / { sub(/.*storm: /, ""); split($0, part, ", "); storms++; rentals += part[1]; holders += part[2]; lost += part[3] }
        END { printf "|%s|%s|%d|%d|%d|%d|%s|\n", name, settings, storms, rentals, holders, lost, outcome }' "$logs/$1"
}

echo '|Configuration|Settings|Storms|Rentals|Double holders|Lost|Tests|'
echo '|---|---|---|---|---|---|---|'
for name in $configurations; do
    describe "$name"
    options=''
    for setting in $settings; do options="$options -e DOTNET_$setting"; done
    # shellcheck disable=SC2086 # the options are several words
    if dotnet test "$project" --no-build -nologo --filter "$filter" --logger 'console;verbosity=detailed' $options >"$logs/$name" 2>&1; then
        outcome='passed'
    else
        outcome='**failed**'
        failed=1
    fi
    row "$name" "$(echo "$settings" | sed 's/[^ ][^ ]*/`DOTNET_&`/g')" "$outcome"
done

[ $failed = 0 ] && rm -r "$logs" || echo "The logs are in $logs." >&2
exit $failed

#!/bin/sh
# Prints how many bytes of machine code the optimised call sites of a scenario have. Arguments: a class of bench/Scenarios, by
# default OneRental; and a method, to see its instructions too.
set -e
cd "$(dirname "$0")/.."

scenario=${1:-OneRental}
listing=$(mktemp)
trap 'rm "$listing"' EXIT

dotnet build -c Release -v quiet bench/Quick >&2
DOTNET_JitStdOutFile=$listing DOTNET_JitDisasm="PooledGen.Bench.Scenarios.$scenario:${2:-*}" \
    dotnet bench/Quick/bin/Release/net10.0/PooledGen.Bench.Quick.dll --quick > /dev/null 2>&1

awk -v print_code="${2:+yes}" '
    /^; Assembly listing for method/ {
        method = $6; sub(/\(.*/, "", method); sub(/.*:/, "", method)
        tier1 = /\(Tier1\)/
    }
    tier1 && print_code { print }
    tier1 && /^; Total bytes of code/ { printf "%-16s %5d bytes\n", method, $6 }
' "$listing"

#!/bin/sh
# The rentals of the build for .NET Framework on Mono, beside ArrayPool.Shared of System.Buffers. Needs Debian's mono-devel. Let the machine do nothing else.
# Arguments: --json for a result file; then how many rounds.
set -e
cd "$(dirname "$0")/.."
json=
[ "$1" = --json ] && { json=$1; shift; }
rounds=${1:-31}
command -v mono >/dev/null || { echo "mono.sh needs Mono: apt-get install mono-devel" >&2; exit 1; }

dotnet build -c Release -v quiet -nologo bench/Mono >&2
dotnet build -c Release -v quiet -nologo bench/Publish >&2

mono bench/Mono/bin/Release/net472/PooledGen.Bench.Mono.exe "$rounds" |
    dotnet bench/Publish/bin/Release/net10.0/PooledGen.Bench.Publish.dll table $json \
        "medians of $rounds rounds in turns, on $(mono --version | sed -n 's/^\(Mono JIT compiler version [^ ]*\).*/\1/p')" \
        "Rental" "Renter, ns:0.0" "Owner, ns:0.0" "AsArrayPool, ns:0.0" "ArrayPool.Shared, ns:0.0" "new, ns:0.0" "Renter / ArrayPool.Shared:0.00"

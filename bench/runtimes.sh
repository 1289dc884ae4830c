#!/bin/sh
# The quick comparison on other runtimes: net8.0 on the runtime of .NET 8, and net9.0 compiled ahead of time by NativeAOT (needs gcc). Restores both from
# the package source. Linux, x64. Arguments: net8.0 or aot, then arguments for the comparer.
set -e
cd "$(dirname "$0")/.."
target=$1
shift

# The output lies in the repository, so that the comparer finds the commit that it measures.
output=bench/Quick/bin/published/$target
case $target in
    net8.0) options="-p:QuickFramework=net8.0 --self-contained" ;;
    aot) options="-p:QuickFramework=net9.0 -p:QuickAheadOfTime=true" ;;
    *) echo "usage: runtimes.sh net8.0|aot [options of the comparer]" >&2; exit 1 ;;
esac
dotnet publish -c Release -v quiet -nologo -r linux-x64 $options -o "$output" bench/Quick >&2
"$output/PooledGen.Bench.Quick" "$@"

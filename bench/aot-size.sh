#!/bin/sh
# How much larger a program gets that NativeAOT compiles for .NET 9, with 1 and with 100 annotated types, each rented once. Needs gcc. Linux, x64.
# Arguments: --elements for types of different elements, structs of their own, after one of bytes; --json for a result file.
set -e
cd "$(dirname "$0")/.."
repository=$PWD
. bench/annotated-types.sh
json= counts="0 1 100" declare=renters
for argument; do
    case $argument in
        --json) json=$argument ;;
        --elements) counts="0 1 11" declare=renters_of_structs ;;
        *) echo "aot-size.sh: unknown argument: $argument" >&2; exit 2 ;;
    esac
done
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

dotnet build -c Release -v quiet -nologo bench/Publish >&2

for types in $counts; do
    mkdir "$scratch/$types"
    project "$scratch/$types/Size.csproj" "<OutputType>Exe</OutputType><TargetFramework>net9.0</TargetFramework><PublishAot>true</PublishAot>"
    for type in $(seq 1 $types); do
        echo "using (var buffer$type = Buffer$type.Rent(args.Length + 1)) buffer$type[0] = default;"
    done > "$scratch/$types/Program.cs"
    echo 'Console.WriteLine(args.Length);' >> "$scratch/$types/Program.cs"
    $declare $types >> "$scratch/$types/Program.cs"
    dotnet publish -c Release -r linux-x64 -v quiet -nologo "$scratch/$types" -o "$scratch/$types/out" >&2
done

size() { stat -c %s "$scratch/$1/out/Size"; }

for types in $counts; do
    awk -v types=$types -v bytes="$(size $types)" -v base="$(size 0)" -v one="$(size 1)" 'BEGIN {
        each = types > 1 ? sprintf("%.3f", (bytes - one) / 1024 / (types - 1)) : ""
        printf "%d\t%.3f\t%.3f\t%s\n", types, bytes / 1024, (bytes - base) / 1024, each }'
done | dotnet bench/Publish/bin/Release/net10.0/PooledGen.Bench.Publish.dll table $json "the published file, stripped, by NativeAOT of .NET 9" \
    "Annotated types" "Program, KB:#,0" "Larger than without, KB:#,0" "Each further type, KB:0.0"

#!/bin/sh
# Packs PooledGen twice from scratch, and compares all assemblies that this builds, those of PooledGen.Analyzers too: the same sources give the same
# bytes. Fails if one differs. It takes a minute, so .ci/run calls it and dotnet test does not.
set -e
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

# The same folder each time, because the paths of generated files get into the symbols, and hence into the assemblies.
pack() {
    dotnet pack src/Runtime --artifacts-path "$scratch/artifacts" --output "$scratch/packages" -p:RunAnalyzers=false -v quiet -nologo
    (cd "$scratch/artifacts/bin" && find . -name 'PooledGen*.dll' -exec sha256sum {} + | sort -k 2) > "$scratch/$1"
    rm -r "$scratch/artifacts"
}

pack first
pack second
cat "$scratch/first"
test "$(wc -l < "$scratch/first")" -ge 7
diff "$scratch/first" "$scratch/second"

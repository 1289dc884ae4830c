#!/bin/sh
# The lines of the runtime, of the generator and of the rules that tests execute, and those that none does (tests/scripts/README.md). Fails below 95 percent.
# It takes several minutes.
cd "$(dirname "$0")/../.." || exit 1
limit=95
results=$(mktemp -d)
trap 'rm -r "$results"' EXIT
export DOTNET_CLI_UI_LANGUAGE=en

# A test that fails is not counted here: .ci/run counts it. One project after the other: two collectors at once disturb each other. Of
# Serial/Runtime the diagnostics only: other tests look at what the process loads, compiles and unloads, and the collector is a part of it.
for project in Runtime Serial/Checking Serial/Runtime Interop Generator Snapshots Analyzers; do
    filter=''
    [ "$project" = Serial/Runtime ] && filter='--filter FullyQualifiedName~Diagnostics'
    # shellcheck disable=SC2086 # the filter is two words
    dotnet test "tests/$project" -v quiet -nologo --settings tests/Coverage.runsettings --results-directory "$results/$project" $filter
done

# A line that one project does not execute another one may.
find "$results" -name '*.cobertura.xml' -exec cat {} + | awk -v limit=$limit '
    /<class / {
        file = $0
        sub(/.* filename="/, "", file)
        sub(/".*/, "", file)
        gsub(/\\/, "/", file)
        part = file ~ /\/src\/(Runtime|Shared\/(Pool|Checks))\// ? "Runtime" : file ~ /\/src\/(Generator|Shared)\// ? "Generator" : file ~ /\/src\/Analyzers\// ? "Analyzers" : ""
        if (file ~ /\/obj\//)
            part = ""
        sub(/.*\/src\//, "src/", file)
    }
    part != "" && /<line / {
        number = $0
        sub(/.* number="/, "", number)
        sub(/".*/, "", number)
        hits = $0
        sub(/.* hits="/, "", hits)
        line = file SUBSEP (number + 0)
        partOf[line] = part
        if (hits + 0 > 0)
            executed[line] = 1
    }
    END {
        for (line in partOf) {
            total[partOf[line]]++
            if (line in executed) {
                done[partOf[line]]++
            } else {
                split(line, place, SUBSEP)
                printf "  %s:%d\n", place[1], place[2] | "sort -t: -k1,1 -k2,2n"
            }
        }
        close("sort -t: -k1,1 -k2,2n")
        for (name in total) {
            percent = 100 * done[name] / total[name]
            printf "%s: %d of %d lines are executed, %.1f %%\n", name, done[name], total[name], percent
            if (percent < limit)
                low = 1
        }
        exit low || !("Runtime" in total) || !("Generator" in total) || !("Analyzers" in total)
    }'

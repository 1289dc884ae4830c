#!/bin/sh
# Mutants of the runtime's core and of the generator's model and parser (tests/scripts/README.md). Stryker.NET changes one expression or statement at a time and
# runs the tests that execute it. Prints a Markdown table, and each mutant that no test killed. A time-out is no kill. Fails below 85 percent. It takes hours.
#   tests/scripts/mutants.sh [file...]        as Runtime/Pool/CoreTier.cs, and a * is allowed: the core, the model and the parser, unless you name files
cd "$(dirname "$0")/../.." || exit 1
limit=85
all='Runtime/Pool/ThreadStack.cs Runtime/Pool/CoreTier.cs Runtime/Pool/PooledNode*.cs Runtime/Pool/BufferPool*.cs Runtime/Pool/RetentionLimit.cs
    Runtime/**/Shared/Pool/*.cs Generator/Model/*.cs Generator/Parsing/*.cs Generator/**/Shared/Declarations/*.cs Generator/**/Shared/Rules/*.cs'
set -f
files=${*:-$all}

# Stryker leaves mutated assemblies behind.
. tests/scripts/copy.sh
# Under a mutant, what a test waits for may never come. It then has to fail before Stryker's time is over.
sed -i 's/s_patience = TimeSpan.FromSeconds(30)/s_patience = TimeSpan.FromSeconds(2)/' tests/Runtime/Lifetime/Collections.cs
# An exception on the thread of a timer or of the finalizers ends the process, and Stryker calls that a time-out. Here it only ends the work, and the
# tests that wait for the work fail.
cat >tests/Runtime/UnhandledExceptions.cs <<EOF
internal static class UnhandledExceptions
{
    [System.Runtime.CompilerServices.ModuleInitializer]
    internal static void Ignore() => System.Runtime.ExceptionServices.ExceptionHandling.SetUnhandledExceptionHandler(static _ => true);
}
EOF
dotnet new tool-manifest >/dev/null && dotnet tool install dotnet-stryker --version 5.1.0 >/dev/null || exit 1

# What order memory accesses have is the business of tests/Concurrency/Model, so barriers are left alone. Storms find races, and need seconds for that.
mutate() {
    mutated=$(for file in $files; do case $file in $1/*) printf '"%s",' "${file#*/}" ;; esac; done)
    [ -n "$mutated" ] || return 0
    cat >"src/$1/stryker-config.json" <<EOF
{ "stryker-config": {
    "project": "$2", "test-projects": [$3], "mutate": [${mutated%,}], "test-case-filter": "$4", "ignore-methods": ["*MemoryBarrier", "*Barrier.Pass"],
    "coverage-analysis": "perTest", "mutation-level": "Standard", "concurrency": 2, "additional-timeout": 10000, "reporters": ["json"] } }
EOF
    (cd "src/$1" && dotnet stryker --output "$copy/$1") >"$copy/$1.log" 2>&1 || { tail -n 40 "$copy/$1.log" >&2; return 1; }
}

runtime='FullyQualifiedName!~Storm'
# All of tests/Snapshots and tests/Generator but what takes long, and of tests/Analyzers what looks at declarations.
generator='FullyQualifiedName~Generator.Tests&FullyQualifiedName!~Torture&FullyQualifiedName!~MutationTests&FullyQualifiedName!~Structure'
generator="$generator&FullyQualifiedName!~ConsumerMatrix|FullyQualifiedName~Snapshots.Tests&FullyQualifiedName!~PublicApi"
generator="$generator|FullyQualifiedName~AccessibilityMatrix|FullyQualifiedName~ElementSize"
for test in $(ls tests/Analyzers/Rules); do generator="$generator|FullyQualifiedName~Analyzers.Tests.${test%.cs}"; done

# Stryker mutates one target framework, so the runtime has one. But the consumers that the tests of the generator compile need the runtime for each target,
# so it is built before.
dotnet build src/Runtime -v quiet -nologo >&2 || exit 1
sed -i 's|<TargetFrameworks>net10.0;.*<|<TargetFrameworks>net10.0<|' src/Runtime/PooledGen.csproj

# Stryker finds a project only where the tests refer to it themselves.
sed -i '/Runtime\/PooledGen.csproj/d' tests/Testing/PooledGen.Testing.csproj
sed -i 's|<ProjectReference Include="../Testing/.*|&<ProjectReference Include="../../src/Generator/PooledGen.Generator.csproj" />|' \
    tests/Generator/PooledGen.Generator.Tests.csproj tests/Snapshots/PooledGen.Snapshots.Tests.csproj tests/Analyzers/PooledGen.Analyzers.Tests.csproj
mutate Generator PooledGen.Generator.csproj \
    '"../../tests/Generator/PooledGen.Generator.Tests.csproj", "../../tests/Snapshots/PooledGen.Snapshots.Tests.csproj",
    "../../tests/Analyzers/PooledGen.Analyzers.Tests.csproj"' "$generator" || exit 1

mutate Runtime PooledGen.csproj '"../../tests/Runtime/PooledGen.Runtime.Tests.csproj"' "$runtime" || exit 1

# The report is one line, so each mutant gets a line of its own. What follows the last mutant of a file names the next file.
find "$copy" -name mutation-report.json -exec cat {} + | sed 's/{"id":"/\n&/g' | awk -v limit=$limit '
    function text(after, before, part) {
        part = substr($0, index($0, after) + length(after))
        return substr(part, 1, index(part, before) - 1)
    }
    /"mutatorName"/ {
        status = text("\"status\":\"", "\"")
        if (status ~ /^(Killed|Survived|Timeout|NoCoverage)$/) {
            count[file, status]++
            sum[status]++
            mutants[file]++
            total++
            if (!(file in order))
                order[file] = ++names
            name[order[file]] = file
            if (status != "Killed") {
                replacement = text("\"replacement\":\"", "\",\"location\"")
                gsub(/\\u0022|\\"/, "\"", replacement); gsub(/\\u0026/, "\\&", replacement); gsub(/\\u002B/, "+", replacement)
                gsub(/\\u003C/, "<", replacement); gsub(/\\u003E/, ">", replacement); gsub(/ *(\\r)?\\n */, " ", replacement)
                left = left sprintf("%s:%d: %s: %s: %s\n", file, text("\"line\":", ","), status, text("\"mutatorName\":\"", "\""), replacement)
            }
        }
    }
    /":\{"language":"/ {
        parts = split($0, part, "\":{\"language\":\"")
        file = part[parts - 1]
        sub(/.*\/src\//, "", file)
    }
    function row(title, all, killed, timeout, survived, missed) {
        printf "|%s|%d|%d|%.1f %%|%d|%d|%d|\n", title, all, killed, 100 * killed / all, survived, timeout, missed
    }
    END {
        if (total == 0)
            exit 1
        print "|File|All|Killed| |Survived|Timed out|Not run|"
        print "|---|---|---|---|---|---|---|"
        for (i = 1; i <= names; i++) {
            f = name[i]
            row(f, mutants[f], count[f, "Killed"], count[f, "Timeout"], count[f, "Survived"], count[f, "NoCoverage"])
        }
        row("all", total, sum["Killed"], sum["Timeout"], sum["Survived"], sum["NoCoverage"])
        printf "\n%s", left
        exit 100 * sum["Killed"] < limit * total
    }'

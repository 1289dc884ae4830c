# For scripts that read it by `.` in the root of the repository: goes to a copy of the sources, which they may break. The copy is gone when the script ends.
copy=$(mktemp -d)
trap 'rm -r "$copy"' EXIT

# MSBuild reads RunAnalyzers: the ordinary build has checked rules and style, and the copy is built faster without them.
export MSBUILDDISABLENODEREUSE=1 DOTNET_NOLOGO=true DOTNET_CLI_TELEMETRY_OPTOUT=1 RunAnalyzers=false

git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -xf - -C "$copy" || exit 1
cd "$copy" || exit 1

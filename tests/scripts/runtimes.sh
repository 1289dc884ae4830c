#!/bin/sh
# Runs the tests, or a command, on a .NET that is newer than the SDK.
#   tests/scripts/runtimes.sh net11                                 the tests of the runtime, of the check of ArrayPool, and of Kestrel and other people's libraries on it
#   tests/scripts/runtimes.sh net11 dotnet test tests/Samples       any command, with the SDK on the newer runtime
# It makes a folder with the SDK and no other runtime than the newer one, which comes as two packages. Linux on x64 only.
# NOBUILD=1 takes the tests as they were built last.
cd "$(dirname "$0")/../.." || exit 1
case $1 in
    net11) version=11.0.0 ;;
    *) echo "usage: tests/scripts/runtimes.sh net11 [command...]" >&2; exit 2 ;;
esac
shift
projects='tests/Runtime tests/Serial/Checking tests/Serial/Runtime tests/Interop check/tests/ArrayPools check/tests/Probes'
# A node of MSBuild would outlive the folder that it runs from.
export DOTNET_CLI_UI_LANGUAGE=en DOTNET_NOLOGO=true MSBUILDDISABLENODEREUSE=1

[ $# -gt 0 ] || [ -n "$NOBUILD" ] || for project in $projects; do
    dotnet build "$project" -v quiet || exit 1
done

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

cat > "$root/Runtime.csproj" <<EOF
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
  <ItemGroup>
    <PackageDownload Include="Microsoft.NETCore.App.Runtime.linux-x64" Version="[$version]" />
    <PackageDownload Include="Microsoft.AspNetCore.App.Runtime.linux-x64" Version="[$version]" />
  </ItemGroup>
</Project>
EOF
dotnet restore "$root/Runtime.csproj" -v quiet >&2 || exit 1
packages=$(dotnet msbuild "$root/Runtime.csproj" -getProperty:NuGetPackageRoot)

# Hard links, because the host would follow symbolic ones back to the SDK's own folder; copies where the file system has no links.
sdk=$(dirname "$(readlink -f "$(command -v dotnet)")")
for part in dotnet host sdk; do
    cp -al "$sdk/$part" "$root" 2>/dev/null || cp -a "$sdk/$part" "$root" || exit 1
done
for name in NETCore AspNetCore; do
    files=${packages%/}/microsoft.$(echo $name | tr A-Z a-z).app.runtime.linux-x64/$version/runtimes/linux-x64
    shared=$root/shared/Microsoft.$name.App/$version
    mkdir -p "$shared"
    find "$files" -type f -exec cp -t "$shared" {} + || exit 1
done

# The SDK and the programs ask for an older runtime. The compiler's server would outlive this one.
export DOTNET_ROOT="$root" PATH="$root:$PATH" DOTNET_ROLL_FORWARD=Major UseSharedCompilation=false
dotnet --list-runtimes >&2
if [ $# -gt 0 ]; then
    "$@"
    exit
fi
failed=0
for project in $projects; do
    dotnet test "$project" --no-build || failed=1
done
exit $failed

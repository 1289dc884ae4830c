#!/bin/sh
# The tests of the runtime on a .NET that is newer than the SDK.
#   tests/scripts/runtimes.sh net11 [project...]        Runtime, Serial/Checking and Serial/Runtime, unless you name some
# It makes a folder with the SDK and no other runtime than the newer one, which comes as a package. Linux on x64 only.
cd "$(dirname "$0")/../.." || exit 1
case $1 in
    net11) version=11.0.0 framework=net11.0 ;;
    *) echo "usage: tests/scripts/runtimes.sh net11 [project...]" >&2; exit 2 ;;
esac
shift
projects=${*:-Runtime Serial/Checking Serial/Runtime}
package=microsoft.netcore.app.runtime.linux-x64
export DOTNET_CLI_UI_LANGUAGE=en DOTNET_NOLOGO=true MSBUILDDISABLENODEREUSE=1

for project in $projects; do
    dotnet build "tests/$project" -v quiet || exit 1
done

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

cat > "$root/Runtime.csproj" <<EOF
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
  <ItemGroup><PackageDownload Include="$package" Version="[$version]" /></ItemGroup>
</Project>
EOF
dotnet restore "$root/Runtime.csproj" -v quiet || exit 1
files=$(dotnet msbuild "$root/Runtime.csproj" -getProperty:NuGetPackageRoot)$package/$version/runtimes/linux-x64

# Hard links, because the host would follow symbolic ones back to the SDK's own folder; copies where the file system has no links.
sdk=$(dirname "$(readlink -f "$(command -v dotnet)")")
for part in dotnet host sdk; do
    cp -al "$sdk/$part" "$root" 2>/dev/null || cp -a "$sdk/$part" "$root" || exit 1
done
shared=$root/shared/Microsoft.NETCore.App/$version
mkdir -p "$shared"
cp "$files/lib/$framework/"* "$files/native/"* "$shared" || exit 1

# The SDK and the tests ask for an older runtime.
export DOTNET_ROOT="$root" PATH="$root:$PATH" DOTNET_ROLL_FORWARD=Major
dotnet --list-runtimes
failed=0
for project in $projects; do
    dotnet test "tests/$project" --no-build || failed=1
done
exit $failed

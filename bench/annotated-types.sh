# For scripts that read it by `.`: consumers of the runtime and the generator in a scratch folder.

# project FILE PROPERTIES: writes a project file with some properties of its own.
project() {
    cat > "$1" <<PROJECT
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    $2
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
  </PropertyGroup>
  <ItemGroup>
    <ProjectReference Include="$repository/src/Runtime/PooledGen.csproj" />
    <ProjectReference Include="$repository/src/Generator/PooledGen.Generator.csproj" OutputItemType="Analyzer" ReferenceOutputAssembly="false" />
    <ProjectReference Include="$repository/src/Analyzers/PooledGen.Analyzers.csproj" OutputItemType="Analyzer" ReferenceOutputAssembly="false" />
  </ItemGroup>
</Project>
PROJECT
}

# renters COUNT: declares so many renters.
renters() {
    for type in $(seq 1 "$1"); do
        echo "[PooledGen.PooledBuffer<byte>(MaxLength = 64 * 1024)] public partial struct Buffer$type;"
    done
}

# renters_of_structs COUNT: declares so many renters, the first one of bytes and each other one of a struct of its own.
renters_of_structs() {
    [ "$1" -eq 0 ] || renters 1
    for type in $(seq 2 "$1"); do
        echo "public struct Element$type { public long First, Second; }"
        echo "[PooledGen.PooledBuffer<Element$type>(MaxLength = 64 * 1024)] public partial struct Buffer$type;"
    done
}

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

using Mono.Cecil;

namespace PooledGen.PoolCheck;

/// <summary>Finds the assemblies that a module refers to. Not for several threads at once.</summary>
/// <param name="folders">Where they may lie, in the order of search.</param>
internal sealed class ReferenceResolver(IReadOnlyList<string> folders) : IAssemblyResolver
{
    private readonly Dictionary<string, AssemblyDefinition?> _known = [];

    /// <summary>The assembly; null if it was not found.</summary>
    public AssemblyDefinition? Resolve(AssemblyNameReference name)
    {
        if (!_known.TryGetValue(name.Name, out AssemblyDefinition? assembly))
            _known.Add(name.Name, assembly = Read(name));

        return assembly;
    }

    /// <inheritdoc cref="Resolve(AssemblyNameReference)"/>
    public AssemblyDefinition? Resolve(AssemblyNameReference name, ReaderParameters parameters) => Resolve(name);

    public void Dispose()
    {
        foreach (AssemblyDefinition? assembly in _known.Values)
            assembly?.Dispose();
    }

    private AssemblyDefinition? Read(AssemblyNameReference name)
    {
        string? file = folders.Select(folder => Path.Combine(folder, name.Name + ".dll")).FirstOrDefault(File.Exists);
        try
        {
            return file is null ? null : AssemblyDefinition.ReadAssembly(file, new ReaderParameters { AssemblyResolver = this });
        }
        catch (Exception e) when (e is BadImageFormatException or IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}

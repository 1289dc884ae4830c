using System.Reflection;
using Microsoft.CodeAnalysis;

namespace PooledGen.Testing;

/// <summary>The framework that a consumer is compiled for, with the runtime that the package has for it.</summary>
public sealed class ConsumerFramework
{
    // A missing file fails the tests that use this framework, and no others.
    private readonly Lazy<PortableExecutableReference> _runtime;
    private readonly Lazy<IReadOnlyList<MetadataReference>> _references;

    private ConsumerFramework(string name, Func<IEnumerable<MetadataReference>> references, string runtime)
    {
        Name = name;
        _runtime = new(() => MetadataReference.CreateFromFile(Path.Combine(BuildPath("RuntimeFolder"), runtime, "PooledGen.dll")));
        _references = new(() => [.. references(), Runtime]);
    }

    /// <summary>.NET 11, for which the package has no assembly of its own: a project gets that for .NET 10.</summary>
    public static ConsumerFramework Net110 { get; }
        = new("net11.0", () => Directory.GetFiles(BuildPath("Net110"), "*.dll").Select(path => MetadataReference.CreateFromFile(path)), "net10.0");

    public static ConsumerFramework Net100 { get; } = new("net10.0", () => Basic.Reference.Assemblies.Net100.References.All, "net10.0");

    public static ConsumerFramework Net80 { get; } = new("net8.0", () => Basic.Reference.Assemblies.Net80.References.All, "net8.0");

    public static ConsumerFramework NetStandard20 { get; }
        = new(
            "netstandard2.0",
            () => [.. Basic.Reference.Assemblies.NetStandard20.References.All, Package("SystemMemory"), Package("SystemBuffers")],
            "netstandard2.0");

    // The only .NET Framework that the reference package has is 4.7.2. The tests of the package build for 4.6.2 itself.
    public static ConsumerFramework Net462 { get; }
        = new(
            "net462",
            () => [.. Basic.Reference.Assemblies.Net472.References.All, Package("SystemMemoryOnFramework"), Package("SystemBuffersOnFramework")],
            "net462");

    public static ConsumerFramework Named(string name) => new[] { Net110, Net100, Net80, NetStandard20, Net462 }.Single(framework => framework.Name == name);

    public string Name { get; }

    /// <summary>The framework's assemblies and <see cref="Runtime"/>.</summary>
    public IReadOnlyList<MetadataReference> References => _references.Value;

    /// <summary>PooledGen's own assembly.</summary>
    public PortableExecutableReference Runtime => _runtime.Value;

    public override string ToString() => Name;

    // The package's dependencies on this target.
    private static PortableExecutableReference Package(string key) => MetadataReference.CreateFromFile(BuildPath(key));

    // The project file writes them into the assembly.
    private static string BuildPath(string key)
        => typeof(ConsumerFramework).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == key).Value!;
}

using System.Collections.Concurrent;
using System.Reflection;
using System.Runtime.Loader;
using Basic.Reference.Assemblies;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using PooledGen.PoolCheck.Guard;

namespace PooledGen.PoolCheck.Exact.Tests;

/// <summary>A program that was compiled in memory, woven and loaded, with the uses that the guard has seen in it. Dispose unloads it.</summary>
internal sealed class WovenProgram : IDisposable
{
    private static readonly ConcurrentDictionary<int, ConcurrentQueue<Hit>> s_hits = new();

    private readonly AssemblyLoadContext _context = new("woven", isCollectible: true);
    private readonly string _folder = Directory.CreateTempSubdirectory("poolcheck-exact").FullName;
    private readonly int _key;

    static WovenProgram() => PoolGuard.Handler = static (address, bytes, site) =>
    {
        if (s_hits.TryGetValue((int)(site >> 32), out ConcurrentQueue<Hit>? hits))
            hits.Enqueue(new Hit(address, bytes, (int)site));
    };

    private WovenProgram(byte[] image, byte[] symbols)
    {
        Location = Path.Combine(_folder, "Program.dll");
        Assert.Null(AssemblyWeaver.Weave(new AssemblyFile(Location, image, symbols), Location, Options));
        Assembly = Load(_context, Location);
        (_key, Sites) = SiteTable.Read(Path.ChangeExtension(Location, SiteTable.Extension));
        s_hits[_key] = new ConcurrentQueue<Hit>();
    }

    /// <summary>Only the assembly itself is woven.</summary>
    public static WeaverOptions Options { get; } = new([Path.GetDirectoryName(typeof(object).Assembly.Location)!], new HashSet<string>());

    public Assembly Assembly { get; }

    public string Location { get; }

    public IReadOnlyList<Site> Sites { get; }

    /// <summary>Compiles, weaves and loads a program.</summary>
    /// <param name="source">Its source. The file is called Program.cs.</param>
    /// <param name="level">How it is compiled.</param>
    /// <param name="references">What it refers to, besides the framework.</param>
    public static WovenProgram Create(string source, OptimizationLevel level = OptimizationLevel.Debug, params IEnumerable<MetadataReference> references)
    {
        (byte[] image, byte[] symbols) = Compile(source, level, references: references);
        return new WovenProgram(image, symbols);
    }

    /// <summary>Weaves and loads an assembly without symbols.</summary>
    public static WovenProgram Create(byte[] image) => new(image, []);

    public static (byte[] Image, byte[] Symbols) Compile(
        string source,
        OptimizationLevel level,
        DebugInformationFormat format = DebugInformationFormat.PortablePdb,
        IEnumerable<MetadataReference>? references = null)
    {
        SyntaxTree tree = CSharpSyntaxTree.ParseText(source, new CSharpParseOptions(LanguageVersion.Preview), "Program.cs", System.Text.Encoding.UTF8);
        var compilation = CSharpCompilation.Create(
            "Program",
            [tree],
            [.. Net100.References.All, .. references ?? []],
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, optimizationLevel: level, allowUnsafe: true));

        using var image = new MemoryStream();
        using var symbols = new MemoryStream();
        EmitResult result = compilation.Emit(
            image, format == DebugInformationFormat.Embedded ? null : symbols, options: new EmitOptions(debugInformationFormat: format));

        Assert.Empty(result.Diagnostics.Where(static diagnostic => diagnostic.Severity == DiagnosticSeverity.Error));
        return (image.ToArray(), symbols.ToArray());
    }

    /// <summary>Loads an assembly so that its file can be deleted while it is in use, which Windows refuses for one that was loaded by its path.</summary>
    public static Assembly Load(AssemblyLoadContext context, string path)
    {
        string symbols = Path.ChangeExtension(path, ".pdb");
        using FileStream image = File.OpenRead(path);
        using FileStream? lines = File.Exists(symbols) ? File.OpenRead(symbols) : null;
        return context.LoadFromStream(image, lines);
    }

    /// <summary>Takes the uses since the last call.</summary>
    public IReadOnlyList<(Site Site, Hit Hit)> Take()
    {
        List<(Site, Hit)> hits = [];
        while (s_hits[_key].TryDequeue(out Hit hit))
            hits.Add((Sites[hit.Number], hit));

        return hits;
    }

    /// <summary>Calls a static method of the type <c>P</c>.</summary>
    public object? Call(string name, params object?[] arguments)
        => Assembly.GetType("P", throwOnError: true)!.GetMethod(name)!.Invoke(null, BindingFlags.DoNotWrapExceptions, null, arguments, null);

    public void Dispose()
    {
        s_hits.TryRemove(_key, out _);
        _context.Unload();
        Directory.Delete(_folder, recursive: true);
    }

    /// <summary>A use that the guard has seen.</summary>
    public readonly record struct Hit(nint Address, long Bytes, int Number);
}

using System.Buffers.Binary;
using System.Reflection.PortableExecutable;
using System.Security.Cryptography;
using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledGen.PoolCheck.Guard;

namespace PooledGen.PoolCheck;

/// <summary>What the weaver must know besides an assembly.</summary>
/// <param name="ReferenceFolders">Where the assemblies lie that it refers to, besides its own folder: those of the frameworks.</param>
/// <param name="WovenAssemblies">The simple names of all assemblies that are woven. A call into them is not a use of its arguments.</param>
internal sealed record WeaverOptions(IReadOnlyList<string> ReferenceFolders, IReadOnlySet<string> WovenAssemblies);

/// <summary>
/// Inserts calls of <see cref="PoolGuard"/> into an assembly, before everything in it that uses memory. Each such place has a number, and a table beside the
/// woven assembly says where it is.
/// </summary>
internal sealed class AssemblyWeaver
{
    /// <summary>The version of what this class makes of an assembly.</summary>
    public const int Version = 7;

    // Bits of the header that Cecil has no names for.
    private const ModuleAttributes IsReadyToRun = (ModuleAttributes)4;

    private readonly ModuleDefinition _module;
    private readonly ModuleDefinition _guard;
    private readonly WeaverOptions _options;
    private readonly int _key;
    private readonly List<Site> _sites = [];
    private readonly Dictionary<string, MethodReference> _guardMethods = [];
    private readonly Dictionary<string, bool> _elementTypes = [];

    private AssemblyWeaver(ModuleDefinition module, ModuleDefinition guard, WeaverOptions options, int key)
    {
        _module = module;
        _guard = guard;
        _options = options;
        _key = key;
        Pools = new PoolCode(IsOfTheProgram);
    }

    /// <summary>What belongs to pools of the program.</summary>
    public PoolCode Pools { get; }

    /// <summary>Weaves an assembly.</summary>
    /// <param name="input">The assembly. Its symbols are used, if they lie in it or beside it.</param>
    /// <param name="output">The path of the woven assembly. Its symbols and its table of sites are written beside it.</param>
    /// <param name="options">What else the weaver must know.</param>
    /// <returns>Null if the assembly was woven; else why not.</returns>
    /// <exception cref="IOException">A file cannot be written.</exception>
    public static string? Weave(AssemblyFile input, string output, WeaverOptions options)
    {
        if (WhyNoImage(input.Image) is { } noImage)
            return noImage;

        try
        {
            return WeaveImage(input, output, options);
        }
        catch (Exception e) when (e is not (IOException or UnauthorizedAccessException or OutOfMemoryException))
        {
            // An obfuscator writes what the runtime never reads.
            return $"Its code cannot be read: {e.Message}";
        }
    }

    /// <summary>Whether a called method is code that is not woven.</summary>
    public bool IsOutside(MethodReference called) => called.DeclaringType switch
    {
        ArrayType => false,
        { Scope: AssemblyNameReference scope } => !_options.WovenAssemblies.Contains(scope.Name),
        { Scope: ModuleDefinition } => called.Resolve() is { HasBody: false, IsAbstract: false, IsRuntime: false },
        _ => false,
    };

    /// <summary>Whether an array may have elements of a type: not of a ref struct, and not of what a compiler made, such as a state machine.</summary>
    public bool MayBeElement(TypeReference type)
    {
        TypeReference definition = type.GetElementType();
        if (!_elementTypes.TryGetValue(definition.FullName, out bool known))
        {
            // The name of a type that is local to a file begins like those that compilers give.
            bool hasMadeName = definition.Name.StartsWith('<');
            known = definition.Resolve()?.CustomAttributes.Any(attribute => attribute.AttributeType.Name == "IsByRefLikeAttribute"
                || (hasMadeName && attribute.AttributeType.Name == "CompilerGeneratedAttribute")) != true;
            _elementTypes.Add(definition.FullName, known);
        }

        return known;
    }

    // Whether a woven assembly has a type.
    private bool IsOfTheProgram(TypeReference type)
        => type.Scope is ModuleDefinition || (type.Scope is AssemblyNameReference scope && _options.WovenAssemblies.Contains(scope.Name));

    /// <summary>Adds a place.</summary>
    /// <returns>Its number.</returns>
    public long AddSite(Site site)
    {
        _sites.Add(site);
        return ((long)_key << 32) | (uint)(_sites.Count - 1);
    }

    /// <summary>A method of the guard.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="element">The type of an element, if the method is generic.</param>
    public MethodReference Guard(string name, TypeReference? element)
    {
        if (!_guardMethods.TryGetValue(name, out MethodReference? method))
            _guardMethods.Add(name, method = _module.ImportReference(_guard.GetType(typeof(PoolGuard).FullName).Methods.First(each => each.Name == name)));

        return element is null ? method : new GenericInstanceMethod(method) { GenericArguments = { element } };
    }

    /// <summary>A type of the guard.</summary>
    /// <param name="name">Its name.</param>
    public TypeReference GuardType(string name) => _module.ImportReference(_guard.Types.First(type => type.Name == name));

    private static string? WeaveImage(AssemblyFile input, string output, WeaverOptions options)
    {
        using var resolver = new ReferenceResolver([Path.GetDirectoryName(Path.GetFullPath(input.Path))!, .. options.ReferenceFolders]);
        using var module = ModuleDefinition.ReadModule(new MemoryStream(input.Image), new ReaderParameters { AssemblyResolver = resolver });
        using var guard = ModuleDefinition.ReadModule(typeof(PoolGuard).Assembly.Location);
        if (WhyNot(module) is { } reason)
            return reason;

        ReadSymbols(module, input.Symbols);
        var weaver = new AssemblyWeaver(module, guard, options, BinaryPrimitives.ReadInt32LittleEndian(SHA256.HashData(input.Image)));
        weaver.Weave();
        weaver.Write(output);
        return null;
    }

    private static string? WhyNoImage(byte[] file)
    {
        try
        {
            using var image = new PEReader(new MemoryStream(file));
            return image.PEHeaders.CorHeader is not { } header ? "It is not a .NET assembly."
                : !image.HasMetadata ? "It has no metadata."
                : (header.Flags & CorFlags.ILOnly) == 0 && header.ManagedNativeHeaderDirectory.Size == 0 ? "It has native code (mixed mode)."
                : null;
        }
        catch (BadImageFormatException)
        {
            return "It is not a .NET assembly.";
        }
    }

    private static string? WhyNot(ModuleDefinition module)
    {
        if (module.Assembly is not { } assembly)
            return "It is a module of another assembly.";

        return Has(assembly, "System.Runtime.CompilerServices.ReferenceAssemblyAttribute") ? "It is a reference assembly, which has no code."
            : Has(assembly, typeof(WovenAttribute).FullName!) ? "It is already woven."
            : !module.GetTypes().SelectMany(static type => type.Methods).Any(static method => method.HasBody) ? "It has no code."
            : null;
    }

    private static bool Has(AssemblyDefinition assembly, string attribute) => assembly.CustomAttributes.Any(each => each.AttributeType.FullName == attribute);

    // Symbols of Windows, or of another build, are none.
    private static void ReadSymbols(ModuleDefinition module, byte[]? symbols)
    {
        try
        {
            bool areEmbedded = module.HasDebugHeader
                && Array.Exists(module.GetDebugHeader().Entries, static entry => entry.Directory.Type == ImageDebugType.EmbeddedPortablePdb);
            ISymbolReader? reader = areEmbedded ? new EmbeddedPortablePdbReaderProvider().GetSymbolReader(module, "")
                : symbols is not null ? new PortablePdbReaderProvider().GetSymbolReader(module, new MemoryStream(symbols))
                : null;
            if (reader is not null)
                module.ReadSymbols(reader, throwIfSymbolsAreNotMaching: false);
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
        }
    }

    private void Weave()
    {
        // The library knows that a type of another assembly is a value type only when it has read a signature that says so.
        foreach (TypeReference type in _module.GetTypeReferences())
            type.IsValueType |= type.Resolve() is { IsValueType: true };

        Pools.AddHelpers(_module);
        foreach (MethodDefinition method in _module.GetTypes().SelectMany(static type => type.Methods).Where(IsWoven))
            new MethodWeaver(this, method).Weave();

        MethodReference mark = _module.ImportReference(_guard.GetType(typeof(WovenAttribute).FullName).Methods.First(static method => method.IsConstructor));
        _module.Assembly.CustomAttributes.Add(new CustomAttribute(mark)
        {
            ConstructorArguments = { new CustomAttributeArgument(_module.TypeSystem.Int32, _key) },
        });
    }

    // The compiler's methods for inline arrays only take an address, and read a byte there to see whether it is null.
    private static bool IsWoven(MethodDefinition method)
        => method.HasBody
            && !(method.DeclaringType.Name == "<PrivateImplementationDetails>" && method.Name.StartsWith("InlineArray", StringComparison.Ordinal));

    private void Write(string output)
    {
        // The compiled code of an R2R image is left out.
        if ((_module.Attributes & ModuleAttributes.ILOnly) == 0)
        {
            _module.Attributes = (_module.Attributes & ~IsReadyToRun) | ModuleAttributes.ILOnly;
            _module.Architecture = TargetArchitecture.I386;
        }

        _module.Write(output, new WriterParameters { WriteSymbols = _module.HasSymbols, SymbolWriterProvider = _module.SymbolReader?.GetWriterProvider() });
        SiteTable.Write(Path.ChangeExtension(output, SiteTable.Extension), _key, _sites);
    }
}

using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// The owners of a compilation: those of other libraries that the table lists, and the structs of the project whose source returns an array of their own to
/// an <c>ArrayPool</c>. This type is thread-safe.
/// </summary>
internal sealed class StructOwners
{
    private static readonly Row[] s_rows =
    [
        new("CommunityToolkit.HighPerformance.Buffers.SpanOwner`1", ["Allocate"], ["Dispose"], ForgetsItsArray: false),
        new("Microsoft.Toolkit.HighPerformance.Buffers.SpanOwner`1", ["Allocate"], ["Dispose"], ForgetsItsArray: false),
        new("CommunityToolkit.HighPerformance.Buffers.MemoryOwner`1", ["Allocate"], ["Dispose"]) { HandOvers = ["Slice"] },
        new("Microsoft.Toolkit.HighPerformance.Buffers.MemoryOwner`1", ["Allocate"], ["Dispose"]) { HandOvers = ["Slice"] },
        new("DotNext.Buffers.MemoryOwner`1", ["AllocateExactly", "AllocateAtLeast"], ["Dispose"]) { HandOvers = ["TryResize"] },
        new("DotNext.Buffers.SpanOwner`1", [], ["Dispose"]),
        new("DotNext.Buffers.MemoryRental`1", [], ["Dispose"]), // the name of the same before version 5
        new("DotNext.Buffers.BufferWriterSlim`1", [], ["Dispose"])
        {
            HandOvers = ["TryDetachBuffer", "DetachOrCopyBuffer", "Clear"], Growers = ["Add", "AddAll", "Write", "GetSpan"],
        },
        new("System.Runtime.CompilerServices.DefaultInterpolatedStringHandler", [], ["ToStringAndClear", "Clear"])
        {
            Growers = ["AppendLiteral", "AppendFormatted"],
        },
    ];

    private static readonly WordSearch s_return = new(["Return"]);

    // An edit changes one file, so the other files are not searched again.
    private static readonly ConditionalWeakTable<SyntaxTree, string[]> s_structsOfFiles = new();

    private readonly ConcurrentDictionary<INamedTypeSymbol, StructOwner?> _owners = new(SymbolEqualityComparer.Default);
    private readonly Compilation _compilation;
    private readonly Callees _callees;
    private readonly Dictionary<INamedTypeSymbol, Row> _listed;
    private HashSet<string>? _structs;

    public StructOwners(Compilation compilation, Callees callees)
    {
        _compilation = compilation;
        _callees = callees;
        _listed = s_rows
            .SelectMany(row => compilation.GetTypesByMetadataName(row.MetadataName).Select(type => (type, row)))
            .ToDictionary(static known => known.type, static known => known.row, (IEqualityComparer<INamedTypeSymbol>)SymbolEqualityComparer.Default);
    }

    /// <summary>The names that a body with an owner contains: those of the types, and of the methods that rent.</summary>
    public IEnumerable<string> NamesIn(CancellationToken cancellation)
        => [.. _listed.Keys.Select(static type => type.Name), .. _listed.Values.SelectMany(static row => row.Rents).Distinct(), .. StructsIn(cancellation)];

    /// <summary>What is known of a type; null if its values own no array.</summary>
    public StructOwner? Of(ITypeSymbol? type) => type is INamedTypeSymbol { TypeKind: TypeKind.Struct or TypeKind.Class } named
        && (named.TypeKind == TypeKind.Struct || _listed.ContainsKey(named.OriginalDefinition))
            ? _owners.GetOrAdd(named.OriginalDefinition, Find)
            : null;

    private StructOwner? Find(INamedTypeSymbol type)
    {
        if (_listed.TryGetValue(type, out Row row))
        {
            // A stand-in of the project for a type of the framework may have other methods.
            IMethodSymbol[] ends = [.. MethodsOf(row.Ends).Where(static method => method.Parameters.IsEmpty)];
            return ends.Length == 0 ? null : new StructOwner(
                type,
                ends,
                [.. MethodsOf(row.HandOvers)],
                [.. MethodsOf(row.Growers)],
                row.Rents,
                LateConstructors: [],
                row.ForgetsItsArray,
                IsListed: true);
        }

        return StructsIn(default).Contains(type.Name) && SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, _compilation.Assembly)
            ? OwnerSource.Read(type, _callees)
            : null;

        IEnumerable<IMethodSymbol> MethodsOf(string[] names) => names.SelectMany(name => type.GetMembers(name)).OfType<IMethodSymbol>();
    }

    private HashSet<string> StructsIn(CancellationToken cancellation) => _structs ??=
    [
        .. _compilation.SyntaxTrees
            .WithCheckpoints(cancellation)
            .SelectMany(tree => s_structsOfFiles.GetValue(tree, tree => [.. StructsIn(tree, cancellation).Distinct()])),
    ];

    private static IEnumerable<string> StructsIn(SyntaxTree tree, CancellationToken cancellation)
        => from position in s_return.PositionsIn(tree.GetText(cancellation), cancellation).WithCheckpoints(cancellation)
           let type = tree.GetRoot(cancellation).FindToken(position).Parent?.FirstAncestorOrSelf<TypeDeclarationSyntax>()
           where type is StructDeclarationSyntax or RecordDeclarationSyntax
           select type.Identifier.ValueText;

    /// <param name="MetadataName">The type.</param>
    /// <param name="Rents">The methods of its library that give one.</param>
    /// <param name="Ends">Its methods without parameters that end it.</param>
    /// <param name="ForgetsItsArray">See <see cref="StructOwner"/>.</param>
    private sealed record Row(string MetadataName, string[] Rents, string[] Ends, bool ForgetsItsArray = true)
    {
        /// <summary>Its methods that end it on some paths only, or that give its array to the caller.</summary>
        public string[] HandOvers { get; init; } = [];

        /// <summary>Its methods that may return the array and rent a longer one.</summary>
        public string[] Growers { get; init; } = [];
    }
}

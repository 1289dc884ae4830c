using Microsoft.CodeAnalysis;
using PooledGen.Generator.Model;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>
/// The lists of the names that a user's part must not declare (PG0010) have the names that the emitted parts declare: none is missing, and none is idle.
/// </summary>
public class MemberNameListTests
{
    private const string Renters = """
        using PooledGen;

        [PooledBuffer<char>(MaxLength = 64)]
        public partial struct Sized;

        [PooledBuffer<byte>(Length = 64)]
        public partial struct OfOneLength;

        """;

    private const string Placed = """
        using PooledGen;

        [PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned)]
        public partial struct Placed;

        """;

    [Fact]
    public void NamesOfARenter_AreThoseThatItDeclares()
    {
        ISymbol[] members = [.. Members(Renters, "Sized"), .. Members(Renters, "OfOneLength")];

        Assert.Equal(Sorted(RenterMembers.Names), Sorted(NamesOf(members)));
        Assert.Equal(Sorted(RenterMembers.CompiledNames), Sorted(CompiledNamesOf(members)));
        Assert.Equal(Sorted(RenterMembers.NestedTypes), Sorted(TypesIn(members)));
    }

    [Fact]
    public void NamesOfAStableAddress_AreThoseThatAPlacedRenterDeclaresBeyondTheOthers()
    {
        ISymbol[] members = [.. Members(Placed, "Placed")];

        Assert.Equal(Sorted(RenterMembers.NamesOfStableAddress), Sorted(NamesOf(members).Except(RenterMembers.Names)));
        Assert.Equal(Sorted(RenterMembers.CompiledNamesOfStableAddress), Sorted(CompiledNamesOf(members).Except(RenterMembers.CompiledNames)));
    }

    private static IEnumerable<ISymbol> Members(string source, string type)
    {
        GeneratedConsumer generated = new Consumer(source) { AllowUnsafe = true }.Generate();
        Assert.Empty(generated.Errors);
        return generated.Compilation.GetTypeByMetadataName(type)!.GetMembers();
    }

    private static IEnumerable<string> NamesOf(IEnumerable<ISymbol> members)
        => members.Where(static member => member.CanBeReferencedByName || member is IPropertySymbol).Select(static member => member.Name);

    // Each property reserves the names of both accessors, and the indexer is named Item.
    private static IEnumerable<string> CompiledNamesOf(IEnumerable<ISymbol> members) =>
    [
        .. members.OfType<IPropertySymbol>().SelectMany(static property => new[] { "get_" + property.MetadataName, "set_" + property.MetadataName }),
        .. members.OfType<IPropertySymbol>().Where(static property => property.IsIndexer).Select(static property => property.MetadataName),
        .. members.OfType<IMethodSymbol>().Where(static method => method.MethodKind == MethodKind.Conversion).Select(static method => method.MetadataName),
    ];

    private static IEnumerable<string> TypesIn(IEnumerable<ISymbol> members) => members.OfType<INamedTypeSymbol>().Select(static type => type.Name);

    private static IEnumerable<string> Sorted(IEnumerable<string> names) => names.Distinct().Order(StringComparer.Ordinal);
}

using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

public class RenterImplementsInterfaceTests() : DefinitionTest("PG0017")
{
    private const string OldLanguage = "C# 12.0 for .NET 9 or later";
    private const string OldFramework = "C# 14.0 for an older framework";

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct [|Packet|] : IDisposable { void IDisposable.Dispose() { } }", "IDisposable")]
    [InlineData("""
        [PooledBuffer(typeof(byte), MaxLength = 64)]
        public partial struct [|Packet|] : IComparable<int>
        {
            public int CompareTo(int x) => x;
        }
        """, "IComparable<int>")]
    [InlineData("""
        interface IMark;
        [PooledBuffer<byte>(MaxLength = 64)] partial struct [|Packet|];
        partial struct Packet : IMark;
        """, "IMark")]
    public async Task InterfaceBeforeCSharp13_IsDiagnosedAtTheName(string markup, string contract)
    {
        await Diagnosed(markup, Consumer with { LanguageVersion = LanguageVersion.CSharp12 }, Message(contract, OldLanguage));
        await Diagnosed(markup, Consumer with { Framework = ConsumerFramework.Net80 }, Message(contract, OldFramework));
    }

    [Fact]
    public Task InterfaceOnNetStandard_IsDiagnosed() => Diagnosed(
        "[PooledBuffer(typeof(byte), MaxLength = 64)] public partial struct [|Packet|] : IComparable<int> { public int CompareTo(int x) => x; }",
        Consumer with { Framework = ConsumerFramework.NetStandard20 },
        Message("IComparable<int>", OldFramework));

    [Fact]
    public Task SeveralInterfaces_AreDiagnosedOneByOne() => Diagnosed("""
        interface IOne;
        interface ITwo;
        [PooledBuffer<byte>(MaxLength = 64)] partial struct [|[|Packet|]|] : IOne, ITwo;
        """,
        Consumer with { LanguageVersion = LanguageVersion.CSharp12 },
        Message("IOne", OldLanguage),
        Message("ITwo", OldLanguage));

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet : IDisposable;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet : IComparable<int> { public int CompareTo(int x) => x; }")]
    [InlineData("""
        interface IMark;
        [PooledBuffer<byte>(MaxLength = 64)] partial struct Packet;
        partial struct Packet : IMark;
        """)]
    public Task InterfaceWithCSharp13OnNet9_IsAccepted(string source)
        => Accepted(source, Consumer with { LanguageVersion = (LanguageVersion)1300 });

    [Theory]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial struct Particle : IDisposable { public void Dispose() { } }")]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial record struct Named(int Number) : IComparable<int> { public int CompareTo(int x) => x; }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;")]
    public async Task ElementOrRenterWithoutInterface_IsAcceptedEverywhere(string source)
    {
        await Accepted(source, Consumer with { LanguageVersion = LanguageVersion.CSharp12 });
        await Accepted(source, Consumer with { Framework = ConsumerFramework.Net80 });
    }

    private static string Message(string contract, string project)
        => $"'Packet' implements '{contract}', but a renter is a ref struct, which can implement interfaces only with C# 13 or later on .NET 9 or later; "
            + $"this project is compiled as {project}, so remove the interface";
}

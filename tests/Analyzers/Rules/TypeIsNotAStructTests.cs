using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

public class TypeIsNotAStructTests() : DefinitionTest("PG0009")
{
    private static readonly Consumer s_newest = new("") { Framework = ConsumerFramework.Net110, LanguageVersion = LanguageVersion.Preview };

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial class [|Packet|];", "a class")]
    [InlineData("[PooledBuffer(MaxLength = 64)] public static partial class [|Packet|];", "a class")]
    [InlineData("""
        [PooledBuffer<byte>(MaxLength = 64)] public class [|Packet|]
        {
            private int _length;
            public int Length => ++_length;
        }
        """, "a class")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial interface [|IPacket|];", "an interface")]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial record [|Packet|](int Length);", "a record")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial record struct [|Packet|](int Length);", "a record struct")]
    [InlineData("[PooledBuffer(typeof(byte), MaxLength = 64)] public record struct [|Packet|];", "a record struct")]
    public Task OtherKindOfType_IsDiagnosedAtItsName(string markup, string kind)
        => Diagnosed(markup, $"'{(markup.Contains("IPacket") ? "IPacket" : "Packet")}' is {kind}; declare the pooled buffer as a partial struct");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial union [|Packet|](int, string);")]
    [InlineData("[PooledBuffer(typeof(byte), MaxLength = 64)] public union [|Packet|](int, string);")]
    public Task Union_IsDiagnosedAtItsName(string markup)
        => Diagnosed(markup, s_newest, "'Packet' is a union; declare the pooled buffer as a partial struct");

    [Fact]
    public Task UnionThatIsTheElement_IsAccepted() => Accepted("[PooledBuffer(MaxLength = 64)] public partial union Item(int, string);", s_newest);

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public ref partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public readonly partial struct Packet;")]
    [InlineData("""
        [PooledBuffer(MaxLength = 64)] public readonly partial struct Particle
        {
            public Particle(int x) => X = x;
            public int X { get; }
        }
        """)]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial record struct Particle(int X);")]
    [InlineData("public partial class Outer { [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet; }")]
    public Task Struct_IsAccepted(string source) => Accepted(source);

    [Theory]
    [InlineData("[{|CS0592:PooledBuffer<byte>|}(MaxLength = 64)] public enum Packet { None }")]
    [InlineData("[{|CS0592:PooledBuffer|}(MaxLength = 64)] public delegate void Packet();")]
    public Task TypeThatTheAttributeIsNotFor_IsLeftToTheCompiler(string markup) => LeftToTheCompiler(markup);
}

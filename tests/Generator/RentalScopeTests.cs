using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>The compiler ends the span with the rental: what would outlive it does not compile.</summary>
public class RentalScopeTests
{
    private const string Declarations = """
        using System;
        using PooledGen;

        [PooledBuffer(typeof(byte), MaxLength = 1024)]
        public partial struct PacketBuffer { }

        """;

    /// <summary>What escapes, and the compiler's word for it.</summary>
    public static TheoryData<string, string> Escapes => new()
    {
        { "static Span<byte> M() { var p = PacketBuffer.Rent(5); return p.Span; }", "CS8352" },
        { "static Span<byte> M() { using var p = PacketBuffer.Rent(5); return p.Span.Slice(1); }", "CS8352" },
        { "static Span<byte> M() { using var p = PacketBuffer.Rent(5); return p; }", "CS8352" },
        { "static Span<byte> M() => PacketBuffer.Rent(5).Span;", "CS8347" },
        { "static PacketBuffer M() => PacketBuffer.Rent(5);", "CS8347" },
        { "static PacketBuffer M() { var p = PacketBuffer.Rent(5); return p; }", "CS8352" },
        { "static ref byte M() { using var p = PacketBuffer.Rent(5); return ref p.Span[0]; }", "CS8352" },
        {
            """
            static void M(ref Span<byte> target)
            {
                using var p = PacketBuffer.Rent(5);
                target = p.Span;
            }
            """,
            "CS8352"
        },
        {
            """
            static void M(out Span<byte> target)
            {
                using var p = PacketBuffer.Rent(5);
                target = p.Slice(1);
            }
            """,
            "CS8352"
        },
        {
            """
            static void M()
            {
                Span<byte> outer = new byte[1];
                {
                    using var p = PacketBuffer.Rent(5);
                    outer = p.Span;
                }
                outer.Clear();
            }
            """,
            "CS8352"
        },
        {
            """
            static void M()
            {
                Span<byte> outer = default;
                while (outer.IsEmpty)
                {
                    using var p = PacketBuffer.Rent(5);
                    outer = p.Span;
                }
            }
            """,
            "CS8352"
        },
        {
            """
            static PacketBuffer M()
            {
                RentalScope mine = default;
                return PacketBuffer.Rent(5, in mine);
            }
            """,
            "CS8168"
        },
        { "static PacketBuffer M(Span<byte> initial) => PacketBuffer.Rent(5, initial);", "CS8347" },
    };

    [Theory]
    [MemberData(nameof(Escapes))]
    public void Escape_OnNet100_DoesNotCompile(string method, string error) => AssertError(method, error, ConsumerFramework.Net100, LanguageVersion.CSharp14);

    [Theory]
    [MemberData(nameof(Escapes))]
    public void Escape_OnNet80_DoesNotCompile(string method, string error) => AssertError(method, error, ConsumerFramework.Net80, LanguageVersion.CSharp12);

    [Theory]
    [MemberData(nameof(Escapes))]
    public void Escape_OnNet80WithAnOldLanguage_DoesNotCompile(string method, string error)
        => AssertError(method, error, ConsumerFramework.Net80, LanguageVersion.CSharp8);

    [Theory]
    [MemberData(nameof(Escapes))]
    public void Escape_OnNetStandardWithCSharp11_DoesNotCompile(string method, string error)
        => AssertError(method, error, ConsumerFramework.NetStandard20, LanguageVersion.CSharp11);

    [Fact]
    public void Helper_ThatTakesTheScope_MayHandTheRenterToItsCaller()
    {
        const string source = Declarations + """
            static class Test
            {
                static PacketBuffer Helper(int length, in RentalScope scope = default)
                {
                    var packet = PacketBuffer.Rent(length, in scope);
                    packet.Span.Clear();
                    return packet;
                }

                static int Caller()
                {
                    using var packet = Helper(5);
                    return packet.Length;
                }
            }
            """;

        Assert.Empty(new Consumer(source).Generate().Errors);
        Assert.Empty(new Consumer(source) { Framework = ConsumerFramework.Net80, LanguageVersion = LanguageVersion.CSharp8 }.Generate().Errors);
    }

    [Fact]
    public void Helper_ThatTakesTheScope_StillConfinesItsCaller()
        => AssertError(
            """
            static PacketBuffer Helper(in RentalScope scope = default) => PacketBuffer.Rent(5, in scope);
            static Span<byte> M() { using var packet = Helper(); return packet.Span; }
            """,
            "CS8352",
            ConsumerFramework.Net100,
            LanguageVersion.CSharp14);

    [Fact]
    public void StackMemory_GivenToRent_StaysInItsBlock()
        => AssertError("""
            static void M(ref Span<byte> target)
            {
                var p = PacketBuffer.Rent(5, stackalloc byte[16]);
                target = p.Span;
            }
            """,
            "CS8352",
            ConsumerFramework.Net100,
            LanguageVersion.CSharp14);

    private static void AssertError(string method, string error, ConsumerFramework framework, LanguageVersion language)
    {
        var consumer = new Consumer($"{Declarations} static class Test {{ {method} }}") { Framework = framework, LanguageVersion = language };

        IEnumerable<string> errors = consumer.Generate().Errors.Select(diagnostic => diagnostic.Id).Distinct();

        // CS8347 names the call, the others the argument or the variable in it: which of them are reported is up to the compiler.
        Assert.Contains(error, errors);
        Assert.All(errors, id => Assert.Contains(id, new[] { "CS8347", "CS8352", "CS8156", "CS8168" }));
    }
}

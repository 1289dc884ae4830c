using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>The writers compile wherever the package goes, and the compiler keeps their memory in their block.</summary>
public class WriterTests
{
    internal const string Declarations = """
        using System;
        using PooledGen;

        [PooledBuffer(typeof(byte), MaxLength = 1024)]
        public partial struct PacketBuffer { }

        [PooledBuffer(typeof(char), MaxLength = 1000, Oversize = OversizePolicy.Throw, Clear = ClearPolicy.OnRent)]
        public partial struct TextBuffer { }

        [PooledBuffer(typeof(string), MaxLength = 1024)]
        public partial struct References { }

        public partial class Cache<TKey, TValue>
        {
            [PooledBuffer(typeof(byte), MaxLength = 1024, Clear = ClearPolicy.OnReturn)]
            public partial struct Packet<T> { }
        }

        [PooledBuffer(MaxLength = 64)]
        public partial struct Particle { public string Name; }

        """;

    internal const string Uses = """
        static class Use
        {
            static PooledOwner<byte> Bytes(int id)
            {
                using var writer = PacketBuffer.CreateWriter(stackalloc byte[64]);
                writer.Append(65);
                writer.Append("text");
                writer.Append($"{id} text");
                writer.Insert(0, new byte[3]);
                writer.GetSpan(2)[0] = 1;
                writer.Advance(1);
                return writer.Detach();
            }

            static string Text(int id)
            {
                using var writer = new PooledTextWriter(TextBuffer.Pool, stackalloc char[64]);
                writer.Append('c');
                writer.Append($"{id:x8} text");
                Helper(ref writer.AsRef(), id);
                return writer.ToString();
            }

            static string[] Elements()
            {
                using var writer = References.CreateWriter(10);
                writer.Append("element");
                return writer.ToArray();
            }

            static void Helper(ref PooledTextWriter writer, int id)
            {
                writer.Append($"{id} from a helper");
                writer.Append("text");
            }
        }
        """;

    public static TheoryData<string, LanguageVersion> Consumers => new()
    {
        { "netstandard2.0", LanguageVersion.CSharp8 },
        { "netstandard2.0", LanguageVersion.CSharp14 },
        { "net8.0", LanguageVersion.CSharp8 },
        { "net8.0", LanguageVersion.CSharp9 },
        { "net8.0", LanguageVersion.CSharp10 },
        { "net8.0", LanguageVersion.CSharp11 },
        { "net8.0", LanguageVersion.CSharp12 },
        { "net10.0", LanguageVersion.CSharp9 },
        { "net10.0", LanguageVersion.CSharp12 },
        { "net10.0", LanguageVersion.CSharp13 },
        { "net10.0", LanguageVersion.CSharp14 },
    };

    /// <summary>What escapes, and the compiler's word for it.</summary>
    public static TheoryData<string, string> Escapes => new()
    {
        {
            """
            static ReadOnlySpan<byte> M()
            {
                using var w = PacketBuffer.CreateWriter();
                return w.WrittenSpan;
            }
            """,
            "CS8352"
        },
        {
            """
            static ReadOnlySpan<byte> M()
            {
                using var w = PacketBuffer.CreateWriter(100);
                return w.WrittenSpan;
            }
            """,
            "CS8352"
        },
        {
            """
            static ReadOnlySpan<byte> M(Span<byte> m)
            {
                using var w = PacketBuffer.CreateWriter(m);
                return w.WrittenSpan;
            }
            """,
            "CS8352"
        },
        {
            """
            static ReadOnlySpan<byte> M(Span<byte> m)
            {
                using var w = new PooledUtf8Writer(PacketBuffer.Pool, m);
                return w.WrittenSpan;
            }
            """,
            "CS8352"
        },
        {
            """
            static Span<byte> M()
            {
                using var w = PacketBuffer.CreateWriter();
                return w.GetSpan();
            }
            """,
            "CS8352"
        },
        { "static PooledUtf8Writer M() => PacketBuffer.CreateWriter();", "CS8347" },
        {
            """
            static void M(ref Span<byte> target)
            {
                var w = PacketBuffer.CreateWriter(stackalloc byte[8]);
                target = w.GetSpan();
            }
            """,
            "CS8352"
        },
        {
            """
            static ref PooledUtf8Writer M()
            {
                var w = PacketBuffer.CreateWriter();
                return ref w.AsRef();
            }
            """,
            "CS8168"
        },
        {
            """
            static void M(ref PooledUtf8Writer target)
            {
                var w = PacketBuffer.CreateWriter(stackalloc byte[8]);
                target = w;
            }
            """,
            "CS8352"
        },
    };

    [Theory]
    [MemberData(nameof(Consumers))]
    public void Writer_CompilesWithoutAWarning(string framework, LanguageVersion language)
    {
        var consumer = new Consumer(Declarations + Uses) { Framework = Find(framework), LanguageVersion = language, CheckOverflow = true };

        Assert.Empty(consumer.Generate().Errors);
    }

    // A string cannot be made of a span, so only the handler can take it.
    [Theory]
    [InlineData("net8.0", LanguageVersion.CSharp10, true)]
    [InlineData("net8.0", LanguageVersion.CSharp9, false)]
    [InlineData("netstandard2.0", LanguageVersion.CSharp14, false)]
    public void AppendOfAnInterpolatedString_IsFormattedInPlaceWhereTheCompilerCan(string framework, LanguageVersion language, bool isInPlace)
    {
        const string Append = """
            static class Test
            {
                static void M(ReadOnlySpan<char> hole)
                {
                    using var w = TextBuffer.CreateWriter();
                    w.Append($"{hole}");
                }
            }
            """;
        var consumer = new Consumer(Declarations + Append) { Framework = Find(framework), LanguageVersion = language };

        Assert.Equal(isInPlace, !consumer.Generate().Errors.Any());
    }

    [Theory]
    [MemberData(nameof(Escapes))]
    public void Escape_DoesNotCompile(string method, string error)
    {
        AssertError(method, error, "net10.0", LanguageVersion.CSharp14);
        AssertError(method, error, "net8.0", LanguageVersion.CSharp8);
        AssertError(method, error, "netstandard2.0", LanguageVersion.CSharp11);
    }

    [Fact]
    public void Handler_ThatWouldOutliveTheWriter_DoesNotCompile()
        => AssertError(
            """
            static PooledGen.CompilerServices.TextInterpolationHandler M() { PooledTextWriter w = default; return new PooledGen.CompilerServices.TextInterpolationHandler(1, 1, in w); }
            """,
            "CS8168",
            "net10.0",
            LanguageVersion.CSharp14);

    private static void AssertError(string method, string error, string framework, LanguageVersion language)
    {
        var consumer = new Consumer($"{Declarations} static class Test {{ {method} }}") { Framework = Find(framework), LanguageVersion = language };

        IEnumerable<string> errors = consumer.Generate().Errors.Select(diagnostic => diagnostic.Id).Distinct();

        Assert.Contains(error, errors);
        Assert.All(errors, id => Assert.Contains(id, new[] { "CS8347", "CS8352", "CS8156", "CS8168" }));
    }

    private static ConsumerFramework Find(string name) => name switch
    {
        "net10.0" => ConsumerFramework.Net100,
        "net8.0" => ConsumerFramework.Net80,
        _ => ConsumerFramework.NetStandard20,
    };
}

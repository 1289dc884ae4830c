using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>Whatever the consuming project is set to, the emitted code compiles without a warning.</summary>
[Trait("Category", "Long")]
public class ConsumerMatrixTests
{
    // C# 8 throughout: both modes, all policies, every place for a declaration, and each member used once.
    internal const string Source = """
        using System;
        using PooledGen;

        [PooledBuffer(typeof(string), MaxLength = 100)]
        internal partial struct GlobalBuffer { }

        namespace App.Inner
        {
            [PooledBuffer(typeof(byte), MaxLength = 1024)]
            public partial struct PacketBuffer
            {
                public int Port => (this[0] << 8) | this[1];
            }

            [PooledBuffer(typeof(char), MaxLength = 5, Clear = ClearPolicy.OnRent, Oversize = OversizePolicy.Throw)]
            public partial struct TextBuffer { }

            [PooledBuffer(MaxLength = 64, Clear = ClearPolicy.OnReturn)]
            public partial struct Particle { public float X, Y; }

            public static partial class Cache<TKey>
            {
                [PooledBuffer(MaxLength = 64)]
                internal partial struct Entry { public TKey Key; }

                [PooledBuffer(typeof((int, string)[,]), MaxLength = 64)]
                private partial struct Line { }

                // Newer compilers call them nint and nuint, which C# 8 does not know.
                [PooledBuffer(typeof(IntPtr), MaxLength = 64)]
                private partial struct Handles { }

                [PooledBuffer(typeof(UIntPtr), MaxLength = 64)]
                private partial struct Addresses { }

                [PooledBuffer(nameof(TKey), MaxLength = 64)]
                internal partial struct Keys { }
            }

            [PooledBuffer(nameof(T), MaxLength = 64)]
            public partial struct Block<T> { }

            [PooledBuffer("T", MaxLength = 64)]
            public partial struct Numbers<T> where T : unmanaged { }

            public class Serializer<T>
            {
                public T[] RoundTrip(ReadOnlySpan<T> values)
                {
                    using var block = Block<T>.Rent(values.Length);
                    using var shared = SharedBuffer<T>.Rent(values.Length);
                    using var keys = Cache<T>.Keys.Rent(values.Length, new T[4]);
                    using var writer = Block<T>.CreateWriter();
                    using PooledOwner<T> owner = SharedBuffer<T>.RentOwner(values.Length);
                    values.CopyTo(block);
                    block.CopyTo(shared);
                    block.CopyTo(keys);
                    writer.Append(shared);
                    writer.WrittenSpan.CopyTo(owner.Span);
                    return owner.ToArray();
                }
            }

            public static class Use
            {
                public static int All(int length)
                {
                    using var packet = PacketBuffer.Rent(length);
                    using var scratch = PacketBuffer.Rent(length, stackalloc byte[256]);
                    using var particles = Particle.Buffer.Rent(3);
                    packet.Clear();
                    scratch.CopyTo(packet);
                    packet.CopyTo(scratch);
                    Span<byte> span = packet;
                    int sum = span.Length + packet.ToArray().Length + packet.Slice(0).Length + packet.Slice(0, 0).Length + packet.Capacity;
                    foreach (ref Particle particle in particles)
                        sum += (int)particle.X;

                    return packet.IsEmpty ? sum : sum + packet.Port + (int)PacketBuffer.Pool.GetStatistics().Rents + packet.ToString().Length;
                }
            }
        }

        namespace @namespace.@new
        {
            public partial class @class<@struct>
            {
                [PooledBuffer(typeof(int), MaxLength = 64)]
                public partial struct @event { }

                [PooledBuffer(MaxLength = 64)]
                public partial struct @record { public @struct @field; }
            }
        }
        """;

    public static TheoryData<LanguageVersion, string, NullableContextOptions> Consumers
    {
        get
        {
            var data = new TheoryData<LanguageVersion, string, NullableContextOptions>();
            LanguageVersion[] versions =
            [
                LanguageVersion.CSharp8, LanguageVersion.CSharp9, LanguageVersion.CSharp10, LanguageVersion.CSharp11,
                LanguageVersion.CSharp12, LanguageVersion.CSharp13, LanguageVersion.CSharp14, LanguageVersion.CSharp15,
            ];
            foreach (LanguageVersion version in versions)
            {
                data.Add(version, "net10.0", NullableContextOptions.Disable);
                data.Add(version, "net8.0", NullableContextOptions.Disable);
                data.Add(version, "netstandard2.0", NullableContextOptions.Disable);
            }

            data.Add(LanguageVersion.CSharp8, "net462", NullableContextOptions.Disable);
            data.Add(LanguageVersion.CSharp15, "net462", NullableContextOptions.Disable);

            data.Add(LanguageVersion.CSharp8, "netstandard2.0", NullableContextOptions.Enable);
            data.Add(LanguageVersion.CSharp14, "net10.0", NullableContextOptions.Enable);
            data.Add(LanguageVersion.CSharp15, "net11.0", NullableContextOptions.Enable);
            data.Add(LanguageVersion.Preview, "net11.0", NullableContextOptions.Enable);
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Consumers))]
    public void Output_InEveryConsumer_CompilesWithoutAWarning(LanguageVersion version, string framework, NullableContextOptions nullable)
    {
        GeneratedConsumer generated = Generate(Source, version, framework, nullable);

        Assert.Equal(13, generated.Files.Count);
        Assert.Empty(generated.Errors);
    }

    [Theory]
    [InlineData(LanguageVersion.CSharp12, "net10.0", false)]
    [InlineData(LanguageVersion.CSharp13, "net10.0", true)]
    [InlineData(LanguageVersion.CSharp13, "net8.0", false)]
    public void Renter_WhereRefStructsCanImplementInterfaces_IsDisposable(LanguageVersion version, string framework, bool isDisposable)
    {
        GeneratedConsumer generated = Generate(
            """
            [PooledGen.PooledBuffer(typeof(byte), MaxLength = 64)] public partial struct PacketBuffer { }
            """,
            version,
            framework);

        ITypeSymbol renter = generated.Compilation.GetTypeByMetadataName("PacketBuffer")!;
        Assert.Equal(isDisposable, renter.AllInterfaces.Any(type => type.SpecialType == SpecialType.System_IDisposable));
    }

    [Theory]
    [InlineData(LanguageVersion.CSharp10, "netstandard2.0", false)]
    [InlineData(LanguageVersion.CSharp11, "netstandard2.0", true)]
    [InlineData(LanguageVersion.CSharp10, "net8.0", true)]
    public void ScopeOfARent_SaysWhetherTheCompilerChecksIt(LanguageVersion version, string framework, bool isChecked)
    {
        GeneratedConsumer generated = Generate(
            """
            [PooledGen.PooledBuffer(typeof(byte), MaxLength = 64)] public partial struct PacketBuffer { }

            public static class Use
            {
                public static PacketBuffer Escape() { var packet = PacketBuffer.Rent(5); return packet; }
            }
            """,
            version,
            framework);

        string sentence = isChecked ? "checked by the compiler" : "the compiler does not check";
        Assert.Contains(sentence, generated.Files["PacketBuffer.g.cs"], StringComparison.Ordinal);
        Assert.Equal(isChecked, generated.Errors.Any(error => error.Id == "CS8352"));
    }

    // A public member cannot take what only the consumer's own assembly knows.
    [Fact]
    public void Output_BesideARangeOfTheConsumersOwn_CompilesWithoutAWarning()
    {
        GeneratedConsumer generated = new Consumer("""
            [PooledGen.PooledBuffer<byte>(MaxLength = 64)] public partial struct PacketBuffer;
            namespace System { internal readonly struct Range; }
            """)
        {
            Framework = ConsumerFramework.NetStandard20,
        }.Generate();

        Assert.Single(generated.Files);
        Assert.Empty(generated.Errors);
    }

    [Fact]
    public void Output_InACommonLanguageConsumer_CompilesWithoutAWarning()
    {
        GeneratedConsumer generated = new Consumer(
            "[assembly: System.CLSCompliant(true)] [PooledGen.PooledBuffer<byte>(MaxLength = 64)] public partial struct PacketBuffer;")
            .Generate();

        Assert.Single(generated.Files);
        Assert.Empty(generated.Errors);
    }

    [Fact]
    public void Output_InAFileScopedNamespaceWithUnsafeCode_CompilesWithoutAWarning()
    {
        GeneratedConsumer generated = new Consumer("""
            using PooledGen;

            namespace App;

            [PooledBuffer<byte>(MaxLength = 64)]
            public partial struct PacketBuffer;

            public static class Use
            {
                public static unsafe byte First()
                {
                    using var packet = PacketBuffer.Rent(5);
                    fixed (byte* first = packet)
                        return *first;
                }
            }
            """)
        { AllowUnsafe = true }.Generate();

        Assert.Empty(generated.Errors);
    }

    [Theory]
    [InlineData("readonly partial struct PacketBuffer")]
    [InlineData("ref partial struct PacketBuffer")]
    [InlineData("readonly ref partial struct PacketBuffer : System.IDisposable")]
    [InlineData("partial struct PacketBuffer : System.IDisposable")]
    public void Output_ForADeclarationThatSaysMore_CompilesWithoutAWarning(string declaration)
        => Assert.Empty(new Consumer($"[PooledGen.PooledBuffer<byte>(MaxLength = 64)] public {declaration} {{ }}").Generate().Errors);

    [Theory]
    [InlineData("[PooledGen.PooledBuffer(MaxLength = 64)] public partial union Item(int, string);")]
    [InlineData("public partial union Item<T>(T, string) { [PooledGen.PooledBuffer<byte>(MaxLength = 64)] public partial struct PacketBuffer; }")]
    public void Output_InAUnion_CompilesWithoutAWarning(string source)
    {
        GeneratedConsumer generated = Generate(source, LanguageVersion.Preview, "net11.0");

        Assert.Single(generated.Files);
        Assert.Empty(generated.Errors);
    }

    // Code inside of an obsolete type may use what is obsolete, and a pragma of what is no identifier is CS1696.
    [Fact]
    public void Output_ForAnObsoleteElementWithAnIdThatNoPragmaTakes_CompilesWithoutAWarning()
    {
        GeneratedConsumer generated = new Consumer("""
            [System.Obsolete("x", DiagnosticId = "OLD-1")] public struct Item { public int Value; }
            [System.Obsolete("x")] [PooledGen.PooledBuffer<Item>(MaxLength = 64)] public partial struct Items;
            """).Generate();

        Assert.Single(generated.Files);
        Assert.Empty(generated.Errors);
    }

    // The compiler then reports its own id.
    [Fact]
    public void Output_ForAnObsoleteElementWithAnEmptyId_CompilesWithoutAWarning()
    {
        GeneratedConsumer generated = new Consumer("""
            [System.Obsolete("x", DiagnosticId = "")] public struct Item { public int Value; }
            #pragma warning disable CS0618
            [PooledGen.PooledBuffer<Item>(MaxLength = 64)] public partial struct Items;
            """).Generate();

        Assert.Single(generated.Files);
        Assert.Empty(generated.Errors);
    }

    [Fact]
    public void Output_InAProjectThatDocumentsItself_DocumentsEveryMember()
    {
        GeneratedConsumer generated = new Consumer(Source).Generate();
        CSharpCompilationOptions options = generated.Compilation.Options
            .WithSpecificDiagnosticOptions([])
            .WithGeneralDiagnosticOption(ReportDiagnostic.Default);

        IEnumerable<Diagnostic> undocumented = generated.Compilation.WithOptions(options).GetDiagnostics()
            .Where(diagnostic => diagnostic.Id is "CS1591" or "CS1573" && diagnostic.Location.SourceTree!.FilePath.EndsWith(".g.cs", StringComparison.Ordinal));

        Assert.Empty(undocumented);
    }

    private static GeneratedConsumer Generate(
        string source, LanguageVersion version, string framework, NullableContextOptions nullable = NullableContextOptions.Disable)
        => new Consumer(source)
        {
            Framework = ConsumerFramework.Named(framework),
            LanguageVersion = version,
            Nullable = nullable,
            CheckOverflow = true,
        }.Generate();
}

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Generator.Tests.Structure;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>
/// The memory-safety rules that C# 15 previews, with the reference assemblies of .NET 11, which say what they call unsafe: emitted code needs no unsafe
/// context, and neither does the code that uses it.
/// </summary>
[Trait("Category", "Long")]
public class MemorySafetyTests
{
    public static TheoryData<string, bool> Declarations
    {
        get
        {
            var data = new TheoryData<string, bool>();
            string[] sources = [ConsumerMatrixTests.Source, StorageTests.Source, WriterTests.Declarations + WriterTests.Uses];
            foreach (string source in sources)
            {
                data.Add(source, false);
                data.Add(source, true);
            }

            return data;
        }
    }

    // Those without ASP.NET Core, whose reference assemblies for .NET 11 the tests do not have.
    public static TheoryData<string> Samples => ["AisReader", "Base64Tool", "FileTable", "Quickstart", "TypedPacket"];

    [Theory]
    [MemberData(nameof(Declarations))]
    public void Declarations_UnderTheRules_CompileWithoutUnsafe(string source, bool allowUnsafe)
    {
        GeneratedConsumer generated = UnderTheRules(new Consumer(source)
        {
            AllowUnsafe = allowUnsafe,
            CheckOverflow = true,
            Nullable = NullableContextOptions.Disable,
        }).Generate();

        Assert.NotEmpty(generated.Files);
        Assert.Empty(generated.Errors);
    }

    [Theory]
    [MemberData(nameof(Samples))]
    public void Sample_UnderTheRules_NeedsUnsafeForNoMemberOfOurs(string sample)
    {
        string[] sources = [.. SourceFolders.Sources(Path.Combine(SourceFolders.RepositoryRoot(), "samples", sample)).Select(File.ReadAllText)];
        GeneratedConsumer generated = UnderTheRules(new Consumer(SourceFolders.GlobalUsings)
        {
            OtherSources = sources,
            Output = OutputKind.ConsoleApplication,
            AllowUnsafe = true,
        }).Generate();

        Assert.NotEmpty(generated.Files);
        Assert.Empty(generated.Errors);
    }

    /// <summary>The emitted property is unsafe, as it always was. What it points to ends with the rental.</summary>
    [Fact]
    public void Pointer_UnderTheRules_RequiresUnsafe()
    {
        Consumer consumer = UnderTheRules(new Consumer("""
            [PooledGen.PooledBuffer<byte>(MaxLength = 64, Storage = PooledGen.BufferStorage.Pinned)] public partial struct Pinned;
            static class Use
            {
                static bool Safe() { using var pinned = Pinned.Rent(5); return pinned.Pointer == null; }
                static bool Unsafe() { using var pinned = Pinned.Rent(5); unsafe { return pinned.Pointer == null; } }
            }
            """) { AllowUnsafe = true });

        Diagnostic error = Assert.Single(consumer.Generate().Errors);
        Assert.Equal(("CS9362", 3), (error.Id, error.Location.GetLineSpan().StartLinePosition.Line));
    }

    /// <summary>Or else the tests above prove nothing.</summary>
    [Fact]
    public void Rules_AreInForce()
    {
        Consumer consumer = UnderTheRules(new Consumer("""
            static class Use
            {
                static ref byte First(System.Span<byte> span) => ref System.Runtime.InteropServices.MemoryMarshal.GetReference(span);
            }
            """));

        Assert.Equal("CS9362", Assert.Single(consumer.Generate().Errors).Id);
        Assert.Empty((consumer with { HasMemorySafetyRules = false }).Generate().Errors);
    }

    private static Consumer UnderTheRules(Consumer consumer)
        => consumer with { Framework = ConsumerFramework.Net110, LanguageVersion = LanguageVersion.Preview, HasMemorySafetyRules = true };
}

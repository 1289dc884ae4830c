using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>A file a buffer, under a name that any file system takes.</summary>
public class HintNameTests
{
    [Theory]
    [InlineData("[PB] partial struct Line { }", "Line.g.cs")]
    [InlineData("namespace App.Net { [PB] partial struct Line { } }", "App.Net.Line.g.cs")]
    [InlineData("namespace @new { [PB] partial struct @class { } }", "new.class.g.cs")]
    [InlineData("partial class Cache<TKey> { partial class Page { [PB] partial struct Line<TTag> { } } }", "Cache`1+Page+Line`1.g.cs")]
    [InlineData("namespace Zürich { [PB] partial struct Größe { } }", "Zürich.Größe.g.cs")]
    public void HintName_OfAType_IsItsMetadataName(string source, string expected)
        => Assert.Equal([expected], HintNames(source));

    [Theory]
    [InlineData("[PB] partial struct Line { } [PB] partial struct line { }")]
    [InlineData("namespace N { [PB] partial struct Line { } } namespace n { [PB] partial struct Line { } }")]
    [InlineData("partial class C { [PB] partial struct Line { } } partial class c { [PB] partial struct Line { } }")]
    [InlineData("[PB] partial struct Ärger { } [PB] partial struct ärger { }")]
    public void HintNames_OfTwinsThatDifferInCase_DifferInMore(string source)
    {
        string[] names = HintNames(source);

        Assert.Equal(2, names.Distinct(StringComparer.OrdinalIgnoreCase).Count());
    }

    [Fact]
    public void HintNames_OfTypesThatDifferInArity_Differ()
        => Assert.Equal(["Line.g.cs", "Line`1.g.cs"], HintNames("[PB] partial struct Line { } [PB] partial struct Line<T> { }"));

    // Combining marks and letters beyond the basic plane are letters to C#, but not to a hint name.
    [Fact]
    public void HintNames_WithCharactersThatAreReplaced_Differ()
    {
        string[] names = HintNames("[PB] partial struct A\u0300 { } [PB] partial struct A\u0301 { } [PB] partial struct A_ { }");

        Assert.Equal(3, names.Distinct().Count());
        Assert.All(names, name => Assert.StartsWith("A_", name, StringComparison.Ordinal));
    }

    [Fact]
    public void HintName_BeyondAHundredCharacters_IsCutAndHashed()
    {
        string name = new('x', 150);

        // FNV-1a of the full name, computed by hand here: it must be the same in every process.
        uint hash = name.Aggregate(2166136261, (hash, c) => unchecked((hash ^ c) * 16777619));

        Assert.Equal([$"{name[..100]}.{hash:x8}.g.cs"], HintNames($"[PB] partial struct {name} {{ }}"));
    }

    [Fact]
    public void HintNames_ThatAreCutToTheSameStart_Differ()
    {
        string start = new('x', 120);

        Assert.Equal(2, HintNames($"[PB] partial struct {start}1 {{ }} [PB] partial struct {start}2 {{ }}").Distinct().Count());
    }

    private static string[] HintNames(string source)
    {
        GeneratedConsumer generated = new Consumer("#pragma warning disable CS8981 // a lower-case type name\n"
            + source.Replace("[PB]", "[PooledGen.PooledBuffer<byte>(MaxLength = 64)]", StringComparison.Ordinal)).Generate();

        Assert.Empty(generated.Errors);
        return [.. generated.Files.Keys];
    }
}

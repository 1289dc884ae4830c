using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.Tests;

public class ElementIsATypeParameterTests() : FlowTest("PG0020")
{
    protected override string Wrap(string snippet) => $"using System.Collections.Generic; using PooledGen;\n{snippet}";

    // The compiler objects at the same place; what it says is marked in ElementCannotBePooledTests.
    protected override bool IsAsked(Diagnostic diagnostic) => diagnostic.Id is not ("CS8968" or "CS0416") && base.IsAsked(diagnostic);

    [Theory]
    [InlineData("[[|PooledBuffer<T>(MaxLength = 64)|]] public partial struct Block<T>;", "T")]
    [InlineData("[[|PooledBuffer(typeof(T), MaxLength = 64)|]] public partial struct Block<T>;", "T")]
    [InlineData("[assembly: PooledBufferDefaults(MaxLength = 64)] [[|PooledBuffer<T>|]] public partial struct Block<T>;", "T")]
    [InlineData("public partial class Cache<TKey, TValue> { [[|PooledBuffer<TValue>(MaxLength = 64)|]] public partial struct Values; }", "TValue")]
    [InlineData("public partial class Cache<TKey, TValue> { [[|PooledBuffer(typeof(TKey), MaxLength = 64)|]] public partial struct Keys<TTag>; }", "TKey")]
    public Task TypeParameterInTheAttribute_IsDiagnosed(string markup, string parameter)
        => Diagnosed(markup, $"C# does not allow '{parameter}' in an attribute; write [PooledBuffer(nameof({parameter}), …)]");

    [Theory]
    [InlineData("[[|PooledBuffer<T[]>(MaxLength = 64)|]] public partial struct Block<T>;", "T[]", "T[]")]
    [InlineData("[[|PooledBuffer(typeof(List<T>), MaxLength = 64)|]] public partial struct Block<T>;", "System.Collections.Generic.List<T>", "List<T>")]
    [InlineData("[[|PooledBuffer<KeyValuePair<int, T>>(MaxLength = 64)|]] public partial struct Block<T>;", "System.Collections.Generic.KeyValuePair<int, T>", "KeyValuePair<int, T>")]
    public Task TypeThatIsMadeOfATypeParameter_IsDiagnosedWithARenterOfAnyElement(string markup, string element, string argument) => Diagnosed(
        markup,
        $"C# does not allow '{element}' in an attribute; rent from a renter of a type parameter: SharedBuffer<{argument}>, "
        + "or your own [PooledBuffer(nameof(T), …)] partial struct Block<T>");

    [Theory]
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 64)] public partial struct Block<T>;")]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial struct Pair<T> { public T First; }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct Block<T>;")]
    [InlineData("[PooledBuffer(typeof(List<int>), MaxLength = 64)] public partial struct Block<T>;")]
    public Task DeclarationThatCSharpAllows_IsAccepted(string source) => Silent(source);

    [Fact]
    public async Task DeclarationWithAnotherError_HasBoth() => Assert.Equal(
        ["CS8968", "PG0003", "PG0020"],
        (await Analyze(Compile(Wrap("[PooledBuffer<T>] public partial struct Block<T>;")), AllRules)).Select(diagnostic => diagnostic.Id));

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("[[|PooledBuffer<T>(MaxLength = 64)|]] public partial struct Block<T>;");
}

namespace PooledGen.Analyzers.Tests.CodeFixes;

public class NameTypeParameterTests() : FixTest(new NameTypeParameterFixer(), "PG0020")
{
    private const string Unknown = "PG0019";

    [Theory]
    [InlineData("[[|PooledBuffer<T>(MaxLength = 64)|]] public partial struct Block<T>;", "[PooledBuffer(nameof(T), MaxLength = 64)] public "
        + "partial struct Block<T>;")]
    [InlineData("[[|PooledBuffer(typeof(T), MaxLength = 64)|]] public partial struct Block<T>;", "[PooledBuffer(nameof(T), MaxLength = 64)] "
        + "public partial struct Block<T>;")]
    [InlineData(
        "[Serializable, [|PooledGen.PooledBufferAttribute< /* any */ T>(MaxBuffersPerThread = 4, MaxLength = 64)|]] public partial struct Block<T>;",
        "[Serializable, PooledGen.PooledBufferAttribute(nameof(T), MaxBuffersPerThread = 4, MaxLength = 64)] public partial struct Block<T>;")]
    [InlineData(
        "public partial class Cache<TKey, TValue> { [[|PooledBuffer(typeof(TValue), MaxLength = 64)|]] private partial struct Values; }",
        "public partial class Cache<TKey, TValue> { [PooledBuffer(nameof(TValue), MaxLength = 64)] private partial struct Values; }")]
    public Task TypeParameterInTheAttribute_IsNamed(string markup, string expected) => Fixed(markup, expected);

    [Theory]
    [InlineData("[assembly: PooledBufferDefaults(MaxLength = 64)] [[|PooledBuffer<T>|]] public partial struct Block<T>;", "[PooledBuffer(nameof(T))]")]
    [InlineData("[assembly: PooledBufferDefaults(MaxLength = 64)] [[|PooledBuffer<T>()|]] public partial struct Block<T>;", "[PooledBuffer(nameof(T))]")]
    public Task TypeParameterWithoutOptions_IsNamed(string markup, string attribute)
        => Fixed(markup, $"[assembly: PooledBufferDefaults(MaxLength = 64)] {attribute} public partial struct Block<T>;");

    [Fact]
    public Task NameOfATypeParameterThatWasRenamed_IsReplaced() => Fixed(
        "[[|PooledBuffer(\"T\", MaxLength = 64)|]] public partial struct Block<TItem>;",
        "[PooledBuffer(nameof(TItem), MaxLength = 64)] public partial struct Block<TItem>;",
        Unknown);

    [Theory]
    [InlineData("[[|PooledBuffer(\"byte\", MaxLength = 64)|]] public partial struct Block<T>;")]
    [InlineData("[[|PooledBuffer(nameof(Byte), MaxLength = 64)|]] public partial struct Block<T>;")]
    [InlineData("[[|PooledBuffer(\"T\", MaxLength = 64)|]] public partial struct Block<TKey, TValue>;")]
    [InlineData("[[|PooledBuffer(\"T\", MaxLength = 64)|]] public partial struct Block;")]
    public Task NameThatMayMeanSomethingElse_IsRefused(string markup) => Refused(markup, Unknown);

    [Theory]
    [InlineData("[[|PooledBuffer<string[]>(MaxLength = 64)|]] public partial struct Block<T>;")]
    [InlineData("[[|PooledBuffer(typeof(string), MaxLength = 64)|]] public partial struct Block<T>;")]
    [InlineData("[[|PooledBuffer(MaxLength = 64)|]] public partial struct Block<T> { public T First; }")]
    public Task ElementThatIsNoTypeParameter_IsRefused(string markup) => Refused(markup);

    [Fact]
    public Task FixAll_InTheDocument() => AllFixed("""
        [[|PooledBuffer<T>(MaxLength = 64)|]] public partial struct Block<T>;
        [[|PooledBuffer(typeof(T), MaxLength = 64)|]] public partial struct Other<T>;
        """,
        """
        [PooledBuffer(nameof(T), MaxLength = 64)] public partial struct Block<T>;
        [PooledBuffer(nameof(T), MaxLength = 64)] public partial struct Other<T>;
        """);
}

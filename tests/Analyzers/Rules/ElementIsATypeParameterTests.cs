namespace PooledGen.Analyzers.Tests;

public class ElementIsATypeParameterTests() : DefinitionTest("PG0020")
{
    [Theory]
    [InlineData("[[|{|CS8968:PooledBuffer<T>|}(MaxLength = 64)|]] public partial struct Block<T>;", "T")]
    [InlineData("[[|PooledBuffer({|CS0416:typeof(T)|}, MaxLength = 64)|]] public partial struct Block<T>;", "T")]
    [InlineData("public partial class Cache<TKey, TValue> { [[|{|CS8968:PooledBuffer<TValue>|}(MaxLength = 64)|]] public partial struct Values; }", "TValue")]
    [InlineData("public partial class Cache<TKey, TValue> { [[|PooledBuffer({|CS0416:typeof(TKey)|}, MaxLength = 64)|]] public partial struct "
        + "Keys<TTag>; }", "TKey")]
    public Task TypeParameterInTheAttribute_IsDiagnosed(string markup, string parameter)
        => Diagnosed(markup, $"C# does not allow '{parameter}' in an attribute; write [PooledBuffer(nameof({parameter}), …)]");

    [Theory]
    [InlineData("[[|{|CS8968:PooledBuffer<T[]>|}(MaxLength = 64)|]] public partial struct Block<T>;", "T[]", "T[]")]
    [InlineData("[[|PooledBuffer({|CS0416:typeof(List<T>)|}, MaxLength = 64)|]] public partial struct Block<T>;",
        "System.Collections.Generic.List<T>", "List<T>")]
    [InlineData(
        "[[|{|CS8968:PooledBuffer<KeyValuePair<int, T>>|}(MaxLength = 64)|]] public partial struct Block<T>;",
        "System.Collections.Generic.KeyValuePair<int, T>",
        "KeyValuePair<int, T>")]
    public Task TypeThatIsMadeOfATypeParameter_IsDiagnosedWithARenterOfAnyElement(string markup, string element, string argument) => Diagnosed(
        markup,
        $"C# does not allow '{element}' in an attribute; rent from a renter of a type parameter: SharedBuffer<{argument}>, "
        + "or your own [PooledBuffer(nameof(T), …)] partial struct Block<T>");

    [Theory]
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 64)] public partial struct Block<T>;")]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial struct Pair<T> { public T First; }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct Block<T>;")]
    [InlineData("[PooledBuffer(typeof(List<int>), MaxLength = 64)] public partial struct Block<T>;")]
    public Task DeclarationThatCSharpAllows_IsAccepted(string source) => Accepted(source);

    [Fact]
    public Task UsesOfTheType_Bind() => Verify(
        """
        [[|{|CS8968:PooledBuffer<T>|}(MaxLength = 64)|]] public partial struct Block<T>;

        static class Client
        {
            static int Send<T>(int length)
            {
                using var block = Block<T>.Rent(length);
                return block.Length;
            }
        }
        """,
        Consumer);
}

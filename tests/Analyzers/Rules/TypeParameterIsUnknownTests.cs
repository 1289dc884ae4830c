namespace PooledGen.Analyzers.Tests;

public class TypeParameterIsUnknownTests() : DefinitionTest("PG0019")
{
    private const string None = "it has none, so name a type: [PooledBuffer(typeof(byte), …)]";

    [Theory]
    [InlineData("[[|PooledBuffer(\"U\", MaxLength = 64)|]] public partial struct Block<T>;", "U", "write nameof(T), or name a type: "
        + "[PooledBuffer(typeof(byte), …)]")]
    [InlineData("[[|PooledBuffer(\"U\", MaxLength = 64)|]] public partial struct Block<@new>;", "U", "write nameof(@new), or name a type: "
        + "[PooledBuffer(typeof(byte), …)]")]
    [InlineData("[[|PooledBuffer(\"t\", MaxLength = 64)|]] public partial struct Block<T>;", "t", "write nameof(T), or name a type: "
        + "[PooledBuffer(typeof(byte), …)]")]
    [InlineData("[[|PooledBuffer(nameof(Block<>), MaxLength = 64)|]] public partial struct Block<T>;", "Block", "write nameof(T), or name a type: "
        + "[PooledBuffer(typeof(byte), …)]")]
    [InlineData("[[|PooledBuffer(nameof(Byte), MaxLength = 64)|]] public partial struct Block;", "Byte", None)]
    [InlineData("[[|PooledBuffer(\"byte\", MaxLength = 64)|]] public partial struct Block;", "byte", None)]
    [InlineData("[[|PooledBuffer(\"\", MaxLength = 64)|]] public partial struct Block;", "", None)]
    [InlineData(
        "public partial class Cache<TKey, TValue> { [[|PooledBuffer(\"T\", MaxLength = 64)|]] public partial struct Block<TTag>; }",
        "T",
        "write nameof(TTag) or nameof(TKey) or nameof(TValue), or name a type: [PooledBuffer(typeof(byte), …)]")]
    public Task NameOfNoTypeParameter_IsDiagnosed(string markup, string name, string advice)
        => Diagnosed(markup, $"'{name}' is not a type parameter of 'Block' or of a type that contains it; {advice}");

    // In the generated part the name would mean the nested type.
    [Theory]
    [InlineData("""
        public partial class Outer<T>
        {
            public partial class Inner
            {
                public class T;
                [[|PooledBuffer("T", MaxLength = 64)|]] public partial struct Block;
            }
        }
        """)]
    [InlineData("public partial class Outer<T> { [[|PooledBuffer(nameof(T), MaxLength = 64)|]] public partial struct Block { public class T; } }")]
    public Task NameOfATypeThatHidesTheTypeParameter_IsDiagnosed(string markup)
        => Diagnosed(markup, "'T' is not a type parameter of 'Block' or of a type that contains it; write nameof(T), or name a type: "
            + "[PooledBuffer(typeof(byte), …)]");

    [Theory]
    [InlineData("[PooledBuffer({|CS0103:Missing|}, MaxLength = 64)] public partial struct Block<T>;")]
    [InlineData("[{|CS0121:PooledBuffer(null, MaxLength = 64)|}] public partial struct Block<T>;")]
    public Task NameThatTheCompilerRejects_IsLeftToIt(string markup) => LeftToTheCompiler(markup);

    // The compiler says that there is no such name, but not which names are possible.
    [Fact]
    public Task NameOfNothing_IsDiagnosedBesideTheCompiler() => Diagnosed(
        "[[|PooledBuffer(nameof({|CS0103:Missing|}), MaxLength = 64)|]] public partial struct Block<T>;",
        "'Missing' is not a type parameter of 'Block' or of a type that contains it; write nameof(T), or name a type: [PooledBuffer(typeof(byte), …)]");

    [Theory]
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 64)] public partial struct Block<T>;")]
    [InlineData("[PooledBuffer(elementTypeParameter: \"T\", MaxLength = 64)] public partial struct Block<T>;")]
    [InlineData("[PooledBuffer(nameof(TKey), MaxLength = 64)] public partial struct Block<T, TKey>;")]
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 64)] public partial struct Block<T> where T : struct;")]
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 64)] public partial struct Block<T> where T : unmanaged;")]
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 64)] public partial struct Block<T> where T : class?;")]
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 64)] public partial struct Block<T> where T : notnull, IComparable<T>;")]
    [InlineData("[PooledBuffer(nameof(@class), MaxLength = 64)] public partial struct Block<@class>;")]
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 64, Clear = ClearPolicy.OnReturn)] public partial struct Block<T>;")]
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 64, Clear = ClearPolicy.Never)] public partial struct Block<T>;")]
    [InlineData("public partial class Outer<T> { public partial struct Inner<U> { [PooledBuffer(nameof(T), MaxLength = 64)] private partial struct Block; } }")]
    [InlineData("public partial interface IOuter<T> { [PooledBuffer(nameof(T), MaxLength = 64)] public partial struct Block; }")]
    [InlineData("public partial class Outer<Span> { [PooledBuffer(nameof(Span), MaxLength = 64)] public partial struct Block; }")]
    [InlineData("""
        public partial class Outer<T>
        {
            public partial class Inner
            {
                public class T<U>;
                [PooledBuffer(nameof(T), MaxLength = 64)] public partial struct Block;
            }
        }
        """)]
    public Task NameOfATypeParameter_IsAccepted(string source) => Accepted(source);
}

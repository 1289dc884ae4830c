namespace PooledGen.Analyzers.Tests;

public class ContainingTypeIsNotPartialTests() : DefinitionTest("PG0002")
{
    [Theory]
    [InlineData("public class Outer { [PooledBuffer<byte>(MaxLength = 64)] public partial struct [|Inner|]; }", "Outer")]
    [InlineData("public static class Outer { [PooledBuffer<byte>(MaxLength = 64)] public partial struct [|Inner|]; }", "Outer")]
    [InlineData("public struct Outer { [PooledBuffer<byte>(MaxLength = 64)] public partial struct [|Inner|]; }", "Outer")]
    [InlineData("public interface IOuter { [PooledBuffer<byte>(MaxLength = 64)] public partial struct [|Inner|]; }", "IOuter")]
    [InlineData("public record Outer { [PooledBuffer(MaxLength = 64)] public partial struct [|Inner|]; }", "Outer")]
    [InlineData("public record struct Outer { [PooledBuffer<byte>(MaxLength = 64)] public partial struct [|Inner|]; }", "Outer")]
    [InlineData("public class Outer<T> { [PooledBuffer<byte>(MaxLength = 64)] public partial struct [|Inner|]; }", "Outer")]
    [InlineData("public class Far { public partial class Near { [PooledBuffer<byte>(MaxLength = 64)] public partial struct [|Inner|]; } }", "Far")]
    public Task ContainerWithoutPartial_IsDiagnosedAtTheStruct(string markup, string container)
        => Diagnosed(markup, $"'{container}' is not partial; it contains the pooled buffer 'Inner', so declare it partial too");

    [Fact]
    public Task TwoContainersWithoutPartial_AreBothNamed() => Diagnosed(
        "public class Far { public class Near { [PooledBuffer<byte>(MaxLength = 64)] public partial struct [|[|Inner|]|]; } }",
        "'Near' is not partial; it contains the pooled buffer 'Inner', so declare it partial too",
        "'Far' is not partial; it contains the pooled buffer 'Inner', so declare it partial too");

    [Theory]
    [InlineData("public partial class Outer { [PooledBuffer<byte>(MaxLength = 64)] public partial struct Inner; }")]
    [InlineData("public static partial class Outer { [PooledBuffer<byte>(MaxLength = 64)] public partial struct Inner; }")]
    [InlineData("public ref partial struct Outer { [PooledBuffer<byte>(MaxLength = 64)] public partial struct Inner; }")]
    [InlineData("""
        public partial interface IOuter
        {
            static abstract int Count();
            [PooledBuffer<byte>(MaxLength = 64)] public partial struct Inner;
        }
        """)]
    [InlineData("""
        public unsafe partial struct Outer
        {
            public int* P;
            [PooledBuffer<byte>(MaxLength = 64)] public partial struct Inner;
        }
        """)]
    [InlineData("""
        public partial class Outer<T> where T : struct
        {
            [PooledBuffer<byte>(MaxLength = 64)] protected partial struct Inner<U> where U : unmanaged;
        }
        """)]
    [InlineData("public partial struct Outer<T> where T : allows ref struct { [PooledBuffer<byte>(MaxLength = 64)] public partial struct Inner; }")]
    [InlineData("public class Outer { } namespace Outers { [PooledBuffer<byte>(MaxLength = 64)] public partial struct Inner; }")]
    public Task PartialContainer_IsAccepted(string source) => Accepted(source, Consumer with { AllowUnsafe = true });

    [Theory]
    [InlineData("public partial interface IOuter<in T> { [PooledBuffer<byte>(MaxLength = 64)] public partial struct {|CS8427:Inner|}; }")]
    [InlineData("public partial interface IOuter<out T> { [PooledBuffer(MaxLength = 64)] public partial struct {|CS8427:Inner|}; }")]
    [InlineData("public static class Outer { extension(int x) { [PooledBuffer<byte>(MaxLength = 64)] public partial struct {|CS9282:Inner|}; } }")]
    public Task ContainerOfNoTypes_IsLeftToTheCompiler(string markup) => LeftToTheCompiler(markup);
}

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>Where a declaration is wrong, the generator neither throws nor adds half-right code.</summary>
public class InvalidDeclarationTests
{
    [Theory]
    // PG0001, PG0002
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] struct S { }")]
    [InlineData("class C { [PooledBuffer<byte>(MaxLength = 64)] partial struct S { } }")]
    [InlineData("class C { partial class D { [PooledBuffer(MaxLength = 64)] partial struct S { } } }")]
    // PG0007
    [InlineData("[PooledBuffer(typeof(void), MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer(typeof(byte*), MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer(typeof(byte*[]), MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer(typeof(delegate*<void>), MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer(typeof(System.Span<byte>), MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer(typeof(System.Math), MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer(typeof(System.Collections.Generic.List<>), MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer(typeof(S), MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer(null, MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer(MaxLength = 64)] ref partial struct S { }")]
    // PG0008: both, twice, on two parts
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] [PooledBuffer(MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] [PooledBuffer<int>(MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] partial struct S { } [PooledBuffer<byte>(MaxLength = 64)] partial struct S { }")]
    // PG0009
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] partial class S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] partial interface S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] partial record S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] partial record struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] enum S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] delegate void S();")]
    [InlineData("[assembly: PooledBuffer<byte>(MaxLength = 64)] partial struct S { }")]
    [InlineData("partial struct S { [PooledBuffer<byte>(MaxLength = 64)] void M() { } }")]
    // PG0010, PG0011
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] partial struct S { public int Length => 0; }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] partial struct S { int state; }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] partial struct S { int State { get; set; } }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] partial struct S { public S() { } }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] partial struct S(int state) { int State => state; }")]
    // PG0013, PG0014
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] file partial struct S { }")]
    [InlineData("file partial class C { [PooledBuffer<byte>(MaxLength = 64)] partial struct S { } }")]
    [InlineData("struct Hidden { } [PooledBuffer<Hidden>(MaxLength = 64)] public partial struct S { }")]
    [InlineData("file struct Hidden { } [PooledBuffer<Hidden>(MaxLength = 64)] partial struct S { }")]
    // PG0019
    [InlineData("[PooledBuffer(\"T\", MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer(\"U\", MaxLength = 64)] partial struct S<T> { }")]
    // The compiler's own errors
    [InlineData("[PooledBuffer<byte>(MaxLength = \"64\")] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = Missing)] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = )] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(64)] partial struct S { }")]
    [InlineData("[PooledBuffer<byte, int>(MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer<>(MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer<Missing>(MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer<Missing[]>(MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer<System.Collections.Generic.List<Missing>>(MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer(typeof(Missing), MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer(typeof(byte), typeof(int), MaxLength = 64)] partial struct S { }")]
    [InlineData("[PooledBuffer(\"byte\", MaxLength = 64)] partial struct S { }")]
    [InlineData("class C<T> { [PooledBuffer<T>(MaxLength = 64)] partial struct S { } }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] partial struct { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] partial struct S<> { }")]
    [InlineData("partial class C<T, > { [PooledBuffer<byte>(MaxLength = 64)] partial struct S { } }")]
    [InlineData("partial class { [PooledBuffer<byte>(MaxLength = 64)] partial struct S { } }")]
    [InlineData("namespace .B { [PooledBuffer<byte>(MaxLength = 64)] partial struct S { } }")]
    public void Declaration_ThatIsWrong_EmitsNothing(string source)
        => AssertEmitsNothing(new Consumer("using PooledGen;\n" + source));

    // A missing file would only add errors wherever the buffer is used.
    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64L)] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Missing = 1)] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] partial struct S")]
    public void Declaration_WithAnErrorThatLeavesItsMeaningClear_AddsNoErrorToTheUsers(string source)
    {
        GeneratedConsumer generated = new Consumer("using PooledGen;\n" + source).Generate();

        Assert.Single(generated.Files);
        Assert.All(generated.Errors, error => Assert.Equal("Consumer.cs", error.Location.SourceTree!.FilePath));
    }

    [Fact]
    public void Declaration_InCSharp7_EmitsNothing()
        => AssertEmitsNothing(new Consumer("[PooledGen.PooledBuffer(typeof(byte), MaxLength = 64)] public partial struct S { }")
        {
            LanguageVersion = LanguageVersion.CSharp7_3,
            Nullable = Microsoft.CodeAnalysis.NullableContextOptions.Disable,
        });

    // An attribute of that name is not enough: without the runtime, every line of the emitted file would be an error.
    [Fact]
    public void Declaration_WithoutTheRuntime_EmitsNothing()
    {
        GeneratedConsumer generated = new Consumer("""
            namespace PooledGen { class PooledBufferAttribute : System.Attribute { public int MaxLength { get; set; } } }

            [PooledGen.PooledBuffer(MaxLength = 64)] partial struct S { }
            """).Generate();

        CSharpCompilation alone = generated.Sources.RemoveReferences(ConsumerFramework.Net100.Runtime);

        Assert.Empty(generated.Driver.RunGenerators(alone).GetRunResult().GeneratedTrees);
    }

    [Fact]
    public void Declaration_InSeveralFiles_EmitsOneFile()
    {
        GeneratedConsumer generated = new Consumer("[PooledGen.PooledBuffer<byte>(MaxLength = 64)] public partial struct S { }")
        {
            OtherSources = ["partial struct S { public int A => Length; }", "partial struct S { public int B => Length; }"],
        }.Generate();

        Assert.Single(generated.Files);
        Assert.Empty(generated.Errors);
    }

    private static void AssertEmitsNothing(Consumer consumer)
    {
        GeneratedConsumer generated = consumer.Generate();

        Assert.Null(generated.Result.Exception);
        Assert.All(generated.Result.Diagnostics, static error => Assert.StartsWith("PG00", error.Id, StringComparison.Ordinal));
        Assert.Empty(generated.Files);

        // Where no analyzer runs, a broken rule has a file that consists of errors. What the compiler rejects has none.
        generated = (consumer with { AnalyzersRun = false }).Generate();
        Assert.Null(generated.Result.Exception);
        Assert.All(generated.Files.Values, static file => Assert.Matches(@"\A// <auto-generated/>\n(#error PG\d{4}: .+\n)+\z", file));
    }

    // PG0003, PG0004, PG0021, PG0025: the generator emits the type in spite of them, so that the code that uses it binds.
    [Theory]
    [InlineData("[PooledBuffer<byte>] partial struct S { }")]
    [InlineData("[PooledBuffer] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 0)] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = -1)] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 0x7FFFFFC8)] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MinLength = 0)] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MinLength = 48)] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MinLength = 128)] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MinLength = int.MinValue)] partial struct S { }")]
    [InlineData("""
        [PooledBuffer<byte>(Length = 0)] partial struct S
        {
            void M()
            {
                using var s = Rent();
                RentOwner().Dispose();
            }
        }
        """)]
    [InlineData("[PooledBuffer<byte>(Length = 64, MaxLength = 64)] partial struct S { void M() { using var s = Rent(); } }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, SizeClassesPerDoubling = 3)] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = (BufferStorage)3)] partial struct S { }")]
    [InlineData("[PooledBuffer<string>(MaxLength = 64, Storage = BufferStorage.Native)] partial struct S { nint M() => Rent(1).DangerousGetAddress(); }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned, Alignment = 3)] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Alignment = 64)] partial struct S { object M() => Pool.CreateBufferWriter(); }")]
    [InlineData("[PooledBuffer<int>(MaxLength = 1 << 30, Storage = BufferStorage.Native)] partial struct S { nint M() => Rent(1).DangerousGetAddress(); }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MaxBuffersPerThread = 0)] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MaxBuffersPerThread = 33)] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Oversize = (OversizePolicy)2)] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Clear = (ClearPolicy)(-1))] partial struct S { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MaxRetainedBytes = -1)] partial struct S { }")]
    [InlineData("[assembly: PooledBufferDefaults(MaxLength = 64, MaxBuffersPerThread = 99)] [PooledBuffer<byte>] partial struct S { }")]
    public void Declaration_WithAWrongOption_EmitsMembersThatCannotRun(string source)
    {
        GeneratedConsumer generated = new Consumer($"using PooledGen; {source}") { AnalyzersRun = null }.Generate();

        Assert.Null(generated.Result.Exception);
        Assert.Contains("\n#error PG00", Assert.Single(generated.Files).Value);
        Assert.Contains(" Rent(", Assert.Single(generated.Files).Value);
        Assert.All(generated.Compilation.GetDiagnostics(), static error => Assert.Equal("CS1029", error.Id));
    }

    // A build with such an error runs no analyzer.
    [Theory]
    [InlineData("class C { Missing _field; }")]
    [InlineData("class C : Missing;")]
    [InlineData("class C { int A; string A; }")]
    public void Declaration_WithAnErrorBesideOneOfTheCompiler_IsReportedByTheGenerator(string other)
    {
        GeneratedConsumer generated = new Consumer($"[PooledGen.PooledBuffer<byte>(MaxLength = 0)] public partial struct S; {other}").Generate();

        Diagnostic error = Assert.Single(generated.Result.Diagnostics);
        Assert.Equal("PG0004", error.Id);
        Assert.Equal("MaxLength = 0", generated.Sources.SyntaxTrees[0].GetText().ToString(error.Location.SourceSpan));
    }

    [Theory]
    [InlineData("class C { int M() => Missing(); }")] // here analyzers run all the same
    [InlineData("class C { void M(Element.Buffer elements) { } } [PooledGen.PooledBuffer(MaxLength = 64)] public partial struct Element;")] // it is generated
    public void Declaration_WithAnErrorBesideOtherCode_IsLeftToTheAnalyzer(string other)
    {
        GeneratedConsumer generated = new Consumer($"[PooledGen.PooledBuffer<byte>(MaxLength = 0)] public partial struct S; {other}").Generate();

        Assert.Empty(generated.Result.Diagnostics);
    }

    [Fact]
    public void Declaration_WithoutAnError_IsNotReportedBesideOneOfTheCompiler()
    {
        const string Source = "[PooledGen.PooledBuffer<byte>(MaxLength = 64)] public partial struct S; class C { Missing _field; }";
        GeneratedConsumer generated = new Consumer(Source).Generate();

        Assert.Empty(generated.Result.Diagnostics);
        Assert.Single(generated.Files);
    }
}

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

public class StoredElementHoldsReferencesTests() : DefinitionTest("PG0025")
{
    [Theory]
    [InlineData("[PooledBuffer<string>(MaxLength = 64, [|Storage = BufferStorage.Pinned|])] public partial struct Packet;", "Pinned", "string")]
    [InlineData("[PooledBuffer(typeof(int[]), MaxLength = 64, [|Storage = BufferStorage.Native|])] public partial struct Packet;", "Native", "int[]")]
    [InlineData("[PooledBuffer<(int, object)>(MaxLength = 64, [|Storage = BufferStorage.Pinned|])] public partial struct Packet;", "Pinned", "(int, object)")]
    [InlineData(
        "[PooledBuffer(MaxLength = 64, [|Storage = BufferStorage.Native|])] public partial struct Packet { public string Name; }", "Native", "Packet")]
    [InlineData(
        "[PooledBuffer(nameof(T), MaxLength = 64, [|Storage = BufferStorage.Pinned|])] public partial struct Packet<T> where T : class;", "Pinned", "T")]
    [InlineData("""
        partial class C<T>
        {
            [PooledBuffer(MaxLength = 64, [|Storage = BufferStorage.Pinned|])] partial struct Packet
            {
                public T A;
                public string B;
            }
        }
        """,
        "Pinned",
        "C<T>.Packet")]
    [InlineData(
        "[assembly: PooledBufferDefaults(Storage = BufferStorage.Native)] [[|PooledBuffer<string>(MaxLength = 64)|]] public partial struct Packet;",
        "Native",
        "string")]
    public Task ElementWithReferences_IsDiagnosedAtTheStorage(string markup, string storage, string element) => Diagnosed(
        $"#pragma warning disable CS0649, CS0169\n{markup}",
        $"The Storage of 'Packet' is {storage}, but its element '{element}' holds references; leave Storage out, or name an element without references");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<(int, Guid?)>(MaxLength = 64, Storage = BufferStorage.Native)] public partial struct Packet;")]
    [InlineData("[PooledBuffer(MaxLength = 64, Storage = BufferStorage.Native)] public partial struct Particle { public float X; }")]
    [InlineData("[PooledBuffer<string>(MaxLength = 64, Storage = BufferStorage.Array)] public partial struct Words;")]
    [InlineData("""
        [assembly: PooledBufferDefaults(Storage = BufferStorage.Pinned, Alignment = 64)]
        [PooledBuffer<string>(MaxLength = 64, Storage = BufferStorage.Array)] public partial struct Words;
        """)]
    // Whether these hold references is known at run time: the pool refuses them when it is created.
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 64, Storage = BufferStorage.Pinned)] public partial struct Column<T>;")]
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 64, Storage = BufferStorage.Native)] public partial struct Column<T> where T : struct;")]
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 64, Storage = BufferStorage.Native)] public partial struct Column<T> where T : unmanaged;")]
    [InlineData("public partial class C<T> { [PooledBuffer(MaxLength = 64, Storage = BufferStorage.Pinned)] public partial struct Pair { public T A, B; } }")]
    public Task ElementWithoutReferences_IsAccepted(string source) => Accepted($"#pragma warning disable CS0649\n{source}");

    // The reference assembly of .NET 8 shows no field of these.
    [Theory]
    [InlineData("System.RuntimeTypeHandle")]
    [InlineData("(int, System.RuntimeTypeHandle?)")]
    public Task FrameworkStructWithHiddenReferences_IsDiagnosed(string element) => Diagnosed(
        $"[PooledBuffer<{element}>(MaxLength = 64, [|Storage = BufferStorage.Pinned|])] public partial struct Packet;",
        Consumer with { Framework = ConsumerFramework.Net80 },
        $"The Storage of 'Packet' is Pinned, but its element '{element}' holds references; leave Storage out, or name an element without references");

    // The rule runs after all generators and sees what the generator does not. So the file has no error of its own.
    [Theory]
    [InlineData("[PooledBuffer(MaxLength = 64, Storage = BufferStorage.Pinned)] public partial struct Packet;", "Packet")]
    [InlineData("""
        [PooledBuffer<Id>(MaxLength = 64, Storage = BufferStorage.Native)] public partial struct Packet;
        public partial struct Id;
        """, "Id")]
    public async Task ReferenceThatAnotherGeneratorAdds_IsDiagnosed(string source, string element)
    {
        GeneratedConsumer generated = (Consumer with { Source = $"using PooledGen; {source}" }).Generate();
        Assert.Empty(generated.Errors);

        SyntaxTree added = CSharpSyntaxTree.ParseText($"public partial struct {element} {{ public string Text; }}", Consumer.ParseOptions);

        Assert.Contains("PG0025", (await Analyze(generated.Compilation.AddSyntaxTrees(added))).Select(static diagnostic => diagnostic.Id));
    }

    // What is no element at all has an error of its own.
    [Theory]
    [InlineData("[{|PG0007:PooledBuffer(typeof(Span<byte>), MaxLength = 64, Storage = BufferStorage.Pinned)|}] public partial struct Packet;")]
    [InlineData("[{|PG0019:PooledBuffer(\"U\", MaxLength = 64, Storage = BufferStorage.Pinned)|}] public partial struct Packet<T>;")]
    [InlineData("[PooledBuffer(MaxLength = 64, Storage = BufferStorage.Pinned)] public partial class {|PG0009:Packet|};")]
    public Task NoElement_HasItsOwnErrorOnly(string markup) => Verify(markup, Consumer);
}

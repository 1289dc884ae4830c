using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>Options that do not fit the target.</summary>
public class StorageIsNotSupportedTests() : DefinitionTest("PG0021")
{
    protected override Consumer Consumer => new("") { Framework = ConsumerFramework.NetStandard20 };

    [Theory]
    [InlineData("[PooledBuffer(typeof(byte), MaxLength = 64, [|Storage = BufferStorage.Pinned|])] public partial struct Packet { }", "Storage = Pinned")]
    [InlineData(
        "[PooledBuffer(typeof(byte), MaxLength = 64, [|Storage = BufferStorage.Native|], Alignment = 64)] public partial struct Packet { }",
        "Storage = Native")]
    [InlineData("[PooledBuffer(typeof(byte), MaxLength = 64, [|Alignment = 64|])] public partial struct Packet { }", "an Alignment of 64")]
    [InlineData("[PooledBuffer(MaxLength = 64, [|Storage = BufferStorage.Native|])] public partial struct Packet { }", "Storage = Native")]
    [InlineData(
        "[assembly: PooledBufferDefaults(Storage = BufferStorage.Pinned)] [[|PooledBuffer<byte>(MaxLength = 64)|]] public partial struct Packet;",
        "Storage = Pinned")]
    public Task StorageOfNetStandard_IsDiagnosedAtTheArgument(string markup, string option)
        => Diagnosed(markup, $"'Packet' has {option}, which the PooledGen of this target does not support; it needs .NET 8 or later");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Array, Alignment = 0)] public partial struct Packet;")]
    [InlineData("""
        [assembly: PooledBufferDefaults(Storage = BufferStorage.Pinned, Alignment = 64)]
        [PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Array)] public partial struct Packet;
        """)]
    public Task OrdinaryArrays_AreAccepted(string source) => Accepted(source);

    [Fact]
    public Task StorageOfNet80_IsAccepted() => Accepted(
        "[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned, Alignment = 64)] public partial struct Packet;",
        new Consumer("") { Framework = ConsumerFramework.Net80 });

    // Values that no target knows have their own errors.
    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, {|PG0004:Storage = (BufferStorage)9|})] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, {|PG0004:Alignment = 9|})] public partial struct Packet;")]
    public Task WrongValue_HasItsOwnErrorOnly(string markup) => Verify(markup, Consumer);

    // The members do not bind to what the target lacks.
    [Fact]
    public async Task EmittedFile_Compiles()
    {
        (GeneratedConsumer generated, _) = await Verify(
            "[PooledBuffer<byte>(MaxLength = 64, [|Storage = BufferStorage.Native|])] public partial struct Packet;", Consumer);

        Assert.Single(generated.Files);
        Assert.Empty(generated.Compilation.GetDiagnostics());
    }
}

namespace PooledGen.Analyzers.Tests;

public class PolicyIsUndefinedTests() : DefinitionTest("PG0015")
{
    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|Oversize = (OversizePolicy)2|])] public partial struct Packet;", 2)]
    [InlineData("[PooledBuffer(MaxLength = 64, [|Oversize = (OversizePolicy)(-1)|])] public partial struct Packet;", -1)]
    [InlineData("[assembly: PooledBufferDefaults([|Oversize = (OversizePolicy)7|])] [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;", 7)]
    public Task UndefinedOversize_IsDiagnosedAtTheArgument(string markup, int value)
        => Diagnosed(markup, $"The Oversize policy of 'Packet' is {value}, which is not a value of OversizePolicy; use one of Allocate, Throw");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|Clear = (ClearPolicy)5|])] public partial struct Packet;", 5)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|Clear = ClearPolicy.OnRent | ClearPolicy.OnReturn|])] public partial struct Packet;", 6)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|Clear = ClearPolicy.Never | ClearPolicy.OnReturn|])] public partial struct Packet;", 3)]
    [InlineData("[PooledBuffer(typeof(int), [|Clear = (ClearPolicy)int.MaxValue|], MaxLength = 64)] public partial struct Packet;", int.MaxValue)]
    [InlineData("[assembly: PooledBufferDefaults([|Clear = (ClearPolicy)(-3)|])] [PooledBuffer(MaxLength = 64)] public partial struct Packet;", -3)]
    public Task UndefinedClear_IsDiagnosedAtTheArgument(string markup, int value)
        => Diagnosed(markup, $"The Clear policy of 'Packet' is {value}, which is not a value of ClearPolicy; use one of Auto, Never, OnReturn, OnRent");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Oversize = OversizePolicy.Throw)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Oversize = default)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Clear = ClearPolicy.OnRent)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<string>(MaxLength = 64, Clear = ClearPolicy.Never)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Clear = (ClearPolicy)2)] public partial struct Packet;")]
    [InlineData("""
        [assembly: PooledBufferDefaults(Clear = (ClearPolicy)9)]
        [PooledBuffer<byte>(MaxLength = 64, Clear = ClearPolicy.Auto)] public partial struct Packet;
        """)]
    public Task DefinedPolicy_IsAccepted(string source) => Accepted(source);

    [Fact]
    public Task ValueOfAnotherType_IsLeftToTheCompiler()
        => Verify("[PooledBuffer<byte>(MaxLength = 64, Clear = {|CS0266:OversizePolicy.Throw|})] public partial struct Packet;", Consumer);
}

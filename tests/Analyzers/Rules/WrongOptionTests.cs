namespace PooledGen.Analyzers.Tests;

/// <summary>An option with a wrong value costs one error, and not one more for each use of the type.</summary>
public class WrongOptionTests() : DefinitionTest("PG0004")
{
    [Fact]
    public async Task UsesOfTheType_Bind()
    {
        (var generated, var diagnostics) = await Verify(
            """
            [PooledBuffer<byte>(MaxLength = 64, [|MaxBuffersPerThread = 64|])] public partial struct Packet;

            static class Client
            {
                static int Send(int length)
                {
                    using var packet = Packet.Rent(length);
                    using PooledOwner<byte> owner = Packet.RentOwner(length);
                    return packet.Length + owner.Length;
                }
            }
            """,
            Consumer);

        Assert.Equal("PG0004", Assert.Single(diagnostics).Id);
        Assert.Empty(generated.Compilation.GetDiagnostics());
    }

    [Fact]
    public Task SeveralWrongOptions_AreAnErrorEach() => Diagnosed(
        "[PooledBuffer<byte>([|MaxLength = 0|], [|MaxBuffersPerThread = 64|])] public partial struct Packet;",
        "The MaxLength of 'Packet' is 0; it must be 1 to 2147483591, the length of the longest array",
        "The MaxBuffersPerThread of 'Packet' is 64; it must be 1 to 32");

    // Nothing that could run where the members would not compile either.
    [Fact]
    public async Task WrongOptionOfATypeThatBreaksAnotherRule_EmitsNothing()
    {
        (var generated, _) = await Verify(
            "[PooledBuffer<byte>(MaxLength = 64, [|MaxBuffersPerThread = 64|])] public struct {|PG0001:Packet|} { }", Consumer);

        Assert.Empty(generated.Files);
    }
}

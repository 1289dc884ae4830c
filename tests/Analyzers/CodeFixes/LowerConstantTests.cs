namespace PooledGen.Analyzers.Tests.CodeFixes;

public class LowerConstantTests() : FixTest(new LowerConstantFixer(), "PG0111")
{
    private const string Declaration = "[PooledBuffer<byte>(MaxLength = 64 * 1024)] public partial struct Packet;";

    [Theory]
    [InlineData("Packet.Rent([|70_000|])", "Packet.Rent(65536)")]
    [InlineData("Packet.Rent([|2 * (64 * 1024)|])", "Packet.Rent(65536)")]
    [InlineData("Packet.RentOwner(length: [|70_000|])", "Packet.RentOwner(length: 65536)")]
    [InlineData("Packet.Rent(/* all */ [|70_000|] /* of it */)", "Packet.Rent(/* all */ 65536 /* of it */)")]
    public Task LengthAboveMaxLength_IsLowered(string rent, string expected) => Fixed(Method(rent), Method(expected));

    [Fact]
    public Task LengthOfANestedRenter_IsLowered() => Fixed("""
        [PooledBuffer(MaxLength = 64)] public partial struct Point
        {
            public int X;
            public static void M() { using var points = Buffer.Rent([|65|]); }
        }
        """,
        """
        [PooledBuffer(MaxLength = 64)] public partial struct Point
        {
            public int X;
            public static void M() { using var points = Buffer.Rent(64); }
        }
        """);

    [Fact]
    public Task MaxLengthOfTheAssembly_IsTheLimit() => Fixed(
        "[assembly: PooledBufferDefaults(MaxLength = 512)] [PooledBuffer<byte>] "
            + "public partial struct Packet { public static void M() { using var p = Rent([|513|]); } }",
        "[assembly: PooledBufferDefaults(MaxLength = 512)] [PooledBuffer<byte>] "
            + "public partial struct Packet { public static void M() { using var p = Rent(512); } }");

    [Theory]
    [InlineData("MaxLength = int.MaxValue", null)]
    [InlineData("MaxLength = 0x7FFFFFFF", "MaxLength = 2147483591")]
    [InlineData("MaxLength = 0", null)]
    [InlineData("MaxLength = 64, MaxBuffersPerThread = 64", "MaxLength = 64, MaxBuffersPerThread = 32")]
    [InlineData("MaxLength = 64, MaxBuffersPerThread = 0", null)]
    [InlineData("MaxLength = 64, SizeClassesPerDoubling = 8", null)]
    public Task OptionOutOfRange_IsLoweredWhereItIsTooLarge(string options, string? expected)
    {
        string marked = options.Replace(options.Split(", ")[^1], $"[|{options.Split(", ")[^1]}|]", StringComparison.Ordinal);
        string source = $"[PooledBuffer<byte>({marked})] public partial struct Packet;";
        return expected is null ? Refused(source, "PG0004") : Fixed(source, $"[PooledBuffer<byte>({expected})] public partial struct Packet;", "PG0004");
    }

    [Fact]
    public Task FixAll_InTheDocument() => AllFixed(
        Method("Packet.Rent([|70_000|]); using var other = Packet.Rent([|80_000|])"), Method("Packet.Rent(65536); using var other = Packet.Rent(65536)"));

    [Theory]
    [InlineData("Packet.Rent([|Large|])")]
    [InlineData("Packet.Rent([|Large + 1|])")]
    [InlineData("Packet.Rent([|-1|])")]
    [InlineData("Packet.Rent([|64|])")]
    public Task ConstantThatIsNotTooLargeByItself_IsRefused(string rent) => Refused(Method(rent));

    private static string Method(string rent)
        => $"static class C {{ public const int Large = 70_000; public static void M() {{ using var packet = {rent}; }} }} {Declaration}";
}

namespace PooledGen.Analyzers.Tests;

public class ClassesPerDoublingIsInvalidTests() : DefinitionTest("PG0023")
{
    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|ClassesPerDoubling = 0|])] public partial struct Packet;", 0)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|ClassesPerDoubling = 3|])] public partial struct Packet;", 3)]
    [InlineData("[PooledBuffer(MaxLength = 64, [|ClassesPerDoubling = 8|])] public partial struct Packet;", 8)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|ClassesPerDoubling = int.MinValue|])] public partial struct Packet;", int.MinValue)]
    [InlineData("[assembly: PooledBufferDefaults([|ClassesPerDoubling = 5|])] [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;", 5)]
    public Task NumberThatBitsCannotExpress_IsDiagnosedAtTheArgument(string markup, int classes)
        => Diagnosed(markup, $"The ClassesPerDoubling of 'Packet' is {classes}; it must be 1, 2 or 4");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, ClassesPerDoubling = 1)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 1, ClassesPerDoubling = 2)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 2147483591, ClassesPerDoubling = 4)] public partial struct Packet;")]
    [InlineData("[assembly: PooledBufferDefaults(ClassesPerDoubling = 4)] [PooledBuffer<byte>(Length = 64)] public partial struct Packet;")]
    public Task OneTwoOrFour_IsAccepted(string source) => Accepted(source);
}

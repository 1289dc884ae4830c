namespace PooledGen.Analyzers.Tests;

public class OptionValueIsInvalidTests() : DefinitionTest("PG0004")
{
    [Theory]
    [InlineData("[PooledBuffer<byte>([|MaxLength = 0|])] public partial struct Packet;", 0)]
    [InlineData("[PooledBuffer<byte>([|MaxLength = -1|])] public partial struct Packet;", -1)]
    [InlineData("[PooledBuffer(MinLength = 8, [|MaxLength = int.MinValue|])] public partial struct Packet;", int.MinValue)]
    [InlineData("[PooledBuffer(typeof(byte), [|MaxLength = int.MaxValue|])] public partial struct Packet;", int.MaxValue)]
    [InlineData("[PooledBuffer<byte>([|MaxLength = 2147483592|])] public partial struct Packet;", 2147483592)]
    [InlineData("[assembly: PooledBufferDefaults([|MaxLength = 0|])] [PooledBuffer<byte>] public partial struct Packet;", 0)]
    [InlineData("[assembly: PooledBufferDefaults(MaxLength = 64)] [PooledBuffer<byte>([|MaxLength = 0|])] public partial struct Packet;", 0)]
    public Task MaxLengthThatNoArrayCanHave_IsDiagnosedAtTheArgument(string markup, int maxLength)
        => Diagnosed(markup, $"The MaxLength of 'Packet' is {maxLength}; it must be 1 to 2147483591, the length of the longest array");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 1)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 3)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<string>(MaxLength = 1000)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 2147483591)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = (1 << 30) + 1)] public partial struct Packet;")]
    [InlineData("[assembly: PooledBufferDefaults(MaxLength = 0)] [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;")]
    public Task MaxLengthOfAnArray_IsAccepted(string source) => Accepted(source);

    [Fact]
    public Task NumberThatIsNoInt_IsLeftToTheCompiler()
        => LeftToTheCompiler("[PooledBuffer<byte>(MaxLength = {|CS0182:{|CS0266:3000000000|}|})] public partial struct Packet;");

    [Theory]
    [InlineData("[PooledBuffer<byte>([|Length = 0|])] public partial struct Packet;", 0)]
    [InlineData("[PooledBuffer([|Length = -1|])] public partial struct Packet;", -1)]
    [InlineData("[PooledBuffer<byte>([|Length = (1 << 30) + 1|])] public partial struct Packet;", (1 << 30) + 1)]
    [InlineData("[assembly: PooledBufferDefaults([|Length = int.MinValue|])] [PooledBuffer<byte>] public partial struct Packet;", int.MinValue)]
    public Task LengthThatNoSizeClassHas_IsDiagnosedAtTheArgument(string markup, int length)
        => Diagnosed(markup, $"The Length of 'Packet' is {length}; it must be 1 to 1073741824");

    [Theory]
    [InlineData("[PooledBuffer<byte>(Length = 1)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(Length = 1 << 30)] public partial struct Packet;")]
    public Task LengthInRange_IsAccepted(string source) => Accepted(source);

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|MinLength = 0|])] public partial struct Packet;", 0)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|MinLength = -16|])] public partial struct Packet;", -16)]
    [InlineData("[PooledBuffer(MaxLength = 64, [|MinLength = 3|])] public partial struct Packet;", 3)]
    [InlineData("[PooledBuffer(typeof(int), [|MinLength = 24|], MaxLength = 64)] public partial struct Packet;", 24)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|MinLength = int.MinValue|])] public partial struct Packet;", int.MinValue)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 8, [|MinLength = 12|])] public partial struct Packet;", 12)]
    [InlineData("[assembly: PooledBufferDefaults(MinLength = 3)] [[|PooledBuffer<byte>(MaxLength = 64)|]] public partial struct Packet;", 3)]
    public Task MinLengthThatIsNoPowerOfTwo_IsDiagnosedAtTheArgument(string markup, int minLength)
        => Diagnosed(markup, $"The MinLength of 'Packet' is {minLength}; it must be a power of two, such as 16");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|MinLength = 128|])] public partial struct Packet;", 128, 64)]
    [InlineData("[PooledBuffer<byte>([|MinLength = 16|], MaxLength = 15)] public partial struct Packet;", 16, 15)]
    [InlineData("[PooledBuffer(MaxLength = 1, [|MinLength = 2|])] public partial struct Packet;", 2, 1)]
    [InlineData("[assembly: PooledBufferDefaults(MinLength = 32)] [[|PooledBuffer<byte>(MaxLength = 8)|]] public partial struct Packet;", 32, 8)]
    [InlineData("[assembly: PooledBufferDefaults(MaxLength = 8)] [PooledBuffer<byte>([|MinLength = 16|])] public partial struct Packet;", 16, 8)]
    public Task MinLengthAboveMaxLength_IsDiagnosedAtTheArgument(string markup, int minLength, int maxLength)
        => Diagnosed(markup, $"The MinLength of 'Packet' is {minLength}; it must be at most the MaxLength, {maxLength}");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 5)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 1)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MinLength = 1)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MinLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 2147483591, MinLength = 1 << 30)] public partial struct Packet;")]
    [InlineData("[assembly: PooledBufferDefaults(MinLength = 32)] [PooledBuffer<byte>(MaxLength = 8, MinLength = 4)] public partial struct Packet;")]
    public Task PowerOfTwoUpToMaxLength_IsAccepted(string source) => Accepted(source);

    [Fact]
    public Task MinLengthBesideABadMaxLength_IsNotComparedWithIt() => Diagnosed(
        "[PooledBuffer<byte>([|MaxLength = 0|], MinLength = 16)] public partial struct Packet;",
        "The MaxLength of 'Packet' is 0; it must be 1 to 2147483591, the length of the longest array");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|SizeClassesPerDoubling = 0|])] public partial struct Packet;", 0)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|SizeClassesPerDoubling = 3|])] public partial struct Packet;", 3)]
    [InlineData("[PooledBuffer(MaxLength = 64, [|SizeClassesPerDoubling = 8|])] public partial struct Packet;", 8)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|SizeClassesPerDoubling = int.MinValue|])] public partial struct Packet;", int.MinValue)]
    [InlineData("[assembly: PooledBufferDefaults([|SizeClassesPerDoubling = 5|])] [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;", 5)]
    public Task NumberThatBitsCannotExpress_IsDiagnosedAtTheArgument(string markup, int classes)
        => Diagnosed(markup, $"The SizeClassesPerDoubling of 'Packet' is {classes}; it must be 1, 2 or 4");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, SizeClassesPerDoubling = 1)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 1, SizeClassesPerDoubling = 2)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 2147483591, SizeClassesPerDoubling = 4)] public partial struct Packet;")]
    [InlineData("[assembly: PooledBufferDefaults(SizeClassesPerDoubling = 4)] [PooledBuffer<byte>(Length = 64)] public partial struct Packet;")]
    public Task OneTwoOrFour_IsAccepted(string source) => Accepted(source);

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|MaxBuffersPerThread = 0|])] public partial struct Packet;", 0)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|MaxBuffersPerThread = 33|])] public partial struct Packet;", 33)]
    [InlineData("[PooledBuffer(MaxLength = 64, [|MaxBuffersPerThread = -1|])] public partial struct Packet;", -1)]
    [InlineData("[PooledBuffer(typeof(byte), [|MaxBuffersPerThread = int.MaxValue|], MaxLength = 64)] public partial struct Packet;", int.MaxValue)]
    [InlineData("[assembly: PooledBufferDefaults([|MaxBuffersPerThread = 64|])] [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;", 64)]
    public Task NumberThatNoThreadCanKeep_IsDiagnosedAtTheArgument(string markup, int buffers)
        => Diagnosed(markup, $"The MaxBuffersPerThread of 'Packet' is {buffers}; it must be 1 to 32");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MaxBuffersPerThread = 1)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MaxBuffersPerThread = 32)] public partial struct Packet;")]
    [InlineData("[assembly: PooledBufferDefaults(MaxBuffersPerThread = 2)] [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("""
        [assembly: PooledBufferDefaults(MaxBuffersPerThread = 0)]
        [PooledBuffer<byte>(MaxLength = 64, MaxBuffersPerThread = 4)] public partial struct Packet;
        """)]
    public Task NumberThatAThreadCanKeep_IsAccepted(string source) => Accepted(source);

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|MaxRetainedBytes = -1|])] public partial struct Packet;", -1)]
    [InlineData("[PooledBuffer(MaxLength = 64, [|MaxRetainedBytes = long.MinValue|])] public partial struct Packet;", long.MinValue)]
    [InlineData("[PooledBuffer(typeof(byte), [|MaxRetainedBytes = -5_000_000_000|], MaxLength = 64)] public partial struct Packet;", -5_000_000_000)]
    [InlineData("[assembly: PooledBufferDefaults([|MaxRetainedBytes = -1|])] [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;", -1)]
    public Task LessThanNothing_IsDiagnosedAtTheArgument(string markup, long bytes)
        => Diagnosed(markup, $"The MaxRetainedBytes of 'Packet' is {bytes}; it must be 0 or more");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MaxRetainedBytes = 0)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MaxRetainedBytes = 1)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MaxRetainedBytes = long.MaxValue)] public partial struct Packet;")]
    [InlineData("""
        [assembly: PooledBufferDefaults(MaxRetainedBytes = -1)]
        [PooledBuffer<byte>(MaxLength = 64, MaxRetainedBytes = 0)] public partial struct Packet;
        """)]
    public Task BytesFromZeroOn_AreAccepted(string source) => Accepted(source);

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|Oversize = (OversizePolicy)2|])] public partial struct Packet;", 2)]
    [InlineData("[PooledBuffer(MaxLength = 64, [|Oversize = (OversizePolicy)(-1)|])] public partial struct Packet;", -1)]
    [InlineData("[assembly: PooledBufferDefaults([|Oversize = (OversizePolicy)7|])] [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;", 7)]
    public Task UndefinedOversize_IsDiagnosedAtTheArgument(string markup, int value)
        => Diagnosed(markup, $"The Oversize of 'Packet' is {value}; it must be a value of OversizePolicy: Allocate or Throw");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|Clear = (ClearPolicy)5|])] public partial struct Packet;", 5)]
    [InlineData("[PooledBuffer(typeof(int), [|Clear = (ClearPolicy)int.MaxValue|], MaxLength = 64)] public partial struct Packet;", int.MaxValue)]
    [InlineData("[assembly: PooledBufferDefaults([|Clear = (ClearPolicy)(-3)|])] [PooledBuffer(MaxLength = 64)] public partial struct Packet;", -3)]
    public Task UndefinedClear_IsDiagnosedAtTheArgument(string markup, int value)
        => Diagnosed(markup, $"The Clear of 'Packet' is {value}; it must be a value of ClearPolicy: Auto, Never, OnReturn or OnRent");

    // Some of these have the number of a third policy.
    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|Clear = ClearPolicy.OnReturn | ClearPolicy.OnRent|])] public partial struct Packet;", "Clear")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|Clear = ClearPolicy.Never | ClearPolicy.OnReturn|])] public partial struct Packet;", "Clear")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|Clear = (ClearPolicy.Never | ClearPolicy.OnReturn)|])] public partial struct Packet;", "Clear")]
    [InlineData("""
        [assembly: PooledBufferDefaults([|Oversize = OversizePolicy.Allocate | OversizePolicy.Throw|])]
        [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;
        """, "Oversize")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|Storage = BufferStorage.Pinned | BufferStorage.Native|])] public partial struct Packet;", "Storage")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|Storage = BufferStorage.Array + 1|])] public partial struct Packet;", "Storage")]
    public async Task CombinationOfValues_IsDiagnosedAtTheArgument(string markup, string option)
    {
        (_, var diagnostics) = await Verify(markup, Consumer);

        string value = markup.Split("[|")[1].Split("|]")[0].Split(" = ")[1];
        Assert.StartsWith($"The {option} of 'Packet' is {value}; it must be a value of ", Assert.Single(OurMessages(diagnostics)), StringComparison.Ordinal);
    }

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

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|Storage = (BufferStorage)3|])] public partial struct Packet;", 3)]
    [InlineData("[PooledBuffer<string>(MaxLength = 64, [|Storage = (BufferStorage)(-1)|])] public partial struct Packet;", -1)]
    [InlineData("[PooledBuffer(MaxLength = 64, [|Storage = (BufferStorage)7|])] public partial struct Packet;", 7)]
    [InlineData("[assembly: PooledBufferDefaults([|Storage = (BufferStorage)4|])] [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;", 4)]
    public Task UndefinedStorage_IsDiagnosedAtTheArgument(string markup, int value) => Diagnosed(
        markup, $"The Storage of 'Packet' is {value}; it must be a value of BufferStorage: Array, Pinned or Native");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Array)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(Length = 64, Storage = BufferStorage.Pinned)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = (BufferStorage)2)] public partial struct Packet;")]
    [InlineData("[PooledBuffer(MaxLength = 64, Storage = BufferStorage.Native)] public partial struct Particle { public float X; }")]
    [InlineData("""
        [assembly: PooledBufferDefaults(Storage = (BufferStorage)9)]
        [PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned)] public partial struct Packet;
        """)]
    public Task DefinedStorage_IsAccepted(string source) => Accepted(source);

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned, [|Alignment = 8|])] public partial struct Packet;", 8)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Native, [|Alignment = 48|])] public partial struct Packet;", 48)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned, [|Alignment = 8192|])] public partial struct Packet;", 8192)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|Alignment = -64|])] public partial struct Packet;", -64)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|Alignment = int.MinValue|])] public partial struct Packet;", int.MinValue)]
    [InlineData("""
        [assembly: PooledBufferDefaults([|Alignment = 1|])]
        [PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned)] public partial struct Packet;
        """, 1)]
    public Task NumberThatNothingIsAlignedTo_IsDiagnosedAtTheArgument(string markup, int alignment)
        => Diagnosed(markup, $"The Alignment of 'Packet' is {alignment}; it must be a power of two from 16 to 4096, or 0 for none");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Alignment = 0)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned, Alignment = 16)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned, Alignment = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(Length = 4096, Storage = BufferStorage.Native, Alignment = 4096)] public partial struct Packet;")]
    public Task PowerOfTwo_IsAccepted(string source) => Accepted(source);
}

using System.Text;

namespace PooledGen.Samples.Tests;

/// <summary>The program as a whole: files, streams, exit codes.</summary>
public class Base64ToolTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Megabytes_ThereAndBack_TakeNoBytesAChunk()
    {
        byte[] data = new byte[4_000_000];
        new Random(1).NextBytes(data);
        _folder.Write("data", data);

        SampleRun encoding = await Start("encode", "data", "text", "--wrap", "--stats");
        SampleRun decoding = await Start("decode", "text", "copy", "--ignore-whitespace", "--stats");

        Assert.Equal(Convert.ToBase64String(data, Base64FormattingOptions.InsertLineBreaks), File.ReadAllText(_folder.PathOf("text")));
        Assert.Equal(data, File.ReadAllBytes(_folder.PathOf("copy")));

        // 14,592 bytes or 16,384 characters a chunk; the decoder rents one byte buffer more for each.
        Assert.Equal(
            [
                "Chunks: 275, bytes: 4,000,000. The first chunk filled the pools; the 274 after it allocated 0 bytes.",
                "Base64Tool.ByteBuffer: rentals 1, buffers allocated 1, in use 0, misused 0",
                "Base64Tool.TextBuffer: rentals 1, buffers allocated 1, in use 0, misused 0",
            ],
            SampleRun.Lines(encoding.Error));
        Assert.Equal(
            [
                "Chunks: 335, bytes: 4,000,000. The first chunk filled the pools; the 334 after it allocated 0 bytes.",
                "Base64Tool.ByteBuffer: rentals 336, buffers allocated 2, in use 0, misused 0",
                "Base64Tool.TextBuffer: rentals 1, buffers allocated 1, in use 0, misused 0",
            ],
            SampleRun.Lines(decoding.Error));
    }

    [Fact]
    public async Task OneChunk_SaysThatALongerInputIsNeeded()
    {
        SampleRun run = await SampleRun.StartWithInput("Base64Tool", _folder.Root, "abc"u8.ToArray(), "encode", "--stats");

        Assert.Equal(
            "Chunks: 1, bytes: 3. The first chunk fills the pools; what later ones allocate shows with a longer input.", SampleRun.Lines(run.Error)[0]);
    }

    [Theory]
    [InlineData("encode", "abc", "YWJj")]
    [InlineData("decode", "YWJj", "abc")]
    [InlineData("encode", "", "")]
    public async Task WithoutFiles_ItReadsStandardInputAndWritesStandardOutput(string command, string input, string output)
    {
        SampleRun run = await SampleRun.StartWithInput("Base64Tool", _folder.Root, Encoding.UTF8.GetBytes(input), command);

        Assert.Equal(new SampleRun(0, output, ""), run);
    }

    [Fact]
    public async Task Dashes_AreTheStandardStreams()
    {
        SampleRun run = await SampleRun.StartWithInput("Base64Tool", _folder.Root, "abc"u8.ToArray(), "encode", "-", "text");

        Assert.Equal(new SampleRun(0, "", ""), run);
        Assert.Equal("YWJj", File.ReadAllText(_folder.PathOf("text")));
    }

    [Fact]
    public async Task BadText_IsOneLineAndExitCode1()
    {
        _folder.Write("text", "YWJj*");

        SampleRun run = await Start("decode", "text");

        Assert.Equal(["Base64Tool: U+002A at position 4 is no Base64 character."], SampleRun.Lines(run.Error));
        Assert.Equal("", run.Output);
        Assert.Equal(1, run.ExitCode);
    }

    [Fact]
    public async Task MissingFile_IsOneLineAndExitCode1_AndMakesNoOutput()
    {
        SampleRun run = await Start("encode", "missing", "text");

        Assert.StartsWith("Base64Tool: Could not find file ", Assert.Single(SampleRun.Lines(run.Error)));
        Assert.Equal(1, run.ExitCode);
        Assert.False(File.Exists(_folder.PathOf("text")));
    }

    [Fact]
    public async Task OutputThatIsTheInput_IsRefusedBeforeItIsEmptied()
    {
        _folder.Write("data", "abc");

        SampleRun run = await Start("encode", "data", "data");

        Assert.Single(SampleRun.Lines(run.Error));
        Assert.Equal(1, run.ExitCode);
        Assert.Equal("abc", File.ReadAllText(_folder.PathOf("data")));
    }

    [Theory]
    [InlineData]
    [InlineData("code")]
    [InlineData("encode", "")]
    [InlineData("encode", "a", "b", "c")]
    [InlineData("encode", "--ignore-whitespace")]
    [InlineData("decode", "--wrap")]
    [InlineData("--bogus")]
    public async Task CommandThatMakesNoSense_IsOneLineAndExitCode2(params string[] arguments)
    {
        SampleRun run = await Start(arguments);

        Assert.Equal(["Base64Tool: the arguments are encode or decode, and two files at most; --help explains."], SampleRun.Lines(run.Error));
        Assert.Equal(2, run.ExitCode);
    }

    [Fact]
    public async Task Help_ExplainsAndDoesNothing()
    {
        SampleRun run = await Start("encode", "missing", "--help");

        Assert.StartsWith("Base64Tool encode [input] [output]", run.Output);
        Assert.Equal("", run.Error);
        Assert.Equal(0, run.ExitCode);
    }

    private Task<SampleRun> Start(params string[] arguments) => SampleRun.Start("Base64Tool", _folder.Root, arguments);
}

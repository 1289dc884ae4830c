using System.Security.Cryptography;

namespace PooledGen.Samples.Tests;

public class FileTableTableTests : IDisposable
{
    private const string HashOfNothing = "e3b0c44298fc";
    private const string HashOfAbc = "ba7816bf8f01"; // the example of FIPS 180

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Row_OfEachKindOfFile_HasLinesBytesTextBytesAndHash()
    {
        byte[] lateZero = new byte[70_000]; // more than one chunk of 65,536
        Array.Fill(lateZero, (byte)'x', 0, 69_999);
        string long2000 = string.Concat(Enumerable.Repeat(new string('x', 99) + "\n", 2_000));
        _folder.Write("empty.txt", "");
        _folder.Write("abc.txt", "abc");
        _folder.Write("sub/mixed.txt", "one\r\ntwo\n\nfour");
        _folder.Write("long.txt", long2000);
        _folder.Write("binary.bin", [1, 0, 10, 10]);
        _folder.Write("late.bin", lateZero);

        SampleRun run = await SampleRun.Start("FileTable", _folder.Root);

        Assert.Equal(["0", "0", "0", HashOfNothing], run.Row("./empty.txt"));
        Assert.Equal(["1", "3", "3", HashOfAbc], run.Row("./abc.txt"));
        Assert.Equal(["4", "14", "10", HashOf("sub/mixed.txt")], run.Row("./sub/mixed.txt"));
        Assert.Equal(["2,000", "200,000", "198,000", HashOf("long.txt")], run.Row("./long.txt"));
        Assert.Equal(["binary", "4", "binary", HashOf("binary.bin")], run.Row("./binary.bin"));
        Assert.Equal(["binary", "70,000", "binary", HashOf("late.bin")], run.Row("./late.bin"));
        Assert.Equal(["2,005", "270,021", "198,013"], run.Row("Files: 6, binary: 2"));
        Assert.Equal("", run.Error);
        Assert.Equal(0, run.ExitCode);
    }

    [Fact]
    public async Task Row_OfAFileWithALineEndAcrossTwoChunks_CountsItOnce()
    {
        // CR is the last byte of the first chunk, LF the first of the second.
        _folder.Write("border.txt", new string('x', 65_535) + "\r\n" + "end");

        SampleRun run = await SampleRun.Start("FileTable", _folder.Root);

        Assert.Equal(["2", "65,540", "65,538", HashOf("border.txt")], run.Row("./border.txt"));
    }

    [Fact]
    public async Task Columns_AreAligned()
    {
        _folder.Write("a", "1");
        _folder.Write("a-longer-name", new string('x', 12_345));

        SampleRun run = await SampleRun.Start("FileTable", _folder.Root);

        Assert.Single(SampleRun.Lines(run.Output).Take(4).Select(line => line.Length).Distinct());
    }

    [Fact]
    public async Task Name_WithATerminalCommand_IsPrintedWithout()
    {
        _folder.Write("red\u001b[31m", "abc");

        SampleRun run = await SampleRun.Start("FileTable", _folder.Root);

        Assert.Equal(HashOfAbc, run.Row("./red?[31m")[^1]);
        Assert.DoesNotContain('\u001b', run.Output);
    }

    private string HashOf(string name) => Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(_folder.PathOf(name))))[..12];
}

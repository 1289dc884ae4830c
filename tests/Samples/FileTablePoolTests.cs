namespace PooledGen.Samples.Tests;

public class FileTablePoolTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task ManyFiles_TakeOneBufferASizeClass()
    {
        // Classes of 2,048, 8,192 and, for what is read in pieces, 65,536 bytes.
        for (int i = 0; i < 100; i++)
        {
            _folder.Write($"{i}.small", new byte[2_000 - i]);
            _folder.Write($"{i}.medium", new byte[5_000 + i]);
            _folder.Write($"{i}.large", new byte[100_000]);
        }

        SampleRun run = await SampleRun.Start("FileTable", _folder.Root);

        Assert.Contains("Buffers ever allocated: 3, for 300 rentals.", run.Output);
        Assert.Contains("297 hits, 3 misses, 0 in use, 3 retained (75,776 bytes), 0 misused.", run.Output);
    }

    [Theory]
    [InlineData(1_024, 0)]
    [InlineData(1_025, 1)]
    public async Task FileThatFitsOnTheStack_RentsNothing(int length, int rentals)
    {
        _folder.Write("file", new byte[length]);

        SampleRun run = await SampleRun.Start("FileTable", _folder.Root);

        Assert.Contains($"Buffers ever allocated: {rentals}, for {rentals} rentals.", run.Output);
    }
}

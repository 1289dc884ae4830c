using System.Text;

namespace PooledGen.Samples.Tests;

public class AisReaderTests
{
    private const string Report = "!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C\r\n";
    private const string First = "!AIVDM,2,1,3,B,55P5TL01VIaAL@7WKO@mBplU@<PDhh000000001S;AJ::4A80?4i@E53,0*3E\r\n";
    private const string Second = "!AIVDM,2,2,3,B,1@0000000000000,2*55\r\n";

    // Counted by hand in the file, where a comment says of each line what it is.
    [Fact]
    public async Task ShippedFile_HasItsMessagesByType_AndItsDamageByReason()
    {
        SampleRun run = await SampleRun.Start("AisReader", AppContext.BaseDirectory);

        Assert.Equal(
            [
                "Type    Messages",
                "   1           3  Position report, class A",
                "   2           1  Position report, class A, assigned schedule",
                "   3           1  Position report, class A, response to interrogation",
                "   4           1  Base station report",
                "   5           4  Static and voyage related data",
                "   8           2  Binary broadcast message",
                "  11           1  UTC and date response",
                "  14           1  Safety related broadcast message",
                "  18           1  Position report, class B",
                "  19           1  Position report, class B, extended",
                "  21           1  Aid to navigation report",
                "  24           2  Static data report",
                "  27           1  Position report, long range",
                " All          20",
                "Skipped",
                "               1  over-long",
                "               2  not a sentence",
                "               2  bad checksum",
                "               2  unknown talker or type",
                "               1  bad field",
                "               1  bad armour",
                "               1  bad fill bits",
                "               2  missing fragment",
                "               1  too short",
                "Comments: 31. Sentences: 41.",
                "Of these 27 in messages + 13 skipped + 1 pending = 41.",
                "Positions: latitude 36.91000 to 48.38163, longitude -123.39538 to -70.75820. The last: 36.91000 -76.32753 of ship 563808000.",
            ],
            SampleRun.Lines(run.Output).Take(28));
        Assert.Equal("", run.Error);
        Assert.Equal(0, run.ExitCode);
    }

    [Fact]
    public async Task Synthesised_AreAllAccountedFor_AndAllocateNothing()
    {
        SampleRun run = await SampleRun.Start("AisReader", AppContext.BaseDirectory, "--synthesise", "200000");

        // Ten sentences are three messages of type 1, one each of 2, 3, 4, 18 and 24, and one of type 5 in two sentences.
        Assert.Equal("60,000", run.Row("   1")[0]);
        foreach (string type in new[] { "   2", "   3", "   4", "   5", "  18", "  24" })
            Assert.Equal("20,000", run.Row(type)[0]);

        Assert.Contains("Of these 200,000 in messages + 0 skipped + 0 pending = 200,000.", run.Output);
        Assert.Contains("Allocated: 0 B a message (0 B for 178,000 messages, after 2,000 to warm up).", run.Output);
        Assert.Contains("Payloads in parts: 20,000 rentals, 1 buffers allocated, 0 in use.", run.Output);
        Assert.Matches(@"Blocks of the pipe: \S+ rentals, 2 buffers allocated, 0 in use\.", run.Output);
        Assert.Equal(0, run.ExitCode);
    }

    [Fact]
    public async Task StandardInput_OfManyBlocks_IsReadToTheEnd_AndAllocatesNothing()
    {
        SampleRun run = await Read(string.Concat(Enumerable.Repeat(First + Second + Report, 10_000)));

        Assert.Equal("10,000", run.Row("   1")[0]);
        Assert.Equal("10,000", run.Row("   5")[0]);
        Assert.Contains("Of these 30,000 in messages + 0 skipped + 0 pending = 30,000.", run.Output);
        Assert.Contains("Allocated: 0 B a message (0 B for 18,000 messages, after 2,000 to warm up).", run.Output);
    }

    [Fact]
    public async Task LastLine_WithoutItsEnd_IsReadToo()
    {
        SampleRun run = await Read(First + Second + Report.TrimEnd());

        Assert.Contains("Of these 3 in messages + 0 skipped + 0 pending = 3.", run.Output);
        Assert.Contains("The last: 47.58283 -122.34583 of ship 477553000.", run.Output);
    }

    [Theory]
    [InlineData(99, "Of these 101 in messages + 0 skipped + 0 pending = 101.")]
    [InlineData(100, "Of these 100 in messages + 2 skipped + 0 pending = 102.")]
    public async Task Fragment_WhoseNextIsNotAmongTheHundredThatFollow_IsGivenUp(int between, string expected)
    {
        SampleRun run = await Read(First + string.Concat(Enumerable.Repeat(Report, between)) + Second);

        Assert.Contains(expected, run.Output);
    }

    [Fact]
    public async Task UnfinishedMessages_OfWhichMoreComeThanMayWait_AreGivenUpInTurn()
    {
        // Ten sequence ids on each of fifteen channels. The last one and the hundred before it wait.
        IEnumerable<string> firsts = Enumerable.Range(0, 150).Select(i => WithChecksum($"AIVDM,2,1,{i % 10},{(char)('A' + i / 10)},5,0"));

        SampleRun run = await Read(string.Concat(firsts));

        Assert.Equal("49", Skipped(run, "missing fragment"));
        Assert.Contains("Of these 0 in messages + 49 skipped + 101 pending = 150.", run.Output);
        Assert.Contains("Payloads in parts: 150 rentals, 101 buffers allocated, 0 in use.", run.Output);
    }

    [Fact]
    public async Task MessageThatGrowsBeyondItsBuffer_IsOverLong()
    {
        string part = new('5', 600);

        SampleRun run = await Read(
            WithChecksum($"AIVDM,3,1,1,A,{part},0") + WithChecksum($"AIVDM,3,2,1,A,{part},0") + WithChecksum("AIVDM,3,3,1,A,5,0"));

        Assert.Equal("2", Skipped(run, "over-long"));
        Assert.Equal("1", Skipped(run, "missing fragment"));
        Assert.Contains("Payloads in parts: 1 rentals, 1 buffers allocated, 0 in use.", run.Output);
    }

    [Fact]
    public async Task LineWithoutAnEnd_LongerThanThePipe_IsOneOverLongSentence_AndTheRestGoesOn()
    {
        SampleRun run = await Read(Report + new string('!', 1_000_000) + "\n" + Report);

        Assert.Equal("1", Skipped(run, "over-long"));
        Assert.Contains("Of these 2 in messages + 1 skipped + 0 pending = 3.", run.Output);
    }

    [Fact]
    public async Task EmptyInput_HasNothing()
    {
        SampleRun run = await Read("");

        Assert.Contains("Of these 0 in messages + 0 skipped + 0 pending = 0.", run.Output);
        Assert.Contains("Positions: none.", run.Output);
        Assert.Equal(0, run.ExitCode);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task SentencesWithRandomDamage_AreAllAccountedFor(int seed)
    {
        var random = new Random(seed);
        byte[] input = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat(First + Second + Report, 5_000)));
        for (int i = 0; i < 5_000; i++)
            input[random.Next(input.Length)] = (byte)random.Next(256);

        SampleRun run = await SampleRun.StartWithInput("AisReader", AppContext.BaseDirectory, input, "-");

        string[] sentences = run.Row("Comments:");
        string[] accountedFor = run.Row("Of these");
        Assert.Equal(sentences[^1], accountedFor[^1]);
        Assert.NotEqual("0", Skipped(run, "bad checksum"));
        Assert.NotEqual("0", Skipped(run, "missing fragment"));
        Assert.Equal("", run.Error);
        Assert.Equal(0, run.ExitCode);
    }

    [Fact]
    public async Task MissingFile_GivesOneLineAndExitCode1()
    {
        SampleRun run = await SampleRun.Start("AisReader", AppContext.BaseDirectory, "nowhere");

        Assert.StartsWith("AisReader: cannot read 'nowhere': ", Assert.Single(SampleRun.Lines(run.Error)));
        Assert.Equal("", run.Output);
        Assert.Equal(1, run.ExitCode);
    }

    [Theory]
    [InlineData("")]
    [InlineData("--synthesise")]
    [InlineData("--synthesise", "-1")]
    [InlineData("--unknown")]
    [InlineData("one", "two")]
    public async Task ArgumentsThatMeanNothing_GiveOneLineAndExitCode2(params string[] arguments)
    {
        SampleRun run = await SampleRun.Start("AisReader", AppContext.BaseDirectory, arguments);

        Assert.Single(SampleRun.Lines(run.Error));
        Assert.Equal(2, run.ExitCode);
    }

    [Fact]
    public async Task Help_ExplainsAndReadsNothing()
    {
        SampleRun run = await SampleRun.Start("AisReader", AppContext.BaseDirectory, "nowhere", "--help");

        Assert.StartsWith("AisReader [file]", run.Output);
        Assert.DoesNotContain("Sentences:", run.Output);
        Assert.Equal("", run.Error);
        Assert.Equal(0, run.ExitCode);
    }

    private static Task<SampleRun> Read(string input)
        => SampleRun.StartWithInput("AisReader", AppContext.BaseDirectory, Encoding.ASCII.GetBytes(input), "-");

    private static string Skipped(SampleRun run, string reason)
        => SampleRun.Lines(run.Output).Single(line => line.EndsWith($"  {reason}", StringComparison.Ordinal)).Trim().Split(' ')[0];

    private static string WithChecksum(string content)
    {
        int sum = content.Aggregate(0, (sum, character) => sum ^ character);
        return $"!{content}*{sum:X2}\r\n";
    }
}

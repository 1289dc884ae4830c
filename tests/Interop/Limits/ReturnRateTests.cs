using PooledGen.AspNetCore;

namespace PooledGen.Interop.Tests;

public class ReturnRateTests
{
    private const int Start = 100_000;

    [Fact]
    public void Rate_OfAClientThatReadsAllTheTime_IsWhatItReadsInASecond() => Assert.Equal(1000, After(seconds: 20, idle: 1));

    // The server has no time for it, because others have just connected.
    [Theory]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    public void Rate_OfAClientThatHasReadAndWaitsForSomeSeconds_IsTheSame(int idle) => Assert.Equal(1000, After(seconds: 20, idle));

    [Fact]
    public void Rate_OfAClientThatReadsNoMore_IsZeroAfterSomeSeconds() => Assert.Equal(0, After(seconds: 20, idle: 6));

    // The bytes fill the buffers of the system, within one second or two.
    [Theory]
    [InlineData(1, 1, 0)]
    [InlineData(1, 2, 0)]
    [InlineData(1, 7, 0)]
    [InlineData(2, 2, 0)]
    [InlineData(2, 7, 0)]
    [InlineData(2, 1, 1000)] // for one second it looks like a client that reads
    public void Rate_OfAClientThatReadsNothing_IsZeroWhenTheBuffersAreFull(int seconds, int idle, long expected)
        => Assert.Equal(expected, After(seconds, idle));

    [Theory]
    [InlineData(8)]
    [InlineData(9)]
    [InlineData(1_000_000)]
    public void Rate_AfterAPause_HasNothingOfTheTimeBefore(int pause)
    {
        var rate = new ReturnRate();
        for (int second = 0; second < 20; second++)
            rate.Note(Start + second, 1000);

        rate.Note(Start + 20 + pause, 7);

        Assert.Equal(0, rate.InASecond(Start + 20 + pause));
        Assert.Equal(0, rate.InASecond(Start + 21 + pause));
    }

    private static long After(int seconds, int idle)
    {
        var rate = new ReturnRate();
        for (int i = 0; i < 10 * seconds; i++)
            rate.Note(Start + (i / 10), 100);

        return rate.InASecond(Start + seconds - 1 + idle);
    }
}

namespace PooledGen.Checking.Tests;

/// <summary>How often samples are taken, whatever the timer can do.</summary>
public class SamplingPaceTests
{
    [Fact]
    public void Pace_OfAnyRate_TakesSoManySamplesInAnyTenSeconds()
    {
        foreach (int rate in Enumerable.Range(1, 1000))
        {
            var pace = new SamplingPace(rate);
            int ticks = (int)(TimeSpan.FromSeconds(10) / pace.Period);

            int samples = Enumerable.Range(0, ticks).Count(_ => pace.TakesSample());

            // The last tick may come up to a period before the ten seconds are over.
            Assert.InRange(samples, (10 * rate) - 2, 10 * rate);
        }
    }
}

namespace PooledGen.Bench.Harness;

/// <summary>Gets everything compiled at the highest tier, pools filled and tables grown, before the first measurement.</summary>
internal static class WarmUp
{
    // The runtime recompiles a method twice, first with counters and then by what they say. Each time it waits until it has been
    // called 30 times and nothing new was called for 100 ms.
    private const int Passes = 5;
    private const int CallsPerPass = 400;
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(250);

    /// <summary>
    /// Runs all scenarios together: what they share, such as the methods of ArrayPool, is then compiled for all of them and not for
    /// the one that happens to come first.
    /// </summary>
    public static void Run(IReadOnlyList<Scenario> scenarios)
    {
        for (int pass = 0; pass < Passes; pass++)
        {
            foreach (Scenario scenario in scenarios)
            {
                scenario.Empty.Call(scenario.Empty.CallsFor(CallsPerPass));
                foreach (Contender contender in scenario.Contenders)
                    contender.Call(contender.CallsFor(CallsPerPass));
            }

            Thread.Sleep(s_pause);
        }
    }
}

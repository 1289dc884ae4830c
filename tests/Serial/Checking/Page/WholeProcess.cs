namespace PooledGen.Checking.Tests.Page;

/// <summary>What a program in checked mode, or one that takes samples, does at its start.</summary>
internal static class WholeProcess
{
    public static void Start()
    {
        AppContext.SetSwitch("PooledGen.Checked", true);   // before the first buffer is rented

        PooledBuffers.MisuseFound += (_, misuse) => Console.Error.WriteLine(misuse);

        PooledBuffers.SamplesPerSecond = 5;   // rentals a second; 0, the default, is off
    }
}

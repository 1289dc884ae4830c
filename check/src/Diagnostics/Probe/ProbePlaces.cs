namespace PooledGen.Diagnostics;

/// <summary>The places at which one mode disturbs an operation.</summary>
/// <param name="Mode">The mode.</param>
/// <param name="First">The first place.</param>
/// <param name="Last">The last place; less than the first one if there is none.</param>
internal readonly record struct ProbePlaces(PoolProbeMode Mode, int First, int Last)
{
    /// <summary>Those of modes that disturb a number of bytes.</summary>
    // After the last byte an operation waits for the end. Without a byte there is nothing that can end early, be wrong, or come alone.
    public static IEnumerable<ProbePlaces> Of(int bytes, params PoolProbeMode[] modes) => modes.Select(mode => mode switch
    {
        PoolProbeMode.End or PoolProbeMode.WrongByte => new ProbePlaces(mode, 0, bytes - 1),
        PoolProbeMode.ByteByByte => new ProbePlaces(mode, 1, bytes),
        _ => new ProbePlaces(mode, 0, bytes),
    });

    /// <summary>At most so many places, evenly from the first to the last.</summary>
    public IEnumerable<int> Spread(int most)
    {
        long count = (long)Last - First + 1, shown = Math.Min(count, most);
        for (long i = 0; i < shown; i++)
            yield return shown == 1 ? First : (int)(First + (i * (count - 1) / (shown - 1)));
    }
}

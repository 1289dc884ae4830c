using System.Numerics;

namespace PooledGen.Diagnostics;

/// <summary>The places at which one mode disturbs an operation.</summary>
/// <param name="Mode">The mode.</param>
/// <param name="First">The first place.</param>
/// <param name="Last">The last place; less than the first one if there is none.</param>
internal readonly record struct ProbePlaces(PoolProbeMode Mode, int First, int Last)
{
    // How often a mode that goes by time disturbs an operation. Its places have no meaning of their own, so more of them find little.
    private const int MaxTimes = 40;

    /// <summary>Those of modes that disturb a number of bytes.</summary>
    // After the last byte an operation waits for the end. Without a byte there is nothing that can end early, be held, be wrong, or come alone.
    public static IEnumerable<ProbePlaces> Of(int bytes, params PoolProbeMode[] modes) => modes.Select(mode => mode switch
    {
        PoolProbeMode.End or PoolProbeMode.Hold or PoolProbeMode.WrongByte => new ProbePlaces(mode, 0, bytes - 1),
        PoolProbeMode.ByteByByte => new ProbePlaces(mode, 1, bytes),
        _ => new ProbePlaces(mode, 0, bytes),
    });

    /// <summary>How many places <see cref="Spread"/> gives.</summary>
    public int Count(int most) => (int)Math.Clamp((long)Last - First + 1, 0, Mode == PoolProbeMode.CancelAfter ? Math.Min(most, MaxTimes) : most);

    /// <summary>At most so many places, evenly from the first to the last, and first those with large distances: also a part of them lies evenly.</summary>
    public IEnumerable<int> Spread(int most)
    {
        long distances = (long)Last - First, count = Count(most);
        long whole = (long)BitOperations.RoundUpToPowerOf2((ulong)count);
        for (long step = whole; step > 0; step /= 2)
        {
            for (long i = step == whole ? 0 : step; i < count; i += 2 * step)
                yield return count == 1 ? First : (int)(First + (i * distances / (count - 1)));
        }
    }
}

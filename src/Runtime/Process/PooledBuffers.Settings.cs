namespace PooledGen;

/// <summary>What the settings from outside the program decide: environment variables and entries of the runtime configuration.</summary>
public static partial class PooledBuffers
{
    /// <summary>
    /// How many bytes of free buffers all pools of the process may retain together; 0 retains nothing. A buffer returned beyond it is let go and
    /// counted as evicted. Default: one eighth of the memory that the garbage collector may use; 256 MB on netstandard2.0 and .NET Framework.
    /// </summary>
    /// <remarks>
    /// The environment variable <c>POOLEDGEN_MAX_RETAINED_BYTES</c>, or else <c>PooledGen.MaxRetainedBytes</c> in the runtime configuration,
    /// replaces the default. The bytes that places reserve never exceed it, except while it is being lowered; buffers in the quarantine of a check or of
    /// the sampler come on top. Setting it below what is reserved lets go of every free buffer of every pool at once, as <see cref="TrimAll"/> does.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">It is set to less than 0.</exception>
    public static long MaxRetainedBytes
    {
        get => TrimScheduler.Shared.Budget.Max;
        set
        {
            if (value < 0)
                throw new ArgumentOutOfRangeException(nameof(value), value, "PooledBuffers.MaxRetainedBytes is 0 or more, in bytes.");

            TrimScheduler.Shared.SetMaxRetainedBytes(value);
        }
    }

    /// <summary>The bytes of <see cref="MaxRetainedBytes"/> that the places for free buffers of all pools take.</summary>
    /// <remarks>
    /// The sum of <see cref="BufferPool.ReservedBytes"/>. All retained buffers lie in these places, except those in the quarantine of a check or of
    /// the sampler.
    /// </remarks>
    public static long ReservedBytes => TrimScheduler.Shared.Budget.Reserved;

    /// <summary>The time between two visits that trim idle buffers; zero for no visits. Default: 10 seconds.</summary>
    /// <remarks>
    /// The environment variable <c>POOLEDGEN_TRIM_PERIOD_SECONDS</c>, or else <c>PooledGen.TrimPeriodSeconds</c> in the runtime configuration, sets it
    /// before the first rental.
    /// </remarks>
    public static TimeSpan TrimPeriod => TrimScheduler.Shared.Period;

    /// <summary>The settings that are not understood and so ignored, each with its value and what would be right. Empty if there are none.</summary>
    public static IReadOnlyList<string> IgnoredSettings
    {
        get
        {
            // Before the first rental nothing has read the settings yet.
            _ = TrimScheduler.Shared;
            _ = IsCheckedMode;
            return [.. Settings.Ignored.Select(static ignored => $"{ignored.Name} = \"{ignored.Value}\" is ignored. {ignored.Reason}")];
        }
    }
}

namespace PooledGen;

/// <summary>All pools of the process together. All members may be used from any thread.</summary>
/// <example>
/// <code>
/// using PooledGen;
///
/// PooledBuffers.MaxRetainedBytes = 256 * 1024 * 1024;   // for all pools together
/// PooledBuffers.SamplesPerSecond = 10;                  // watches ten rentals a second
/// PooledBuffers.MisuseFound += (_, misuse) =&gt; Console.Error.WriteLine(misuse);
///
/// PacketBuffer.Rent(1500).Dispose();
/// foreach (BufferPool pool in PooledBuffers.Pools)
///     Console.WriteLine($"{pool.Name}: {pool.GetStatistics().RetainedBytes:N0} bytes");
///
/// [PooledBuffer&lt;byte&gt;(MaxLength = 64 * 1024)]
/// public partial struct PacketBuffer;
/// </code>
/// </example>
public static class PooledBuffers
{
    /// <summary>
    /// The pools that exist at this moment, in the order in which they were created: that of an annotated type with the first use of the type.
    /// </summary>
    /// <remarks>Each call returns a new list. A reference to a pool keeps it, and the assembly of its annotated type, from being collected.</remarks>
    public static IReadOnlyList<BufferPool> Pools => PoolRegistry.Pools;

#if NET
    /// <summary>The budgets that have a name, in the order in which they were created, each until it is collected.</summary>
    /// <remarks>Each call returns a new list.</remarks>
    public static IReadOnlyList<BufferBudget> Budgets => BufferBudget.Named;

#endif
    /// <summary>Lets go of every free buffer of every pool, as <see cref="BufferPool.Trim"/> does for one.</summary>
    public static void Trim()
    {
        foreach (BufferPool pool in Pools)
            pool.Trim();
    }

    /// <summary>
    /// How many bytes of free buffers all pools of the process may retain together; 0 retains nothing. A buffer returned beyond it is let go and
    /// counted as evicted. Default: one eighth of the memory that the garbage collector may use; 256 MB on netstandard2.0 and .NET Framework.
    /// </summary>
    /// <remarks>
    /// The environment variable <c>POOLEDGEN_MAX_RETAINED_BYTES</c>, or else <c>PooledGen.MaxRetainedBytes</c> in the runtime configuration,
    /// replaces the default. The reserved bytes never exceed it, except while it is being lowered; buffers in the quarantine of a check or of
    /// the sampler come on top. Setting it below what is reserved lets go of every free buffer of every pool at once, as <see cref="Trim"/> does.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">It is set to less than 0.</exception>
    public static long MaxRetainedBytes
    {
        get => IdleTrimmer.Shared.RetentionLimit.Max;
        set
        {
            if (value < 0)
                throw new ArgumentOutOfRangeException(nameof(value), value, "PooledBuffers.MaxRetainedBytes is 0 or more, in bytes.");

            IdleTrimmer.Shared.SetMaxRetainedBytes(value);
        }
    }

    /// <summary>The bytes of <see cref="MaxRetainedBytes"/> that all pools have reserved for free buffers.</summary>
    /// <remarks>
    /// The sum of <see cref="PoolStatistics.ReservedBytes"/> of all pools. They cover all retained buffers, except those in the quarantine of a check or of
    /// the sampler.
    /// </remarks>
    public static long ReservedBytes => IdleTrimmer.Shared.RetentionLimit.Reserved;

    /// <summary>The time between two visits that trim idle buffers; zero for no visits. Default: 10 seconds.</summary>
    /// <remarks>
    /// The environment variable <c>POOLEDGEN_TRIM_PERIOD_SECONDS</c>, or else <c>PooledGen.TrimPeriodSeconds</c> in the runtime configuration, sets it
    /// before the first rental.
    /// </remarks>
    public static TimeSpan TrimPeriod => IdleTrimmer.Shared.Period;

    /// <summary>The settings that are not understood and so ignored, each with its value and what would be right. Empty if there are none.</summary>
    public static IReadOnlyList<string> IgnoredSettings
    {
        get
        {
            // Before the first rental nothing has read the settings yet.
            _ = IdleTrimmer.Shared;
            _ = IsCheckedMode;
            return [.. Settings.Ignored.Select(static ignored => $"{ignored.Name} = \"{ignored.Value}\" is ignored. {ignored.Reason}")];
        }
    }

    /// <summary>The highest <see cref="SamplesPerSecond"/>: a timer ticks at most once a millisecond.</summary>
    private const int MaxSamplesPerSecond = 1000;

    /// <summary>
    /// Raised for each finding of checked mode and of sampling, on the thread that found it; for a leak outside of a <see cref="RentalCheck"/> that is
    /// the finalizer thread. The sender is the <see cref="BufferPool"/>.
    /// </summary>
    /// <remarks>
    /// The pool holds no lock meanwhile, so a handler may rent. A handler should be quick, because a rental may be waiting for it. The pool ignores
    /// an exception of a handler and calls the other handlers all the same.
    /// </remarks>
    public static event EventHandler<PoolMisuse>? MisuseFound
    {
        add => MisuseReporter.Found += value;
        remove => MisuseReporter.Found -= value;
    }

    /// <summary>How many rentals a second are checked in production: 0, the default, to 1000.</summary>
    /// <remarks>
    /// Each sample lets go of one free buffer and checks the rental that takes its place: for writes past its length or after its return, for a
    /// second return, and for a missing return. All other rentals are unaffected. Findings go to <see cref="MisuseFound"/> and to the
    /// event source.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative or above 1000.</exception>
    public static int SamplesPerSecond
    {
        get => Sampler.Rate;
        set
        {
            if (value is < 0 or > MaxSamplesPerSecond)
                throw new ArgumentOutOfRangeException(nameof(value), value, $"PooledBuffers.SamplesPerSecond is 0 to {MaxSamplesPerSecond}.");

            Sampler.Run(value);
        }
    }

    /// <summary>Whether the process was started in checked mode, which checks every rental.</summary>
    /// <remarks>
    /// The environment variable <c>POOLEDGEN_CHECKED</c>, or else <c>PooledGen.Checked</c> in the runtime configuration, sets it before the first rental.
    /// </remarks>
    public static bool IsCheckedMode => PoolRegistry.IsSwitchedToChecked;
}

namespace PooledGen;

/// <summary>Finds rentals that are used against the rules.</summary>
public static partial class PooledBuffers
{
    /// <summary>The highest <see cref="Sampling"/>: a timer ticks at most once a millisecond.</summary>
    private const int MaxSampling = 1000;

    /// <summary>
    /// Raised for each finding of checked mode and of sampling, on the thread that found it; for a leak outside of a <see cref="PoolCheck"/> that is
    /// the finalizer thread. The sender is the <see cref="BufferPool"/>.
    /// </summary>
    /// <remarks>
    /// The pool holds no lock meanwhile, so a handler may rent. A handler should be quick, because a rental may be waiting for it. The pool ignores
    /// an exception of a handler and calls the other handlers all the same.
    /// </remarks>
    public static event EventHandler<PoolMisuse>? MisuseFound
    {
        add => Findings.Found += value;
        remove => Findings.Found -= value;
    }

    /// <summary>How many rentals a second are checked in production: 0, the default, to 1000.</summary>
    /// <remarks>
    /// Each sample lets go of one free buffer and checks the rental that takes its place: for writes behind its length or after its return, for a
    /// second return, and for a missing return. All other rentals are unaffected. Findings go to <see cref="MisuseFound"/> and to the
    /// event source.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative or above 1000.</exception>
    public static int Sampling
    {
        get => Sampler.Rate;
        set
        {
            if (value is < 0 or > MaxSampling)
                throw new ArgumentOutOfRangeException(nameof(value), value, $"PooledBuffers.Sampling is 0 to {MaxSampling} samples a second.");

            Sampler.Run(value);
        }
    }

    /// <summary>Whether the process was started in checked mode, which checks every rental.</summary>
    /// <remarks>
    /// The environment variable <c>POOLEDGEN_CHECKED</c>, or else <c>PooledGen.Checked</c> in the runtime configuration, sets it before the first rental.
    /// </remarks>
    public static bool IsCheckedMode => CheckedMode.IsSwitchedOn;

    /// <summary>Checks every rental of the process from now on: <c>using var check = PooledBuffers.Check();</c> at the start of a test.</summary>
    /// <returns>The check. Its Dispose throws if there was a leak, a write after return, an overrun or a double dispose.</returns>
    public static PoolCheck Check() => new();
}

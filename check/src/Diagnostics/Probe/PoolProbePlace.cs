namespace PooledGen.Diagnostics;

/// <summary>How and where a <see cref="PoolProbe"/> disturbs one run. Immutable.</summary>
public readonly struct PoolProbePlace
{
    /// <summary>Names a run.</summary>
    /// <param name="mode">How it is disturbed.</param>
    /// <param name="number">Where: the number of the event or of the microseconds, from 1, or of the bytes that come before, from 0.</param>
    /// <exception cref="ArgumentOutOfRangeException">The number is less than zero.</exception>
    public PoolProbePlace(PoolProbeMode mode, int number)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(number);
        Mode = mode;
        Number = number;
    }

    /// <summary>How the run is disturbed.</summary>
    public PoolProbeMode Mode { get; }

    /// <summary>Where: the number of the event or of the microseconds, from 1, or of the bytes that come before, from 0.</summary>
    public int Number { get; }

    /// <summary>The code that repeats the run.</summary>
    /// <returns>For example <c>new(PoolProbeMode.Stall, 0)</c>.</returns>
    public override string ToString() => FormattableString.Invariant($"new({nameof(PoolProbeMode)}.{Mode}, {Number})");
}

namespace PooledGen.AspNetCore.Dashboard;

/// <summary>The settings of a <see cref="PoolReport"/>. The limit of the process stands in the report itself, beside what is reserved of it.</summary>
/// <param name="TrimPeriodSeconds">The value of <see cref="PooledBuffers.TrimPeriod"/>; 0 for no idle trimming.</param>
/// <param name="CheckedMode">The value of <see cref="PooledBuffers.IsCheckedMode"/>.</param>
/// <param name="SamplesPerSecond">The value of <see cref="PooledBuffers.SamplesPerSecond"/>; 0 for none.</param>
/// <param name="Ignored">The value of <see cref="PooledBuffers.IgnoredSettings"/>.</param>
internal sealed record SettingsReport(long TrimPeriodSeconds, bool CheckedMode, int SamplesPerSecond, IReadOnlyList<string> Ignored)
{
    public static SettingsReport Take() => new(
        (long)PooledBuffers.TrimPeriod.TotalSeconds, PooledBuffers.IsCheckedMode, PooledBuffers.SamplesPerSecond, PooledBuffers.IgnoredSettings);
}
